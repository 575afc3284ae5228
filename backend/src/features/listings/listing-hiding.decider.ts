/** What hides a listing: an admin, or an overdue refund that its landlord owes. */
import type { ListingEvent } from '@tknest/contracts/events';
import { propertyNotFound } from './property-not-found.js';

export interface Hiding {
  /** Hidden for any reason. */
  hidden: boolean;
  /** Hidden while its landlord is overdue with a refund. */
  overdue: boolean;
  /** Why an admin hides it, independent of overdue refunds. */
  hiddenFor: string | null;
}

export const notHidden: Hiding = { hidden: false, overdue: false, hiddenFor: null };

type Listing = Hiding & { exists: boolean; propertyId: number };
type HidingEvent = Extract<ListingEvent, { type: 'ListingHidden' | 'ListingShown' | 'RefundOverdue' }>;

const OVERDUE = 'The landlord owes a payment back and is overdue';

/** Hides a listing for an admin, even one already hidden for another reason, or shows it again. Idempotent. */
export function hideListing(command: { hidden: boolean; reason: string }, state: Listing): HidingEvent[] {
  if (!state.exists) throw propertyNotFound();
  const { hidden, hiddenFor, overdue } = state;
  if (command.hidden) return hiddenFor === null ? [hide(state, command.reason)] : [];
  if (overdue ? hiddenFor === null : !hidden) return [];
  return [show(state, command.reason), ...(overdue ? [hide(state, OVERDUE)] : [])];
}

/**
 * The landlord is overdue with a refund, or has paid it. What others hid stays hidden. Only workers write
 * `RefundOverdue`, because deposits cannot be withdrawn meanwhile; web processes write what hides a listing.
 */
export function overdueListing(overdue: boolean, state: Listing): HidingEvent[] {
  if (!state.exists) return [];
  const { propertyId, hidden, hiddenFor } = state;
  const hides = overdue && !hidden ? [hide(state, OVERDUE)] : [];
  if (state.overdue === overdue) return hides;
  const shows = overdue || hiddenFor !== null ? [] : [show(state, 'The landlord has paid it back')];
  return [{ type: 'RefundOverdue', data: { propertyId, overdue } }, ...hides, ...shows];
}

const hide = ({ propertyId }: Listing, reason: string): HidingEvent => ({
  type: 'ListingHidden',
  data: { propertyId, reason },
});
const show = ({ propertyId }: Listing, reason: string): HidingEvent => ({
  type: 'ListingShown',
  data: { propertyId, reason },
});

export function evolveHiding({ hidden, overdue, hiddenFor }: Hiding, { type, data }: HidingEvent): Hiding {
  if (type === 'RefundOverdue') return { hidden, hiddenFor, overdue: data.overdue };
  if (type === 'ListingShown') return { hidden: false, hiddenFor: null, overdue };
  if (data.reason === OVERDUE) return { hidden: true, hiddenFor, overdue };
  return { hidden: true, hiddenFor: data.reason, overdue };
}
