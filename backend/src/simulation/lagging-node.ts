import type { AccountStanding } from '#platform/ledger/accounts/gate.rules.js';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import type { GatePorts } from '#platform/ledger/accounts/account-gate.js';
import { FIRST_LEDGER, type SimLedger } from './sim-ledger.js';

/** More ledgers than a signature is valid for; this does not consume the story's random numbers. */
export const lagOf = (seed: number): number => 50 + ((seed * 37) % 200);

/**
 * The node that signing gates query. It may be behind the other nodes, and then shows an earlier state of the
 * platform's accounts: after a restore perhaps exactly the log's state, because the lost transactions come later.
 */
export class LaggingNode implements Pick<GatePorts, 'standing' | 'hasClosedSince'> {
  /** @param behind in ledgers */
  constructor(
    private readonly node: SimLedger,
    private readonly behind: () => number,
  ) {}

  private get newest(): number {
    return Math.max(this.node.index - this.behind(), FIRST_LEDGER);
  }

  readonly ledger: GatePorts['ledger'] = {
    validatedIndex: async () => this.newest,
    history: (account, from, to) => this.node.history(account, from, Math.min(to, this.newest)),
    holds: (from, to) => this.node.holds(from, Math.min(to, this.newest)),
  };

  readonly hasClosedSince = (moment: Date): boolean => this.node.closeTimeOf(this.newest) >= moment;

  /** The account's state without later transactions. */
  readonly standing = async (address: string): Promise<AccountStanding | null> => {
    const now = await this.node.standing(address);
    if (!now) return null;
    const { newest } = this;
    const made: LedgerTransaction[] = [];
    for await (const one of this.node.history(address, FIRST_LEDGER, this.node.index))
      if (one.tx.Account === address) made.push(one);
    const later = made.filter(({ ledgerIndex }) => ledgerIndex > newest);
    const tickets = new Set(now.tickets);
    let { sequence } = now;
    for (const { tx } of later)
      if (tx.TicketSequence === undefined) sequence = Math.min(sequence, tx.Sequence);
      else tickets.add(tx.TicketSequence);
    // Tickets created and used since then are included in the others.
    for (const ticket of tickets) if (ticket > sequence) tickets.delete(ticket);
    return { ledgerIndex: newest, sequence, tickets, isUntouched: made.length === later.length };
  };
}
