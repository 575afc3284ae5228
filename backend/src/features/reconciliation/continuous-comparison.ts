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

/** At most this many ledgers in one stretch, so that a long absence is made good in steps. */
export const LEDGERS_AT_ONCE = 5_000;
/** After how many ledgers a cursor is written to the log, even if nothing happened: nodes keep as few as 256. */
const CURSOR_EVERY_LEDGERS = 200;
const CURSOR_EVERY_MS = 300_000;

/** How far each cursor came: a stretch in which nothing happened is not a fact worth keeping. */
export interface Reached {
  ledgers: Record<string, number>;
  log: Position;
}

/** Compares what is new on either side, from cursors that are themselves facts. */
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

  /** One stretch of the ledger against the log. @returns true if there is more to compare */
  private async compareStretch(comparison: LedgerComparison): Promise<boolean> {
    const { name } = comparison;
    const stream = `reconciliation-${name}`;
    const { cursor: stored, revision } = await this.cursors.ofLedger(stream);
    const from = Math.max(this.reached.ledgers[name] ?? 0, stored) + 1;
    const newest = await this.cursors.settledLedger();
    const to = Math.min(newest, from - 1 + LEDGERS_AT_ONCE);
    if (to < from) return false;
    // What a node with a gap does not tell of may have happened all the same: the cursor waits until the gap is filled.
    // The other comparisons go on.
    if (!(await this.reader.holds(from, to))) {
      this.gaps.waits(stream, from, to);
      return false;
    }
    this.gaps.goesOn(stream);
    await this.books.catchUp();
    const outcome = await comparison.compare(from, to, false);
    const until = outcome.heldAt === null ? to : outcome.heldAt - 1;
    // What lies beyond a payment under way is compared again, and counted then.
    const counted = until === to ? outcome : until < from ? new Tally() : await comparison.compare(from, until, false);
    reconciled.inc({ what: name }, counted.transactions);
    const isOld = performance.now() - (this.notedAt.get(name) ?? this.beganAt) >= CURSOR_EVERY_MS;
    if (until >= from && (counted.transactions > 0 || isOld || until - stored >= CURSOR_EVERY_LEDGERS)) {
      this.notedAt.set(name, performance.now());
      const { transactions, matched, findings } = counted;
      const data = { account: name, fromLedger: stored + 1, toLedger: until, transactions, matched, findings };
      await this.findings.note(stream, revision, { type: 'LedgerReconciled', data });
    }
    this.reached.ledgers[name] = until;
    return until === to && to < newest;
  }

  /** One page of the log against the ledger. @returns true if there is more to compare */
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
