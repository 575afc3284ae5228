import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { Projection } from '#platform/projections/projection.js';
import { upsertRows } from '#platform/projections/write-rows.js';
import { MarketPerson, MarketPosition, MarketProperty } from './market.entities.js';
import { foldMarket, keyOf, MARKET_EVENTS, MarketBook, type MarketEvent } from './market.fold.js';

/** Properties, people and holdings for the analyses: one row each, whatever the number of purchases. */
export const marketProjection: Projection<MarketEvent> = {
  name: 'market',
  version: 1,
  tables: ['market_properties', 'market_people', 'market_positions'],
  events: MARKET_EVENTS,
  onError: 'halt-stream',
  async apply(events, tx) {
    const book = await opened(events, tx);
    events.forEach((event) => foldMarket(book, event));
    const erased = [...book.erased];
    if (erased.length > 0) {
      await tx.delete(MarketPosition, { wallet: In(erased) });
      await tx.delete(MarketPerson, { wallet: In(erased) });
    }
    await upsertRows(tx, MarketProperty, book.properties.values());
    await upsertRows(tx, MarketPerson, book.people.values());
    await upsertRows(tx, MarketPosition, book.positions.values());
  },
};

/** The rows that these events may change. */
async function opened(events: readonly RecordedEvent[], tx: EntityManager): Promise<MarketBook> {
  const book = new MarketBook();
  const wallets = new Set<string>();
  const ids = new Set<number>();
  const pairs = new Map<string, readonly [wallet: string, propertyId: number]>();
  for (const { data } of events) {
    const { wallet, propertyId } = data as { wallet?: string; propertyId?: number | null };
    if (wallet) wallets.add(wallet);
    if (propertyId) ids.add(propertyId);
    if (wallet && propertyId) pairs.set(keyOf(wallet, propertyId), [wallet, propertyId]);
  }
  for (const row of await tx.findBy(MarketProperty, { propertyId: In([...ids]) }))
    book.properties.set(row.propertyId, row);
  for (const row of await tx.findBy(MarketPerson, { wallet: In([...wallets]) })) book.people.set(row.wallet, row);
  const asked = [...pairs.values()];
  const positions = await tx
    .createQueryBuilder(MarketPosition, 'p')
    .where('(p.wallet, p.property_id) in (select * from unnest(:wallets::text[], :ids::int[]))', {
      wallets: asked.map(([wallet]) => wallet),
      ids: asked.map(([, id]) => id),
    })
    .getMany();
  for (const row of positions) book.positions.set(keyOf(row.wallet, row.propertyId), row);
  return book;
}
