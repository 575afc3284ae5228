/** A run that stands still, and the case that a person looks at. */
import type { PayoutRunEvent } from '@tknest/contracts/events';
import { commitOnce, writeTo } from '../../../platform/event-store/commit-once.js';
import type { EventStore, StreamWrite } from '../../../platform/event-store/event-store.js';
import type { Loaded } from '../../../platform/event-store/folding.js';
import { opening, type OpenCase } from '../../cases/case.public.js';
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

/** @returns false where the run had moved */
export async function pause(ports: PayoutPorts, run: Loaded<RunState>, found: Obstacle): Promise<boolean> {
  const writes = [
    writeTo(run, [pausedEvent(run.state, found)]),
    ...(await openingPauseCase(ports.store, run.state, found)),
  ];
  const at = { decidedOn: run, correlationId: null, businessDate: await ports.businessDate() };
  return (await commitOnce(ports.store, at, writes)).done;
}
