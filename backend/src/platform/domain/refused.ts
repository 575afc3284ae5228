/** Why a command was refused, in words of the domain; how each leaves the program is for its edge to say. */
export type RefusalReason =
  'invalid' | 'unauthenticated' | 'forbidden' | 'not-found' | 'conflict' | 'too-many' | 'unavailable' | 'too-large';

/**
 * A refusal that a person can do something about. `message` is the sentence they read; `extra` is the same for a
 * program: figures and fields by name.
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

/** What a caller is told of an error. */
export interface Answer {
  reason: RefusalReason;
  detail: string;
}

/** An error whose own message is for the log, and what a caller is told instead. */
export abstract class AnsweredError extends Error {
  abstract get answer(): Answer;
}
