import { AnsweredError, type Answer } from '../../domain/refused.js';

/** No ticket of this account is currently free for a purpose. */
export class TicketsExhausted extends AnsweredError {
  /** @param mayRefill whether the next TicketCreate helps; false if the use's share is exhausted */
  constructor(readonly mayRefill = true) {
    super('No ticket of the account is free');
    this.name = 'TicketsExhausted';
  }

  get answer(): Answer {
    return {
      reason: 'unavailable',
      detail: 'The ledger accounts are busy at the moment. Nothing was sent. Please try again.',
    };
  }
}
