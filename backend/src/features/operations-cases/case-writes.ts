/** Writes that open and close cases in the same commit as the event behind them. */
import type { CaseOpened } from '@tknest/contracts/events';
import { writeTo } from '#platform/event-store/commit-once.js';
import type { EventStore, StreamWrite } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import {
  caseFold,
  caseIdOf,
  caseStream,
  openCase,
  resolveCase,
  takesTwo,
  type OpenCase,
  type ResolveCase,
} from './case.decider.js';

/** Opens a case, unless it is already open or was resolved for good. */
export async function opening(store: EventStore, command: OpenCase): Promise<StreamWrite[]> {
  const loaded = await load(store, caseFold(caseIdOf(command)));
  const events = openCase(command, loaded.state);
  return events.length > 0 ? [writeTo(loaded, events)] : [];
}

/**
 * Closes a case, unless a person has closed it before. @throws Error if this answer takes two people, because the case
 * would reopen at once
 */
export async function closing(
  store: EventStore,
  about: Pick<OpenCase, 'kind' | 'subject'>,
  resolution: ResolveCase,
): Promise<StreamWrite[]> {
  const caseId = caseIdOf(about);
  if (takesTwo(about.kind, resolution.resolution)) throw new Error(`Closing ${caseId} this way takes two people`);
  const loaded = await load(store, caseFold(caseId));
  return loaded.state.status === 'open' ? [writeTo(loaded, resolveCase(caseId, resolution, loaded.state))] : [];
}

/** What a case was first opened with; null if it was not opened. */
export async function openedCase(store: EventStore, caseId: string): Promise<CaseOpened['data'] | null> {
  for await (const { type, data } of store.read(caseStream(caseId), { limit: 1 }))
    if (type === 'CaseOpened') return data as CaseOpened['data'];
  return null;
}
