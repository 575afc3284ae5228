import type { ErrorRequestHandler } from 'express';

/** A refusal with its HTTP status; the message reaches the caller. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Answers refusals of the sandbox's own calls as `{error}`; the providers' own shapes are made by their parties. */
export const answerErrors: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, next) => {
  if (response.headersSent) return next(error);
  response.status(error.status ?? 500).json({ error: error.message });
};
