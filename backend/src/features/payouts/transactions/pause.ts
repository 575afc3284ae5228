/** Pauses a run and opens a case for it. */
import type { PayoutRunEvent } from '@tknest/contracts/events';
import { writeTo } from '#platform/event-store/commit-once.js';
import type { EventStore, StreamWrite } from '#platform/event-store/event-store.js';
import type { Loaded } from '#platform/event-store/folding.js';
import { closing, opening, type OpenCase } from '#features/operations-cases/rules.public.js';
import type { Commit } from '#platform/ledger/transactions/group.js';
import type { RunState } from '../runs/run.state.js';
import type { Obstacle } from './obstacles.js';
import type { PayoutPorts } from './ports.js';

export const pausedEvent = ({ runId }: RunState, { cause, reason }: Obstacle): PayoutRunEvent => ({
  type: 'PayoutRunPaused',
  data: { runId, cause, reason },
});

const caseOf = ({ runId, propertyId }: RunState, { cause, reason }: Obstacle): OpenCase => ({
  kind: 'payout-paused',
  subject: runId,
  propertyId,
  summary: `A payout run pauses: ${reason}`,
  details: { cause },
});

export const openingPauseCase = (store: EventStore, run: RunState, found: Obstacle): Promise<StreamWrite[]> =>
  opening(store, caseOf(run, found));

/** Pauses the run. */
export const pausing = (ports: PayoutPorts, run: Loaded<RunState>, found: Obstacle): Commit => ({
  decidedOn: run,
  writes: async () => [
    writeTo(run, [pausedEvent(run.state, found)]),
    ...(await openingPauseCase(ports.store, run.state, found)),
  ],
});

/** Resumes the run and closes the case that the pause opened. */
export const goingOn = (ports: PayoutPorts, run: Loaded<RunState>): Commit => {
  const reason = 'The ledger shows that it can continue.';
  const about = { kind: 'payout-paused', subject: run.state.runId } as const;
  return {
    decidedOn: run,
    writes: async () => [
      writeTo(run, [{ type: 'PayoutRunResumed', data: { runId: run.state.runId, reason } }]),
      ...(await closing(ports.store, about, { resolution: 'corrected', note: reason })),
    ],
  };
};

/** A pause is checked again after a quarter of its age, within these limits in milliseconds. */
const LOOK_MS = { min: 3_000, max: 60_000, ofAge: 1 / 4 };
export const nextLookAt = ({ pausedAt }: RunState, now: Date): number =>
  Math.min(Math.max((now.getTime() - pausedAt.getTime()) * LOOK_MS.ofAge, LOOK_MS.min), LOOK_MS.max);
