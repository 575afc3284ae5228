import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler, Response } from 'express';

/** The platform API's error codes. */
export const CODE = {
  bodyInvalid: 599,
  transactionMissing: 600,
  blobUndecodable: 601,
  typeInvalid: 602,
  jsonUnencodable: 603,
  blobAndJson: 604,
  internal: 605,
  notFound: 404,
  identifierTaken: 409,
  metaTooLong: 413,
  keyUnknown: 812,
  secretWrong: 813,
} as const;

const STATUS: Record<number, number> = { 404: 404, 409: 409, 413: 413, 605: 500, 812: 403, 813: 403 };

/** A refusal by the platform API; the caller gets a reference and a code only. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }

  get status(): number {
    return STATUS[this.code] ?? 400;
  }
}

export const answerApiErrors: ErrorRequestHandler = (
  error: Error & { status?: number },
  _request,
  response: Response,
  next,
) => {
  if (response.headersSent) return next(error);
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(error.status === 400 ? CODE.bodyInvalid : CODE.internal, error.message);
  response.status(known.status).json({ error: { reference: randomUUID(), code: known.code } });
};
