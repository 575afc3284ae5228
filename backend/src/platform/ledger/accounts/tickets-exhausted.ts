/** The ledger holds no free ticket of this account at this moment; the next TicketCreate brings more. */
export class TicketsExhausted extends Error {
  constructor() {
    super('No ticket of the account is free');
    this.name = 'TicketsExhausted';
  }
}
