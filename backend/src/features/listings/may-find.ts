import { Refused } from '#platform/domain/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { isOffice, type Session } from '#platform/sessions/session.js';
import { alarm } from '#platform/telemetry/security-log.js';
import { holdersOfRecord } from './holders-of-record.js';
import { listingFold, type ListingState } from './listing.decider.js';
import { propertyNotFound } from './property-not-found.js';
import type { Property } from './read-models/property/property.entity.js';

/**
 * The listing of a row as the log has it, if the caller may find it: only its landlord, the office and holders of its
 * tokens find a hidden one. The row decides nothing; one that names another landlord is a security event.
 * @throws Refused (404)
 */
export async function mayFind(
  store: EventStore,
  row: Pick<Property, 'id' | 'owner'> | null,
  session: Session | null,
): Promise<ListingState> {
  if (!row) throw propertyNotFound();
  const { state } = await load(store, listingFold(row.id));
  if (!state.exists || state.owner !== row.owner) {
    alarm('read-model-refused');
    throw propertyNotFound();
  }
  if (state.hidden && !isNear(state, session) && !(await holds(store, row.id, session))) throw propertyNotFound();
  return state;
}

async function holds(store: EventStore, propertyId: number, session: Session | null): Promise<boolean> {
  return session !== null && (await holdersOfRecord(store, propertyId, await store.head())).has(session.wallet);
}

/** The same, or null if the caller may not find it. */
export async function mayFindOrNot(...of: Parameters<typeof mayFind>): Promise<ListingState | null> {
  return mayFind(...of).catch((error: unknown) => {
    if (error instanceof Refused) return null;
    throw error;
  });
}

/** Whether the caller is the landlord or belongs to the office. */
export const isNear = ({ owner }: Pick<ListingState, 'owner'>, session: Session | null): boolean =>
  session !== null && (owner === session.wallet || isOffice(session));
