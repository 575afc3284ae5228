import type { Response } from 'express';

/** Aborts when whoever asked has left before the answer: nobody needs to go on with it. */
export function departureOf(response: Response): AbortSignal {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  return left.signal;
}
