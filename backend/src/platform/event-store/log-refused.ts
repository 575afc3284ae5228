import { StoreUnavailable } from './event-store.js';

/** What lies there is not the log that this program knows, or not safe to be one: an operator must look. */
export class LogRefused extends StoreUnavailable {
  constructor(reason: string) {
    super(`The log is refused: ${reason}`);
    this.name = 'LogRefused';
  }
}
