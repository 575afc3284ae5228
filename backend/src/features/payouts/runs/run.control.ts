/** Commands for a run: by an admin, by the job that follows the ledger, or by the compliance desk. */
import type { PayoutLineEvent, PayoutRunEvent, Unpayable } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import type { BatchState } from './batch.state.js';
import { endsByItself, type RunState } from './run.state.js';

export const noSuchRun = () => new Refused('not-found', 'No such payout');

/**
 * Pauses the run: nothing more is signed, and payments already sent are concluded. A run that would have resumed by
 * itself stays paused until an admin resumes it. @throws Refused if there is nothing left to pause
 */
export function pauseRun(reason: string, run: RunState): PayoutRunEvent[] {
  if (!run.exists) throw noSuchRun();
  if (run.paused && !endsByItself(run)) return [];
  if (run.phase === 'completed' && run.open.size === 0)
    throw new Refused('conflict', 'This payout is already complete');
  return [{ type: 'PayoutRunPaused', data: { runId: run.runId, cause: 'admin', reason } }];
}

/** Resumes a run; idempotent. */
export function resumeRun(reason: string, run: RunState): PayoutRunEvent[] {
  if (!run.exists) throw noSuchRun();
  return run.paused ? [{ type: 'PayoutRunResumed', data: { runId: run.runId, reason } }] : [];
}

export interface Reopened {
  wallets: readonly string[] | null;
  released: boolean;
  held?: boolean;
  /** Whether the job may retry it: only a person may retry a line without a known reason. */
  automatic?: boolean;
  reason: string;
}

/**
 * Retries unclaimed lines of a batch.
 * @param wallets those to retry; null for all of the batch
 * @param held a line that lost its ticket to another transaction, once it is known that this one did not pay the line
 * @param released a blocked holder's lines, which only the compliance desk may release
 * @throws Refused while the run is paying, because its totals are not final before
 */
export function reopenLines(
  { wallets, released, held = false, automatic = false, reason }: Reopened,
  { run, batch }: { run: RunState; batch: BatchState },
): { run: PayoutRunEvent[]; batch: PayoutLineEvent[] } {
  if (!run.exists) throw noSuchRun();
  if (run.phase !== 'completed')
    throw new Refused('conflict', 'The payout is in progress. Retry unclaimed shares once it is complete.');
  const mayBe = (unpayable: Unpayable | null) =>
    (unpayable === 'held') === held &&
    (unpayable === 'compliance') === released &&
    !(automatic && unpayable === 'unexplained');
  const tried = [...batch.lines.values()].filter(
    ({ wallet, state, unpayable }) =>
      state === 'unclaimed' && (wallets === null || wallets.includes(wallet)) && mayBe(unpayable),
  );
  if (tried.length === 0) return { run: [], batch: [] };
  const at = { runId: run.runId, batch: batch.batch };
  return {
    run: [{ type: 'PayoutBatchReopened', data: at }],
    batch: [{ type: 'PayoutLinesReopened', data: { ...at, wallets: tried.map(({ wallet }) => wallet), reason } }],
  };
}
