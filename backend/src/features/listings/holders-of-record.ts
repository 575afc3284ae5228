import type { EventStore, Position } from '#platform/event-store/event-store.js';
import { listingStream } from './listing.decider.js';

/**
 * How many tokens of a property each wallet held at a position of the log, from the register itself: issued and
 * allocated, less redeemed.
 * @returns tokens by wallet, without wallets that hold none
 */
export async function holdersOfRecord(
  store: EventStore,
  propertyId: number,
  until: Position,
): Promise<ReadonlyMap<string, number>> {
  const held = new Map<string, number>();
  for await (const { type, data, position } of store.read(listingStream(propertyId))) {
    if (position > until) break;
    const by = BY[type] ?? 0;
    if (by !== 0) held.set(data.wallet, (held.get(data.wallet) ?? 0) + by * data.tokens);
  }
  return new Map([...held].filter(([, tokens]) => tokens > 0));
}

/** Events of the register that change a wallet's holding, and in which direction. */
const BY: Record<string, 1 | -1> = { TokensPurchased: 1, TokensRedeemed: -1 };
