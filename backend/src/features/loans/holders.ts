import type { ListingEvent } from '@tknest/contracts/events';
import type { EventStore } from '../../platform/event-store/event-store.js';
import { listingStream } from '../listings/listings.public.js';

/** Tokens by wallet, as the register of a property has them at this moment. */
export async function holdersOf(store: EventStore, propertyId: number): Promise<ReadonlyMap<string, number>> {
  const holders = new Map<string, number>();
  for await (const event of store.read(listingStream(propertyId))) {
    const { type, data } = event as unknown as ListingEvent;
    if (type === 'TokensPurchased') holders.set(data.wallet, (holders.get(data.wallet) ?? 0) + data.tokens);
  }
  return holders;
}
