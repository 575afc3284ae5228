import express, { type Request, type RequestHandler } from 'express';

/** JSON bodies, with the bytes as they came kept for signatures. */
export const readJson: RequestHandler = express.json({
  limit: '1mb',
  verify: (request, _response, bytes) => {
    (request as Request & { rawBody?: Buffer }).rawBody = bytes;
  },
});

/** The raw bytes of the body; empty if there was none. */
export const rawBodyOf = (request: Request): Buffer =>
  (request as Request & { rawBody?: Buffer }).rawBody ?? Buffer.alloc(0);
