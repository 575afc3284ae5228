import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { securityEvent } from '../telemetry/security-log.js';
import type { SessionRequest } from './access.js';

export interface DownloadedFile {
  name: string;
  /** Media type with its character set. */
  type: string;
}

/**
 * Sends a file while it is made, as fast as it is taken. Whoever leaves ends the making. What fails before the first
 * line is thrown and can be answered; what fails later cuts the connection, so that nobody takes a part for the whole.
 */
export async function sendWhileMaking(
  response: Response,
  { name, type }: DownloadedFile,
  text: AsyncIterable<string>,
): Promise<void> {
  securityEvent('export', response.req as SessionRequest, { file: name });
  const file = Readable.from(text);
  await once(file, 'readable');
  response.set({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  await pipeline(file, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
