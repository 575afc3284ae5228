import { Inject, Injectable, Logger } from '@nestjs/common';
import { microOf, parseLedgerValue, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { decode } from 'xrpl';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { blobOf } from '#platform/ledger/accounts/settled-before.js';
import { OTHER_NODES, type OtherNodes } from '#platform/ledger/other-nodes.js';
import type { Credit } from '#platform/ledger/transactions/group.js';
import { caseFold, caseIdOf, isAccepted } from '#features/operations-cases/rules.public.js';
import { balanceOf, booksOf } from '#features/payouts/rules.public.js';
import { PlatformAccounts } from './accounts/platform-accounts.js';

type Node = ReturnType<OtherNodes>[number];

/** What waits for a second node: a transaction by its hash, or a payout run. */
export interface Waiting {
  isRun: boolean;
  since: Date;
}

/**
 * Money is checked on its way out: for credits above a setting nothing is signed until the node of another operator has
 * confirmed them, so that no single node decides that money may leave. While none does, two people may decide in the
 * credit's case to go on with one node, for this transaction or run alone. With one operator there is nobody to ask.
 */
@Injectable()
export class SecondNode {
  private readonly log = new Logger('SecondNode');
  private readonly confirmed = new Set<string>();
  /** By hash, or by run. */
  readonly waiting = new Map<string, Waiting>();
  /** What has stopped waiting, or may have waited in an earlier process: its case can be closed. */
  readonly ended = new Set<string>();

  private readonly known = new Set<string>();

  constructor(
    @Inject(OTHER_NODES) private readonly others: OtherNodes,
    @Inject(CONFIG) private readonly config: Pick<Config, 'confirmFrom' | 'xrpl'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PlatformAccounts) private readonly accounts: Pick<PlatformAccounts, 'address'>,
  ) {}

  /** Whether the platform may sign for a credit. Never throws because of a node: one that is away confirms nothing. */
  async confirms(credit: Credit, stream: string): Promise<boolean> {
    const nodes = this.others();
    if (nodes.length === 0) return true;
    if ('amount' in credit && credit.amount < this.config.confirmFrom) return true;
    const isRun = 'run' in credit;
    const name = isRun ? credit.run : credit.hash;
    if (this.confirmed.has(name)) return true;
    const isConfirmed = await this.someOf(nodes, (node) =>
      'run' in credit ? this.hasBooked(node, credit.purse) : this.hasCredit(node, credit),
    );
    if (isConfirmed || (await this.isAccepted(name))) {
      if (this.waiting.delete(name) || !this.known.has(name)) this.ended.add(name);
      this.known.add(name);
      if (!isConfirmed) this.log.warn(`Two people let ${name} go on without a second node`);
      // The escrow is asked about again for every part of a run.
      if (!isRun || !isConfirmed) this.confirmed.add(name);
      return true;
    }
    if (!this.waiting.has(name)) {
      this.waiting.set(name, { isRun, since: await this.lastEventAt(stream) });
      this.log.warn(`No second node confirms ${name}: nothing is signed for it`);
    }
    return false;
  }

  /** From the record, so that a process that was restarted counts on. */
  private async lastEventAt(stream: string): Promise<Date> {
    for await (const { at } of this.store.read(stream, { backwards: true, limit: 1 })) return new Date(at);
    return this.clock.now();
  }

  private async isAccepted(subject: string): Promise<boolean> {
    const { state } = await load(this.store, caseFold(caseIdOf({ kind: 'credit-unconfirmed', subject })));
    return isAccepted(state) && state.resolution === 'one-node';
  }

  private async someOf(nodes: readonly Node[], says: (node: Node) => Promise<boolean>): Promise<boolean> {
    const answers = await Promise.all(nodes.map((node) => says(node).catch(() => false)));
    return answers.includes(true);
  }

  /** What the node shows must be the transaction of this hash: its signed bytes give it. */
  private async hasCredit(node: Node, { hash, ...credit }: Extract<Credit, { hash: string }>): Promise<boolean> {
    const found = await node.validated(hash);
    if (found?.result !== 'tesSUCCESS') return false;
    const blob = blobOf({ hash, tx: found.transaction });
    const sent = blob && decode(blob);
    if (!sent || sent.TransactionType !== 'Payment') return false;
    const shown = [sent.Amount, found.delivered];
    if ('amount' in credit) return shown.every((one) => this.isAtLeast(credit.amount, one));
    return shown.every((one) => typeof one === 'string' && BigInt(one) >= credit.drops);
  }

  private isAtLeast(amount: Micro, shown: unknown): boolean {
    const { currency, issuer, value } = (shown ?? {}) as { currency?: string; issuer?: string; value?: string };
    const isRlusd = currency === CURRENCY.rlusd && issuer === this.config.xrpl.rlusdIssuer;
    return isRlusd && parseLedgerValue(value!) >= amount;
  }

  /**
   * Whether the account holds what its books say. Payouts that are still in flight make it less, so they wait for each
   * other once they exceed the setting.
   */
  private async hasBooked(node: Node, name: Extract<Credit, { run: string }>['purse']): Promise<boolean> {
    const { rlusdIssuer } = this.config.xrpl;
    const line = await node.line(await this.accounts.address(name), rlusdIssuer, CURRENCY.rlusd);
    const { state: books } = await load(this.store, booksOf(name));
    const booked: Micro = microOf(-balanceOf(books, 'ledger') - balanceOf(books, 'fees-received'));
    return booked - (line ? parseLedgerValue(line.balance) : 0n) < this.config.confirmFrom;
  }
}
