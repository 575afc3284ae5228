/** Refused with a sentence that says what to do. */
export class Told extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Told';
  }
}
