import type { Response } from 'express';
import type { OpenedDocument } from './open-document.query.js';

/** Sends a download that is never shown in the page's own origin, and never cached. */
export function sendDocument(response: Response, { fileName, mediaType, bytes }: OpenedDocument): void {
  response
    .set({
      'Content-Type': mediaType,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(bytes);
}
