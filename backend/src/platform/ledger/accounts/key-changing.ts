import { TryAgainLater } from '../../domain/try-again-later.js';

/** The account's key is being changed: what the old key signs now would be refused. */
export class KeyChanging extends TryAgainLater {
  constructor(name: string) {
    super(`The key of ${name} is being changed`);
    this.name = 'KeyChanging';
  }
}
