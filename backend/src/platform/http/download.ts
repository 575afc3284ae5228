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
 * Answers an export. A `HEAD` request checks whether the export is allowed: it passes the same guards and limits,
 * generates nothing and is not counted. The web UI sends one before it navigates to the file, so that the file is never
 * held in the browser's memory.
 */
export async function sendExport(
  response: Response,
  file: DownloadedFile,
  make: () => Promise<AsyncIterable<string>>,
): Promise<void> {
  if (response.req.method !== 'HEAD') return sendWhileMaking(response, file, await make());
  await (response.req as SessionRequest).uncount?.();
  response.set(headersOf(file)).end();
}

const headersOf = ({ name, type }: DownloadedFile) => ({
  'Content-Type': type,
  'Content-Disposition': `attachment; filename="${name}"`,
});

/** Headers of a user's own file: it is saved under its name, and never cached. */
export const attachment = (name: string) => ({
  'Content-Disposition': `attachment; filename="${name}"`,
  'Cache-Control': 'no-store',
});

/**
 * Streams a file while it is generated, as fast as the client reads. If the client disconnects, generation stops. An
 * error before the first line is thrown and can be answered; a later one aborts the connection, so that nobody mistakes
 * a part for the whole file.
 */
export async function sendWhileMaking(
  response: Response,
  file: DownloadedFile,
  text: AsyncIterable<string>,
): Promise<void> {
  securityEvent('export', response.req as SessionRequest, { file: file.name });
  const lines = Readable.from(text);
  await once(lines, 'readable');
  response.set(headersOf(file));
  await pipeline(lines, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** Aborts if the client leaves before the answer, so that work for it can end. */
export function departureOf(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}
