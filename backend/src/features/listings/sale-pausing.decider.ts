/**
 * What pauses the sale of a listing, which stays visible: an admin, or the compliance desk's check of its landlord.
 * Nobody else can tell which of them it is.
 */
import type { ListingEvent } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import { propertyNotFound } from './property-not-found.js';

type PausingEvent = Extract<ListingEvent, { type: 'SalePaused' | 'SaleResumed' }>;
type Pauser = PausingEvent['data']['by'];

export interface Pausing {
  /** The sale goes on when nobody pauses it any more. */
  pausedBy: readonly Pauser[];
}
type Listing = Pausing & { exists: boolean; propertyId: number };

/** The same for every cause. */
export const SALE_PAUSED = {
  code: 'sale-paused',
  message: 'Sales of this property are paused. No money moved. Try again later.',
};

/** Idempotent. @throws Refused (404; 409 if an admin resumes what no admin paused) */
export function pauseSale(command: { by: Pauser; paused: boolean; reason: string }, state: Listing): PausingEvent[] {
  const { by, paused, reason } = command;
  if (!state.exists) throw propertyNotFound();
  if (state.pausedBy.includes(by) === paused) {
    if (by === 'admin' && !paused && state.pausedBy.length > 0)
      throw new Refused('conflict', 'No admin paused this sale. It resumes when the platform’s check is complete.');
    return [];
  }
  return [{ type: paused ? 'SalePaused' : 'SaleResumed', data: { propertyId: state.propertyId, by, reason } }];
}

export function evolvePausing({ pausedBy }: Pausing, { type, data }: PausingEvent): Pausing {
  const others = pausedBy.filter((one) => one !== data.by);
  return { pausedBy: type === 'SalePaused' ? [...others, data.by] : others };
}
