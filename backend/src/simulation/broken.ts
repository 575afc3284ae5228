/** A rule that the story broke. */
export class Broken extends Error {
  constructor(
    readonly rule: string,
    detail: string,
  ) {
    super(`${rule}: ${detail}`);
    this.name = 'Broken';
  }
}
