/** Plans a run's next actions from its loaded state, most urgent first. Pure. */
import { isSubmitted, type BatchState, type Line, type SubmittedLine } from './batch.state.js';
import { FEE_BATCH, type RunState } from './run.state.js';

export type RunAction =
  | { do: 'list' }
  | { do: 'conclude'; batch: string; lines: readonly SubmittedLine[] }
  | { do: 'complete' }
  | { do: 'sign'; batch: string; lines: readonly Line[] };

/**
 * @param batches the loaded open batches, in order
 * @param isFirst whether no earlier run of the same property still has money
 */
export function planRun(run: RunState, batches: readonly BatchState[], isFirst: boolean): RunAction[] {
  if (run.phase === 'none') return [];
  if (run.phase === 'created') return isFirst && !run.paused ? [{ do: 'list' }] : [];
  // Payments already sent are concluded even while the run is paused.
  const actions: RunAction[] = batches.flatMap(({ batch, lines }) => {
    const submitted = [...lines.values()].filter(isSubmitted);
    return submitted.length > 0 ? [{ do: 'conclude' as const, batch, lines: submitted }] : [];
  });
  if (run.phase === 'started' && [...run.open].every((batch) => batch === FEE_BATCH)) actions.push({ do: 'complete' });
  if (run.paused) return actions;
  for (const { batch, lines } of batches) {
    // The fee comes last, so that no holder waits when it is delayed.
    if (batch === FEE_BATCH && run.open.size > 1) continue;
    const waiting = [...lines.values()].filter(({ state }) => state === 'waiting');
    if (waiting.length > 0) actions.push({ do: 'sign', batch, lines: waiting });
  }
  return actions;
}

/** Batches processed at the same time, so that a slow line in one does not delay the next. */
const BATCHES_AT_ONCE = 4;

export const batchesToLoad = ({ open }: RunState): string[] => [...open].slice(0, BATCHES_AT_ONCE);

/** Tickets of the escrow that all windows together may hold. */
export const TICKETS_IN_WINDOWS = 200;
/** The fraction of a ledger's room that is left for purchases. */
const LEFT_TO_PURCHASES = 0.25;

/** How many lines may be sent now, given the room left in the node's open ledger. */
export const windowSize = (room: number): number =>
  Math.min(TICKETS_IN_WINDOWS, Math.floor(room * (1 - LEFT_TO_PURCHASES)));
