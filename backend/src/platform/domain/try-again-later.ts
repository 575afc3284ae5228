/**
 * An outside service cannot be reached. This is no fault of the event, so it is never parked: a process that throws
 * this is tried again for as long as it takes.
 */
export class TryAgainLater extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TryAgainLater';
  }
}
