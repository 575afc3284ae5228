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
type HidingEvent = Extract<ListingEvent, { type: 'ListingHidden' | 'ListingShown' }>;

const OVERDUE = 'The landlord owes a payment back and is overdue';

/** Hides a listing for an admin, even one already hidden for another reason, or shows it again. Idempotent. */
export function hideListing(command: { hidden: boolean; reason: string }, state: Listing): HidingEvent[] {
  if (!state.exists) throw propertyNotFound();
  const isSo = command.hidden ? state.hiddenFor !== null : !state.hidden;
  if (isSo) return [];
  return [command.hidden ? hide(state, command.reason) : show(state, command.reason)];
}

/** The landlord is overdue with a refund, or has paid it. What others hid stays hidden. */
export function overdueListing(overdue: boolean, state: Listing): HidingEvent[] {
  if (!state.exists || state.overdue === overdue) return [];
  if (overdue) return [hide(state, OVERDUE)];
  const shown = show(state, 'The landlord has paid it back');
  return state.hiddenFor === null ? [shown] : [shown, hide(state, state.hiddenFor)];
}

const hide = ({ propertyId }: Listing, reason: string): HidingEvent => ({
  type: 'ListingHidden',
  data: { propertyId, reason },
});
const show = ({ propertyId }: Listing, reason: string): HidingEvent => ({
  type: 'ListingShown',
  data: { propertyId, reason },
});

export function evolveHiding({ overdue, hiddenFor }: Hiding, { type, data }: HidingEvent): Hiding {
  if (type === 'ListingShown') return notHidden;
  if (data.reason === OVERDUE) return { hidden: true, hiddenFor, overdue: true };
  return { hidden: true, hiddenFor: data.reason, overdue };
}
