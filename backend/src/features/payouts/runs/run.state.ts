/** A run as a whole: counters, and the batches with work left. The batches contain payees and amounts. */
import type { EscrowAccount, PauseCause, PayoutRunEvent, PayoutSource, PayoutTally } from '@tknest/contracts/events';
import { parseRlusd, type Micro } from '@tknest/contracts/money';
import type { Folded } from '#platform/event-store/folding.js';

export interface Tally {
  lines: number;
  amount: Micro;
}

export interface RunState {
  exists: boolean;
  runId: string;
  propertyId: number | null;
  source: PayoutSource;
  recordPosition: string | null;
  amount: Micro;
  fee: Micro;
  origin: EscrowAccount | null;
  /** Before this time nothing is signed for it; null if it may be paid at once. */
  notBefore: Date | null;
  /** `completed`: each holder's line is settled or unclaimed; the fee and unclaimed money may still be in progress. */
  phase: 'none' | 'created' | 'started' | 'completed';
  paused: PauseCause | null;
  /** When it was paused; the time of its start if it is not paused. */
  pausedAt: Date;
  /** Batches with lines that wait or are in progress. */
  open: ReadonlySet<string>;
  settled: Tally;
  unclaimed: Tally;
}

/**
 * Reasons that depend on the ledger: the run checks again and resumes by itself. The other reasons need a person:
 * `admin` (an admin paused it), `clawback` (money was taken back), `no-holders` (there is nobody to pay).
 */
const ENDS_BY_ITSELF: ReadonlySet<PauseCause> = new Set([
  'balance',
  'global-freeze',
  'escrow-freeze',
  'transfer-fee',
  'xrp',
]);
export const endsByItself = ({ paused }: Pick<RunState, 'paused'>): boolean =>
  paused !== null && ENDS_BY_ITSELF.has(paused);

/** The batch with the platform's fee as its line. */
export const FEE_BATCH = 'fee';

const NONE: Tally = { lines: 0, amount: 0n };

export const noRun: RunState = {
  exists: false,
  runId: '',
  propertyId: null,
  source: 'payback',
  recordPosition: null,
  amount: 0n,
  fee: 0n,
  origin: null,
  notBefore: null,
  phase: 'none',
  paused: null,
  pausedAt: new Date(0),
  open: new Set(),
  settled: NONE,
  unclaimed: NONE,
};

export function evolveRun(state: RunState, event: PayoutRunEvent, at: Date = new Date(0)): RunState {
  switch (event.type) {
    case 'PayoutRunCreated': {
      const { runId, propertyId, source, recordPosition, amount, fee, origin = null } = event.data;
      const money = { amount: parseRlusd(amount), fee: parseRlusd(fee) };
      const notBefore = event.data.notBefore ? new Date(event.data.notBefore) : null;
      const about = { runId, propertyId, source, recordPosition, origin, notBefore };
      return { ...state, exists: true, ...about, ...money, phase: 'created' };
    }
    case 'PayoutRunStarted': {
      const holders = Array.from({ length: event.data.batches }, (_, batch) => String(batch));
      const open = new Set([...holders, ...(state.fee > 0n && state.source !== 'direct' ? [FEE_BATCH] : [])]);
      return { ...state, phase: 'started', open };
    }
    case 'PayoutBatchDone': {
      const open = without(state.open, event.data.batch);
      if (state.phase !== 'started' || event.data.batch === FEE_BATCH) return { ...state, open };
      const { settled, unclaimed } = event.data;
      return { ...state, open, settled: plus(state.settled, settled), unclaimed: plus(state.unclaimed, unclaimed) };
    }
    case 'PayoutBatchReopened':
      return { ...state, open: new Set(state.open).add(event.data.batch) };
    case 'PayoutRunPaused':
      return { ...state, paused: event.data.cause, pausedAt: at };
    case 'PayoutRunResumed':
      return { ...state, paused: null };
    case 'PayoutRunCompleted':
      return { ...state, phase: 'completed' };
    case 'PayoutLinesListed':
    case 'PayoutSettled':
      return state;
  }
}

const plus = (sum: Tally, { lines, amount }: PayoutTally): Tally => ({
  lines: sum.lines + lines,
  amount: sum.amount + parseRlusd(amount),
});

function without(set: ReadonlySet<string>, one: string): Set<string> {
  const copy = new Set(set);
  copy.delete(one);
  return copy;
}

export const runStream = (runId: string) => `payout-${runId}`;

/** The stream and its fold. */
export const runFold = (runId: string): Folded<RunState, PayoutRunEvent> => ({
  stream: runStream(runId),
  initialState: noRun,
  evolve: evolveRun,
});
