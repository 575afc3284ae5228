/** Why a command was refused; each reason has one HTTP status. */
export type RefusalReason =
  'invalid' | 'unauthenticated' | 'forbidden' | 'not-found' | 'conflict' | 'too-many' | 'unavailable' | 'too-large';

/**
 * A refusal that a person can do something about. `message` is the sentence they read; `extra` goes into the problem
 * details.
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
