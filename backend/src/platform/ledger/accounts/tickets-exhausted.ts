import { AnsweredError, type Answer } from '../../domain/refused.js';

/** No ticket of this account is free for a purpose at this moment. */
export class TicketsExhausted extends AnsweredError {
  /** @param mayRefill whether the next TicketCreate brings more; false if the share of the use is what is used up */
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
