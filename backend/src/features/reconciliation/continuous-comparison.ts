import { START, type Position } from '#platform/event-store/event-store.js';
import type { HistoryGaps } from '#platform/ledger/history-gaps.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';
import { Tally, type LedgerComparison } from './comparisons/comparison.js';
import type { SettledComparison } from './comparisons/settled.comparison.js';
import { LOG, type Cursors } from './cursors.js';
import type { Findings } from './findings.js';
import type { LedgerReader } from './ledger-reader.js';
import type { LogReader } from './log-reader.js';
import { reconciled } from './metrics.js';

/** The most ledgers in one step, so that a long absence is caught up in steps. */
export const LEDGERS_AT_ONCE = 5_000;
/** The cursor is recorded after this many ledgers even if nothing happened, because some nodes keep only 256. */
const CURSOR_EVERY_LEDGERS = 200;
const CURSOR_EVERY_MS = 300_000;

/** The progress of each cursor. A step without findings is not worth recording. */
export interface Reached {
  ledgers: Record<string, number>;
  log: Position;
}

/** Compares what is new on either side, from cursors that are recorded in the log. */
export class ContinuousComparison {
  readonly reached: Reached = { ledgers: {}, log: START };
  private readonly notedAt = new Map<string, number>();
  private readonly beganAt = performance.now();

  constructor(
    private readonly comparisons: readonly LedgerComparison[],
    private readonly settled: SettledComparison,
    private readonly ledger: LedgerPort,
    private readonly reader: LedgerReader,
    private readonly books: LogReader,
    private readonly findings: Findings,
    private readonly cursors: Cursors,
    private readonly gaps: Pick<HistoryGaps, 'waits' | 'goesOn'>,
  ) {}

  /** @throws LedgerUnavailable */
  async run(): Promise<void> {
    await this.books.catchUp();
    for (const comparison of this.comparisons) while (await this.compareStretch(comparison));
    while (await this.comparePage());
  }

  /** Compares one range of ledgers with the log. @returns true if there is more to compare */
  private async compareStretch(comparison: LedgerComparison): Promise<boolean> {
    const { name } = comparison;
    const stream = `reconciliation-${name}`;
    const { cursor: stored, revision } = await this.cursors.ofLedger(stream);
    const from = Math.max(this.reached.ledgers[name] ?? 0, stored) + 1;
    const newest = await this.cursors.settledLedger();
    const to = Math.min(newest, from - 1 + LEDGERS_AT_ONCE);
    if (to < from) return false;
    // A node with a gap may not show everything that happened, so the cursor waits until the gap is filled. The other
    // comparisons continue.
    if (!(await this.reader.holds(from, to))) {
      this.gaps.waits(stream, from, to);
      return false;
    }
    this.gaps.goesOn(stream);
    await this.books.catchUp();
    const outcome = await comparison.compare(from, to, false);
    const until = outcome.heldAt === null ? to : outcome.heldAt - 1;
    // Transactions after a payment in progress are compared again later, and counted then.
    const counted = until === to ? outcome : until < from ? new Tally() : await comparison.compare(from, until, false);
    reconciled.inc({ what: name }, counted.transactions);
    const isOld = performance.now() - (this.notedAt.get(name) ?? this.beganAt) >= CURSOR_EVERY_MS;
    // Read by `isCompared`.
    const awaited = name === 'purchases' ? await this.books.awaitedLedger(until) : 0;
    const isAwaited = stored < awaited;
    const isDue = counted.transactions > 0 || isOld || isAwaited || until - stored >= CURSOR_EVERY_LEDGERS;
    if (until >= from && isDue) {
      this.notedAt.set(name, performance.now());
      const { transactions, matched, findings, unexplained } = counted;
      const range = { account: name, fromLedger: stored + 1, toLedger: until };
      const data = { ...range, transactions, matched, findings, unexplained };
      await this.findings.note(stream, revision, { type: 'LedgerReconciled', data });
    }
    this.reached.ledgers[name] = until;
    return until === to && to < newest;
  }

  /** Compares one page of the log with the ledger. @returns true if there is more to compare */
  private async comparePage(): Promise<boolean> {
    const { cursor: stored, revision } = await this.cursors.ofLog();
    const after = this.reached.log > stored ? this.reached.log : stored;
    await this.books.catchUp();
    const outcome = await this.settled.compare(after, await this.ledger.validatedIndex(), true);
    reconciled.inc({ what: 'log' }, outcome.settled);
    if (outcome.settled > 0) {
      const { next: toPosition, settled, matched, findings } = outcome;
      const data = { fromPosition: stored, toPosition, settled, matched, findings };
      await this.findings.note(LOG, revision, { type: 'LogReconciled', data });
    }
    this.reached.log = outcome.next;
    return !outcome.end;
  }
}
