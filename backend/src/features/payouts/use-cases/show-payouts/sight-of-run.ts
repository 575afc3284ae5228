import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { isOffice, type Session } from '#platform/sessions/session.js';
import { listingFold } from '#features/listings/rules.public.js';
import { runFold } from '../../runs/run.state.js';

/** Whether a caller may see everybody's lines of a run: the office, and the landlord of its property. From the log. */
export async function seesAllLines(store: EventStore, session: Session, runId: string): Promise<boolean> {
  const { exists, propertyId } = (await load(store, runFold(runId))).state;
  if (!exists || isOffice(session)) return exists;
  if (propertyId === null) return false;
  return (await load(store, listingFold(propertyId))).state.owner === session.wallet;
}
