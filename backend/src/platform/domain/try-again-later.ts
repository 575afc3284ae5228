import { AnsweredError, type Answer } from './refused.js';

/** After how many seconds a caller may try again, as `Retry-After` says it. */
export const AGAIN_SECONDS = 5;

/**
 * An outside service is unavailable. The event is not to blame, so it never becomes a failed event: a process that
 * throws this is retried for as long as it takes.
 */
export class TryAgainLater extends AnsweredError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TryAgainLater';
  }

  get answer(): Answer {
    const detail = 'A part of the platform is unavailable at the moment. Please try again.';
    return { reason: 'unavailable', detail, retryAfterSeconds: AGAIN_SECONDS };
  }
}
