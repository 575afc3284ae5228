/**
 * What hides a listing: an admin, a hold on its landlord by the compliance desk, or an overdue refund that its landlord
 * owes.
 */
import type { ListingEvent } from '@tknest/contracts/events';
import { propertyNotFound } from './property-not-found.js';

export interface Hiding {
  /** Hidden for any reason. */
  hidden: boolean;
  /** Hidden while the compliance desk has its landlord on hold. */
  held: boolean;
  /** Hidden while its landlord is overdue with a refund. */
  overdue: boolean;
  /** Why an admin or the compliance desk hides it, independent of overdue refunds. */
  hiddenFor: string | null;
}

export const notHidden: Hiding = { hidden: false, held: false, overdue: false, hiddenFor: null };

type Listing = Hiding & { exists: boolean; propertyId: number };
type HidingEvent = Extract<ListingEvent, { type: 'ListingHidden' | 'ListingShown' }>;

/** Anybody may read it, so it says no more than an admin's reason would. */
const HELD = 'The platform is checking this listing';
const OVERDUE = 'The landlord owes a payment back and is overdue';

/** Hides a listing for an admin, even one already hidden for another reason, or shows it again. Idempotent. */
export function hideListing(command: { hidden: boolean; reason: string }, state: Listing): HidingEvent[] {
  if (!state.exists) throw propertyNotFound();
  const isSo = command.hidden ? ofAdmin(state) !== null : !state.hidden;
  if (isSo) return [];
  return [command.hidden ? hide(state, command.reason) : show(state, command.reason)];
}

/** The compliance desk puts the landlord on hold, or releases them. What others hid stays hidden. */
export function holdListing(held: boolean, state: Listing): HidingEvent[] {
  if (!state.exists) throw propertyNotFound();
  if (held) return state.hiddenFor === null ? [hide(state, HELD)] : [];
  return state.held ? showUnless({ ...state, held: false }, 'The check is complete') : [];
}

/** The landlord is overdue with a refund, or has paid it. What others hid stays hidden. */
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
