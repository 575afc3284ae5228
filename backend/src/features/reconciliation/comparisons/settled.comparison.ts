import type { Position } from '#platform/event-store/event-store.js';
import { judgeClaim, type Claim } from '../judge/claim.js';
import type { Findings } from '../findings.js';
import type { LedgerReader } from '../ledger-reader.js';
import type { LogReader } from '../log-reader.js';

/** Events read from the log at once. */
const PAGE = 200;

export interface SettledOutcome {
  settled: number;
  matched: number;
  findings: number;
  /** The number of claims that the node could neither confirm nor deny. */
  unproved: number;
  /** The position up to which everything was judged. */
  next: Position;
  end: boolean;
}

/**
 * Log → ledger: every leg that is settled according to the log must be on a validated ledger, successful, with the
 * right parties, amount and memo.
 */
export class SettledComparison {
  constructor(
    private readonly ledger: LedgerReader,
    private readonly log: LogReader,
    private readonly findings: Findings,
    private readonly firstLedger: () => Promise<number>,
  ) {}

  /**
   * One page of the log.
   * @param patient true: stop before a claim that cannot be proved yet, to check it again; false: count it and continue
   */
  async compare(after: Position, toLedger: number, patient: boolean): Promise<SettledOutcome> {
    const page = await this.log.settledAfter(after, PAGE);
    const outcome: SettledOutcome = { settled: 0, matched: 0, findings: 0, unproved: 0, next: after, end: false };
    for (const { position, of } of page.claims) {
      const before = { ...outcome };
      for (const claim of of) {
        const verdict = await this.judge(claim, toLedger);
        outcome.settled++;
        outcome[verdict]++;
      }
      // Claims after an unproved one are judged once that one can be: the cursor skips nothing.
      if (patient && outcome.unproved > before.unproved) return { ...before, unproved: 1, end: true };
      outcome.next = position;
    }
    return { ...outcome, next: page.next, end: page.end };
  }

  private async judge(claim: Claim, toLedger: number): Promise<'matched' | 'findings' | 'unproved'> {
    const onLedger = await this.ledger.transaction(claim.hash);
    if (!onLedger) {
      const [from, to] =
        claim.ledgerIndex === null ? [await this.firstLedger(), toLedger] : [claim.ledgerIndex, claim.ledgerIndex];
      if (!(await this.ledger.holds(from, to))) return 'unproved';
    }
    const journaled = (await this.log.journaled([claim.hash])).get(claim.hash);
    const verdict = judgeClaim(claim, journaled, onLedger);
    if (verdict.is !== 'finding') return 'matched';
    const { paymentId, line, propertyId, leg, hash, from } = claim;
    await this.findings.report(verdict.finding, {
      subject: `${line ?? paymentId}-${leg}`,
      paymentId: leg === 'hand-issue' || leg === 'redemption' ? null : paymentId,
      propertyId,
      wallet: from || null,
      txHash: hash,
    });
    return 'findings';
  }
}
