import { AnsweredError, type Answer } from './refused.js';

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
    return { reason: 'unavailable', detail: 'A part of the platform is unavailable at the moment. Please try again.' };
  }
}
