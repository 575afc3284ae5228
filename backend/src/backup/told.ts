/** An error whose message tells the operator what to do. */
export class Told extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Told';
  }
}
