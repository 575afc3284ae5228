import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WATCHLIST } from '@tknest/contracts/rules';
import { fact, NoticeWorld, of } from '#test/support/notice-world.js';
import { ShowWatchlist, ShowWatchlistHandler, Watch, WatchHandler } from './watch.command.js';

let world: NoticeWorld;
beforeAll(async () => {
  world = await NoticeWorld.open();
  await world.db.query(
    `insert into properties (id, owner, name, address, monthly_rent, funding_goal, funding_purpose, term_months,
       monthly_rate, token_price, token_count, payout_per_token, redemption_clause, tokens_sold, tokens_reserved, status,
       hidden, created_at)
     select n, 'rOwner', 'House ' || n, 'x', 1, 1, 'x', 12, 6.5, 100, 100, 1, 'x', 0, 0, 'open', n = 99, 'x'
     from generate_series(1, 99) n`,
  );
});
afterAll(() => world?.close());

const watch = (wallet: string, propertyId: number, watched = true) =>
  new WatchHandler(world.db, world.state).execute(new Watch(of(wallet), { propertyId, watched }));
const list = (propertyId: number) =>
  fact('ListingCreated', { propertyId, name: `House ${propertyId}`, owner: 'rOwner', tokenCount: 100 });
const bought = (propertyId: number, tokens: number) =>
  fact('TokensPurchased', { propertyId, wallet: 'rBuyer', tokens });
const paused = (propertyId: number, by: 'admin' | 'check', type = 'SalePaused') => fact(type, { propertyId, by });

describe('a watched property', () => {
  it('tells once that its sale is about to end, and that it goes on again', async () => {
    await world.happen(list(1), bought(1, 40));
    await watch('rWatcher', 1);
    await world.happen(bought(1, 49), paused(1, 'admin'), paused(1, 'check'), paused(1, 'admin', 'SaleResumed'));
    expect(await world.told('rWatcher')).toEqual([]);
    await world.happen(paused(1, 'check', 'SaleResumed'));
    expect(await world.told('rWatcher')).toEqual(['sale-resumed']);
    await world.happen(bought(1, 1), bought(1, 1));
    expect(await world.told('rWatcher')).toEqual(['sale-ending', 'sale-resumed']);
    const [newest] = await world.listFor('rWatcher');
    expect([newest?.title, newest?.text, newest?.link]).toEqual([
      'House 1 is almost sold out',
      'You watch this property. It has 10 tokens left.',
      '/properties/1',
    ]);
    expect(await world.unread('rWatcher')).toBe(2);
    expect(await world.told('rSomebody')).toEqual([]);
  });
  it('tells nothing while it is hidden, of an ended sale, and from before it was watched', async () => {
    await world.happen(list(2), bought(2, 95), paused(2, 'admin'), paused(2, 'admin', 'SaleResumed'));
    await watch('rLate', 2);
    expect(await world.told('rLate')).toEqual([]);
    await world.happen(
      fact('ListingHidden', { propertyId: 2 }),
      paused(2, 'admin'),
      paused(2, 'admin', 'SaleResumed'),
      fact('ListingClosed', { propertyId: 2, tokensSold: 95 }),
      fact('ListingShown', { propertyId: 2 }),
    );
    expect(await world.told('rLate')).toEqual([]);
  });
  it('tells nothing more once it is no longer watched, and its topic can be turned off', async () => {
    await world.happen(list(3));
    await watch('rFormer', 3);
    await watch('rQuiet', 3);
    await world.state.wish('rQuiet', 'properties', { show: false });
    await watch('rFormer', 3, false);
    await world.happen(bought(3, 90));
    expect([await world.told('rFormer'), await world.told('rQuiet')]).toEqual([[], []]);
    expect(await world.state.watchersOf(3, '9223372036854775807')).toEqual(['rQuiet']);
  });
});

describe('a watchlist', () => {
  const shown = async (wallet: string) =>
    (await new ShowWatchlistHandler(world.state).execute(new ShowWatchlist(of(wallet)))).ids;
  it('has each property once, and only those that everybody can find', async () => {
    await watch('rList', 4);
    expect(await watch('rList', 4)).toEqual({ ids: [4] });
    for (const id of [99, 12_345]) await expect(watch('rList', id)).rejects.toMatchObject({ reason: 'not-found' });
    expect(await watch('rList', 12_345, false)).toEqual({ ids: [4] });
    expect(await shown('rOther')).toEqual([]);
  });
  it('is full at its limit, and watching again what is in it is no new place', async () => {
    for (let id = 1; id <= WATCHLIST.max; id++) await watch('rFull', id);
    await expect(watch('rFull', 60)).rejects.toMatchObject({ reason: 'conflict' });
    expect((await watch('rFull', 7)).ids).toHaveLength(WATCHLIST.max);
    await watch('rFull', 7, false);
    expect((await watch('rFull', 60)).ids).toHaveLength(WATCHLIST.max);
  });
  it('goes with the person', async () => {
    await world.state.forget('rFull');
    expect(await shown('rFull')).toEqual([]);
  });
});
