import { AnsweredError, type Answer } from './refused.js';

/**
 * An outside service cannot be reached. This is no fault of the event, so it is never parked: a process that throws
 * this is tried again for as long as it takes.
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
