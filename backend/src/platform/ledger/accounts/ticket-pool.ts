import type { PlatformAccountName, TokenEvent } from '@tknest/contracts/events';
import type { Committed } from '../../event-store/commit-once.js';
import type { EventStore, ExpectedRevision } from '../../event-store/event-store.js';
import { expectedOf, load } from '../../event-store/folding.js';
import { accountFold, accountStream, assignTicket, chooseTicket } from './account.decider.js';

/** Events for the account's stream, to go into the commit that signs with the ticket. */
export interface TicketWrite {
  stream: string;
  expected: ExpectedRevision;
  events: readonly TokenEvent[];
}

export interface TicketUse<Signed> {
  /** Tickets that must be left for others. */
  keep?: number;
  sign(ticket: number): Promise<Signed>;
  /** Appends the caller's facts together with the assignment; null: it stands already. */
  commit(signed: Signed, assignment: TicketWrite | null): Promise<Committed>;
}

/**
 * The tickets of one of the platform's accounts. A ticket is assigned in the very commit that journals what is signed
 * with it, so none is ever assigned and forgotten.
 */
export class TicketPool {
  /** Chosen in this process and not committed yet. */
  private readonly claimed = new Set<number>();

  constructor(
    protected readonly store: EventStore,
    protected readonly name: PlatformAccountName,
  ) {}

  /**
   * Signs with a ticket and commits. Signing happens once; where only the account's stream moved meanwhile, the same
   * signature is committed again.
   * @returns whether it was committed; false where a stream of the caller had moved
   * @throws TicketsExhausted
   */
  async use<Signed>(purpose: string, work: TicketUse<Signed>): Promise<boolean> {
    const { state } = await load(this.store, accountFold(this.name));
    const ticket = chooseTicket(purpose, state, { keep: work.keep, claimed: this.claimed });
    this.claimed.add(ticket);
    try {
      const signed = await work.sign(ticket);
      for (;;) {
        const now = await load(this.store, accountFold(this.name));
        const events = assignTicket(this.name, purpose, ticket, now.state);
        if (!events) return false;
        const assignment = events.length > 0 ? { stream: now.stream, expected: expectedOf(now), events } : null;
        const committed = await work.commit(signed, assignment);
        if (committed.done) return true;
        if (committed.moved !== now.stream) return false;
      }
    } finally {
      this.claimed.delete(ticket);
    }
  }

  /** A validated transaction used it. Goes into the commit that concludes the transaction. */
  burned(purpose: string, ticket: number, hash: string): TicketWrite {
    const event: TokenEvent = { type: 'TicketBurned', data: { name: this.name, ticket, purpose, hash } };
    // Whatever else happened in the stream, it is so; that it is said once is the caller's own stream's business.
    return { stream: accountStream(this.name), expected: 'exists', events: [event] };
  }
}
