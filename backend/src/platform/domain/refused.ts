/** Why a command was refused, in terms of the domain; the HTTP layer turns each into a status. */
export type RefusalReason =
  'invalid' | 'unauthenticated' | 'forbidden' | 'not-found' | 'conflict' | 'too-many' | 'unavailable' | 'too-large';

/**
 * A refusal that the caller can do something about. `message` is the text for people; `extra` has the same for
 * programs: figures and fields by name.
 */
export class Refused extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message);
    this.name = 'Refused';
  }
}

/** What a caller is told about an error. */
export interface Answer {
  reason: RefusalReason;
  detail: string;
  /** When to try again, as the header `Retry-After` says it. */
  retryAfterSeconds?: number;
}

/** An error whose own message is for the log, and what a caller is told instead. */
export abstract class AnsweredError extends Error {
  abstract get answer(): Answer;
}
