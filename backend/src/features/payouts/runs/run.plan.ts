/** What a run needs next. Pure: what was loaded comes in, actions in their order of urgency go out. */
import { isSubmitted, type BatchState, type Line, type SubmittedLine } from './batch.state.js';
import { FEE_BATCH, type RunState } from './run.state.js';

export type RunAction =
  | { do: 'list' }
  | { do: 'conclude'; batch: string; lines: readonly SubmittedLine[] }
  | { do: 'complete' }
  | { do: 'sign'; batch: string; lines: readonly Line[] };

/**
 * @param batches those of the open ones that were loaded, in their order
 * @param isFirst no earlier run of the same property still holds money
 */
export function planRun(run: RunState, batches: readonly BatchState[], isFirst: boolean): RunAction[] {
  if (run.phase === 'none') return [];
  if (run.phase === 'created') return isFirst && !run.paused ? [{ do: 'list' }] : [];
  // What was sent is concluded also while the run pauses.
  const actions: RunAction[] = batches.flatMap(({ batch, lines }) => {
    const submitted = [...lines.values()].filter(isSubmitted);
    return submitted.length > 0 ? [{ do: 'conclude' as const, batch, lines: submitted }] : [];
  });
  if (run.phase === 'started' && [...run.open].every((batch) => batch === FEE_BATCH)) actions.push({ do: 'complete' });
  if (run.paused) return actions;
  for (const { batch, lines } of batches) {
    // The fee comes last: what holds it up holds up no holder.
    if (batch === FEE_BATCH && run.open.size > 1) continue;
    const waiting = [...lines.values()].filter(({ state }) => state === 'waiting');
    if (waiting.length > 0) actions.push({ do: 'sign', batch, lines: waiting });
  }
  return actions;
}

/** Batches that are worked on at a time: a line that lingers in one does not hold up the next. */
export const BATCHES_AT_ONCE = 4;

export const batchesToLoad = ({ open }: RunState): string[] => [...open].slice(0, BATCHES_AT_ONCE);

/** Tickets of the escrow that all windows together may hold. */
export const TICKETS_IN_WINDOWS = 200;
/** This part of the room in a ledger is left to purchases. */
const LEFT_TO_PURCHASES = 0.25;

/** Lines that may be sent now, by the room that the node's open ledger has left. */
export const windowSize = (room: number): number =>
  Math.min(TICKETS_IN_WINDOWS, Math.floor(room * (1 - LEFT_TO_PURCHASES)));
