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

/** Hides a listing, also one that is on hold, or shows it again, for an admin. Idempotent. */
export function hideListing(command: { hidden: boolean; reason: string }, state: Listing): HidingEvent[] {
  if (!state.exists) throw propertyNotFound();
  const isSo = command.hidden ? ofAdmin(state) !== null : !state.hidden;
  if (isSo) return [];
  return [command.hidden ? hide(state, command.reason) : show(state, command.reason)];
}

/** The case desk puts the owner on hold, or releases them. What others hid stays hidden. */
export function holdListing(held: boolean, state: Listing): HidingEvent[] {
  if (!state.exists) throw propertyNotFound();
  if (held) return state.hiddenFor === null ? [hide(state, HELD)] : [];
  return state.held ? showUnless({ ...state, held: false }, 'The case desk released the landlord') : [];
}

/** The owner is overdue with a payment that is owed back, or has paid it. What others hid stays hidden. */
export function overdueListing(overdue: boolean, state: Listing): HidingEvent[] {
  if (!state.exists || state.overdue === overdue) return [];
  return overdue ? [hide(state, OVERDUE)] : showUnless({ ...state, overdue: false }, 'The landlord has paid it back');
}

const hide = ({ propertyId }: Listing, reason: string): HidingEvent => ({
  type: 'ListingHidden',
  data: { propertyId, reason },
});
const show = ({ propertyId }: Listing, reason: string): HidingEvent => ({
  type: 'ListingShown',
  data: { propertyId, reason },
});

/** Why an admin hides it; null if no admin does. */
const ofAdmin = ({ hiddenFor }: Hiding): string | null => (hiddenFor === HELD ? null : hiddenFor);

/** Shows it, and hides it again for each reason that is left. */
function showUnless(left: Listing, reason: string): HidingEvent[] {
  const reasons = [left.held ? HELD : null, ofAdmin(left), left.overdue ? OVERDUE : null];
  return [show(left, reason), ...reasons.flatMap((one) => (one === null ? [] : [hide(left, one)]))];
}

export function evolveHiding({ overdue, hiddenFor, held }: Hiding, { type, data }: HidingEvent): Hiding {
  if (type === 'ListingShown') return notHidden;
  if (data.reason === OVERDUE) return { hidden: true, held, hiddenFor, overdue: true };
  return { hidden: true, held: held || data.reason === HELD, hiddenFor: data.reason, overdue };
}
