/** A run that stands still, and the case that a person looks at. */
import type { PayoutRunEvent } from '@tknest/contracts/events';
import { commitOnce, writeTo } from '../../../platform/event-store/commit-once.js';
import type { EventStore, StreamWrite } from '../../../platform/event-store/event-store.js';
import { load, type Loaded } from '../../../platform/event-store/folding.js';
import { caseFold, caseIdOf, openCase, resolveCase, type OpenCase } from '../../cases/cases.public.js';
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

/** Opens a case unless it stands open, or was settled for good. */
export async function openingCase(store: EventStore, found: OpenCase): Promise<StreamWrite[]> {
  const loaded = await load(store, caseFold(caseIdOf(found)));
  const events = openCase(found, loaded.state);
  return events.length > 0 ? [writeTo(loaded, events)] : [];
}

export const openingPauseCase = (store: EventStore, run: RunState, found: Obstacle): Promise<StreamWrite[]> =>
  openingCase(store, caseOf(run, found));

/** The run goes on: its case is closed, so that the next pause opens it anew. */
export async function closingPauseCase(store: EventStore, { runId }: RunState, note: string): Promise<StreamWrite[]> {
  const caseId = caseIdOf({ kind: 'payout-paused', subject: runId });
  const loaded = await load(store, caseFold(caseId));
  if (loaded.state.status !== 'open') return [];
  return [writeTo(loaded, resolveCase(caseId, { resolution: 'corrected', note }, loaded.state))];
}

/** @returns false where the run had moved */
export async function pause(ports: PayoutPorts, run: Loaded<RunState>, found: Obstacle): Promise<boolean> {
  const writes = [
    writeTo(run, [pausedEvent(run.state, found)]),
    ...(await openingPauseCase(ports.store, run.state, found)),
  ];
  const at = { decidedOn: run, correlationId: null, businessDate: await ports.businessDate() };
  return (await commitOnce(ports.store, at, writes)).done;
}
