import { Inject, Injectable, Logger } from '@nestjs/common';
import { microOf, parseLedgerValue, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { OTHER_NODES, type OtherNodes } from '#platform/ledger/other-nodes.js';
import type { Credit } from '#platform/ledger/transactions/group.js';
import { balanceOf, escrowFold } from '#features/payouts/rules.public.js';
import { PlatformAccounts } from './accounts/platform-accounts.js';

type Node = ReturnType<OtherNodes>[number];

/**
 * Money is checked on its way out: for credits above a setting nothing is signed until the node of another operator has
 * confirmed them, so that no single node decides that money may leave. With one operator there is nobody to ask.
 */
@Injectable()
export class SecondNode {
  private readonly log = new Logger('SecondNode');
  private readonly confirmed = new Set<string>();
  /** What waits, by hash or `escrow`, and since when. */
  readonly waiting = new Map<string, Date>();

  constructor(
    @Inject(OTHER_NODES) private readonly others: OtherNodes,
    @Inject(CONFIG) private readonly config: Pick<Config, 'confirmFrom' | 'xrpl'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PlatformAccounts) private readonly accounts: Pick<PlatformAccounts, 'address'>,
  ) {}

  /** Whether the platform may sign for a credit. Never throws because of a node: one that is away confirms nothing. */
  async confirms(credit: Credit): Promise<boolean> {
    const nodes = this.others();
    if (nodes.length === 0) return true;
    const name = credit === 'escrow' ? credit : credit.hash;
    if (this.confirmed.has(name)) return true;
    const isConfirmed = await this.someOf(nodes, (node) =>
      credit === 'escrow' ? this.hasEscrow(node) : this.hasCredit(node, credit),
    );
    if (isConfirmed) this.waiting.delete(name);
    else if (!this.waiting.has(name)) {
      this.waiting.set(name, this.clock.now());
      this.log.warn(`No second node confirms ${name}: nothing is signed for it`);
    }
    if (isConfirmed && credit !== 'escrow') this.confirmed.add(name);
    return isConfirmed;
  }

  private async someOf(nodes: readonly Node[], says: (node: Node) => Promise<boolean>): Promise<boolean> {
    const answers = await Promise.all(nodes.map((node) => says(node).catch(() => false)));
    return answers.includes(true);
  }

  private async hasCredit(node: Node, { hash, amount }: Exclude<Credit, 'escrow'>): Promise<boolean> {
    if (amount < this.config.confirmFrom) return true;
    const found = await node.validated(hash);
    if (found?.result !== 'tesSUCCESS' || typeof found.delivered !== 'object' || !found.delivered) return false;
    const { currency, issuer, value } = found.delivered;
    const isRlusd = currency === CURRENCY.rlusd && issuer === this.config.xrpl.rlusdIssuer;
    return isRlusd && parseLedgerValue(value) >= amount;
  }

  /**
   * Whether the escrow holds what its books say. Payouts that are still in flight make it less, so they wait for each
   * other once they exceed the setting.
   */
  private async hasEscrow(node: Node): Promise<boolean> {
    const { rlusdIssuer } = this.config.xrpl;
    const line = await node.line(await this.accounts.address('payoutEscrow'), rlusdIssuer, CURRENCY.rlusd);
    const { state: books } = await load(this.store, escrowFold);
    const booked: Micro = microOf(-balanceOf(books, 'ledger'));
    return booked - (line ? parseLedgerValue(line.balance) : 0n) < this.config.confirmFrom;
  }
}
