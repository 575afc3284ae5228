/**
 * Somebody outside is out of reach: nobody's fault here, and no reason to set anything aside. A process that throws it
 * is tried again for as long as it takes.
 */
export class TryAgainLater extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TryAgainLater';
  }
}
