import type { FullReconciliation, ReconciliationView } from '@tknest/contracts/api';
import { isPlatformAccountName, type ReconciliationEvent } from '@tknest/contracts/events';
import type { Clock } from '#platform/clock/clock.js';
import { START, type EventStore } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';
import type { BalancesComparison } from './comparisons/balances.comparison.js';
import type { LedgerComparison } from './comparisons/comparison.js';
import type { SettledComparison } from './comparisons/settled.comparison.js';
import { LEDGERS_AT_ONCE } from './continuous-comparison.js';
import type { Cursors } from './cursors.js';
import type { Findings } from './findings.js';
import type { LedgerReader } from './ledger-reader.js';
import type { LogReader } from './log-reader.js';

const FULL = 'reconciliation-full';
/**
 * A balance counts as different only if it differs at each of these checks, because the books follow the ledger with a
 * short delay.
 */
const BALANCE_LOOKS = { times: 4, everyMs: 1_500 };

type Everything = Extract<ReconciliationEvent, { type: 'EverythingReconciled' }>['data'];

/** Compares everything on both sides, from the first ledger that the log knows. */
export class FullComparison {
  /** The progress of a running comparison; null if none is running. */
  progress: ReconciliationView['running'] = null;

  constructor(
    private readonly comparisons: readonly LedgerComparison[],
    private readonly settled: SettledComparison,
    private readonly balances: BalancesComparison,
    private readonly store: EventStore,
    private readonly ledger: LedgerPort,
    private readonly reader: LedgerReader,
    private readonly books: LogReader,
    private readonly findings: Findings,
    private readonly cursors: Cursors,
    private readonly clock: Clock,
  ) {}

  /** The last full comparison; null before the first. */
  async last(): Promise<FullReconciliation | null> {
    for await (const event of this.store.read(FULL, { backwards: true, limit: 1 })) {
      const { toPosition: _, unexplained: __, ...result } = event.data as Everything;
      return { at: event.at, ...result };
    }
    return null;
  }

  /** @throws LedgerUnavailable, and if `signal` aborts */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.compareEverything(signal);
    } finally {
      this.progress = null;
    }
  }

  private async compareEverything(signal: AbortSignal): Promise<void> {
    await this.books.catchUp();
    const [fromLedger, toLedger, toPosition] = [
      await this.cursors.firstLedger(),
      await this.cursors.settledLedger(),
      await this.books.head(),
    ];
    const complete = await this.reader.holds(fromLedger, toLedger);
    const unexplained: Everything['unexplained'] = [];
    const sum = { transactions: 0, settled: 0, matched: 0, findings: 0, unproved: 0 };
    for (const comparison of this.comparisons) {
      for (let from = fromLedger; from <= toLedger; from += LEDGERS_AT_ONCE) {
        signal.throwIfAborted();
        this.progress = { step: comparison.name, done: from - fromLedger, total: toLedger - fromLedger };
        const to = Math.min(toLedger, from + LEDGERS_AT_ONCE - 1);
        const { transactions, matched, findings, ...more } = await comparison.compare(from, to, true);
        const account = comparison.name;
        add(sum, { transactions, matched, findings });
        if (isPlatformAccountName(account)) unexplained.push(...more.unexplained.map((one) => ({ account, ...one })));
      }
    }
    for (let after = START, end = false; !end && after < toPosition;) {
      signal.throwIfAborted();
      this.progress = { step: 'log', done: toSequence(after), total: toSequence(toPosition) };
      const page = await this.settled.compare(after, await this.ledger.validatedIndex(), false);
      const { settled, matched, findings, unproved } = page;
      add(sum, { settled, matched, findings, unproved });
      ({ next: after, end } = page);
    }
    this.progress = { step: 'balances', done: 0, total: 1 };
    sum.findings += await this.compareBalances(signal);
    await this.note({ fromLedger, toLedger, toPosition, complete, unexplained, ...sum });
  }

  /** Holders whose tokens differ at each of several checks although nothing is in progress. */
  private async compareBalances(signal: AbortSignal): Promise<number> {
    const differing = async () =>
      new Map(
        (await this.balances.compare()).rows
          .filter(({ what, verdict }) => (what === 'tokens held' || what === 'escrow holds') && verdict === 'differs')
          .map((row) => [`${row.subject}-${row.books}-${row.ledger}`, row]),
      );
    let standing = await differing();
    for (let look = 1; look < BALANCE_LOOKS.times && standing.size > 0; look++) {
      await this.clock.sleep(BALANCE_LOOKS.everyMs, signal);
      signal.throwIfAborted();
      const again = await differing();
      standing = new Map([...standing].filter(([key]) => again.has(key)));
    }
    for (const [subject, { subject: wallet, what, books, ledger }] of standing) {
      const ofEscrow = what === 'escrow holds';
      const summary = ofEscrow
        ? `The payout escrow holds ${ledger} RLUSD on the ledger and ${books} in its books.`
        : `A holder has ${ledger} tokens on the ledger and ${books} in the register.`;
      const about = ofEscrow ? { subject } : { subject, wallet };
      await this.findings.report({ kind: 'books-differ', summary, details: { books, ledger } }, about);
    }
    return standing.size;
  }

  private async note(data: Everything): Promise<void> {
    for (;;) {
      let revision = -1;
      for await (const event of this.store.read(FULL, { backwards: true, limit: 1 })) revision = event.revision;
      if (await this.findings.note(FULL, revision, { type: 'EverythingReconciled', data })) return;
    }
  }
}

function add<Sum extends Record<string, number>>(sum: Sum, part: Partial<Sum>): void {
  for (const [key, value] of Object.entries(part)) (sum as Record<string, number>)[key]! += value as number;
}
