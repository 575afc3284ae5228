import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Problem } from '@tknest/contracts/api';
import { tellsSuccess, UPLOADS } from '@tknest/contracts/rules';
import type { Request, Response } from 'express';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { isConnectionLoss } from '../database/connection-loss.js';
import { TRACE_HEADER } from '../telemetry/trace.js';
import { securityEvent, type SecurityEvent } from '../telemetry/security-log.js';
import { AnsweredError, Refused, type RefusalReason } from '../domain/refused.js';

const STATUS: Record<RefusalReason, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
};

const UNREAD = 'The request could not be read because it is not valid JSON or UTF-8';
/** Nest's message for an unreadable body or URL, which contains the parser's text. */
const UNREADABLE = /\bJSON\b|\bURI\b|Failed to decode param/;

/** The upload parser's message if the connection ended before the body. */
const GONE = /^Request (closed|aborted)$/;

interface Told {
  status: number;
  detail: string;
  extra?: Record<string, unknown>;
}

/**
 * Answers every error with RFC 9457 problem details. A fault of the program is answered without details, which are in
 * the log under its trace id.
 */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly log = new Logger('Http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const { status, detail, extra } = tell(error);
    const watched = watchedEvent(status, extra?.code);
    if (watched) securityEvent(watched, request, { traceId: traceIdOf(response) });
    if (status >= 500)
      this.log.error({ err: error, traceId: traceIdOf(response), method: request.method, path: request.path }, detail);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    afterBody(request, () => sendProblem(response, { status, detail, extra }));
  }
}

/**
 * A client that is refused while it is still sending would lose the answer with the connection, so the rest is read and
 * discarded first. A body declared larger than the limit is not waited for.
 */
function afterBody(request: Request, answer: () => void): void {
  const size = Number(request.headers['content-length'] ?? 0);
  if (request.complete || request.destroyed || size > UPLOADS.requestBytes) return answer();
  request.once('end', answer).resume();
}

/** Answers with problem details (RFC 9457). */
export function sendProblem(response: Response, { status, detail, extra }: Told): void {
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    traceId: traceIdOf(response),
    ...(tellsSuccess(response.req.method, response.req.path) && { success: false, error: detail }),
    ...extra,
  };
  if (typeof extra?.retryAfterSeconds === 'number') response.set('Retry-After', String(extra.retryAfterSeconds));
  response.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** The request's id from the edge; requests that bypassed the edge get one now. */
function traceIdOf(response: Response): string {
  const named = response.getHeader(TRACE_HEADER);
  if (typeof named === 'string') return named;
  const traceId = randomUUID();
  if (!response.headersSent) response.setHeader(TRACE_HEADER, traceId);
  return traceId;
}

/** Errors that are reported as security events. */
function watchedEvent(status: number, code: unknown): SecurityEvent | null {
  if (code === 'anti-forgery') return 'anti-forgery';
  if (code === 'fresh-signature-required') return 'fresh-signature';
  return ({ 401: 'unauthenticated', 403: 'forbidden', 429: 'rate-limit' } as const)[status] ?? null;
}

/** @param field of the file in the form */
function tooLargeFile(field = 'file'): Told {
  const most = `at most ${UPLOADS.fileBytes / 2 ** 20} MB`;
  return {
    status: 413,
    detail: `${field} is too large: ${most}`,
    extra: { errors: { [field]: [`Too large: ${most}`] } },
  };
}

/** The answer to an error: 503 for a temporary cause, which can be retried; 500 for a fault of the program. */
export function tell(error: unknown): Told {
  if (error instanceof Refused) return { status: STATUS[error.reason], detail: error.message, extra: error.extra };
  if (error instanceof AnsweredError) {
    const { reason, detail, ...extra } = error.answer;
    return { status: STATUS[reason], detail, extra };
  }
  if (isConnectionLoss(error))
    return { status: 503, detail: 'A part of the platform is unavailable at the moment. Please try again.' };
  // Nest's own message of it does not say which file.
  const cause = error instanceof HttpException ? (error.cause as { code?: string; field?: string } | undefined) : null;
  if (cause?.code === 'LIMIT_FILE_SIZE') return tooLargeFile(cause.field);
  if (error instanceof HttpException)
    return { status: error.getStatus(), detail: UNREADABLE.test(error.message) ? UNREAD : error.message };
  if (error instanceof Error && GONE.test(error.message)) return { status: 400, detail: UNREAD };
  const known = error as {
    type?: string;
    status?: number;
    code?: string;
    message?: string;
    limit?: number;
  };
  if (known?.type === 'entity.too.large')
    return { status: 413, detail: `The request is too large: at most ${Math.floor((known.limit ?? 0) / 1024)} kB` };
  if (known?.code?.startsWith('LIMIT_')) return { status: 400, detail: `The upload was refused: ${known.message}` };
  // body-parser and the router set `status` if the request, not the program, is at fault.
  if (typeof known?.status === 'number' && known.status >= 400 && known.status < 500)
    return { status: known.status, detail: UNREAD };
  return { status: 500, detail: 'Something went wrong on our side. Nothing was lost. Please try again.' };
}
