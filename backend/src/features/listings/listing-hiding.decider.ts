/**
 * What hides a listing: an admin, a hold on its owner by the case desk, or an overdue payment that its owner owes back.
 */
import type { ListingEvent } from '@tknest/contracts/events';
import { propertyNotFound } from './property-not-found.js';

export interface Hiding {
  /** Hidden for any reason. */
  hidden: boolean;
  /** Hidden while the case desk has its owner on hold. */
  held: boolean;
  /** Hidden while its owner is overdue with a payment that is owed back. */
  overdue: boolean;
  /** Why an admin or the case desk hides it, independent of what its owner owes. */
  hiddenFor: string | null;
}

export const notHidden: Hiding = { hidden: false, held: false, overdue: false, hiddenFor: null };

type Listing = Hiding & { exists: boolean; propertyId: number };
type HidingEvent = Extract<ListingEvent, { type: 'ListingHidden' | 'ListingShown' }>;

const HELD = 'The landlord is on hold until the case desk decides';
const OVERDUE = 'The landlord owes a payment back and is overdue';

/** Hides a listing, or shows it again, for an admin. Idempotent. */
export function hideListing(command: { hidden: boolean; reason: string }, state: Listing): HidingEvent[] {
  if (!state.exists) throw propertyNotFound();
  const isSo = command.hidden ? state.hiddenFor !== null : !state.hidden;
  if (isSo) return [];
  const data = { propertyId: state.propertyId, reason: command.reason };
  return [command.hidden ? { type: 'ListingHidden', data } : { type: 'ListingShown', data }];
}

/** The case desk puts the owner on hold, or releases them. What an admin hid stays hidden. */
export function holdListing(held: boolean, state: Listing): HidingEvent[] {
  if (held) return hideListing({ hidden: true, reason: HELD }, state);
  return state.held ? hideListing({ hidden: false, reason: 'The case desk released the landlord' }, state) : [];
}

/** The owner is overdue with a payment that is owed back, or has paid it. What others hid stays hidden. */
export function overdueListing(overdue: boolean, state: Listing): HidingEvent[] {
  const { exists, propertyId, hiddenFor } = state;
  if (!exists || state.overdue === overdue) return [];
  if (overdue) return [{ type: 'ListingHidden', data: { propertyId, reason: OVERDUE } }];
  const shown: HidingEvent = { type: 'ListingShown', data: { propertyId, reason: 'The landlord has paid it back' } };
  return hiddenFor === null ? [shown] : [shown, { type: 'ListingHidden', data: { propertyId, reason: hiddenFor } }];
}

export function evolveHiding({ overdue, hiddenFor, held }: Hiding, { type, data }: HidingEvent): Hiding {
  if (type === 'ListingShown') return notHidden;
  if (data.reason === OVERDUE) return { hidden: true, held, hiddenFor, overdue: true };
  return { hidden: true, held: data.reason === HELD, hiddenFor: data.reason, overdue };
}
