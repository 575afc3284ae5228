import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { bought, HOLDER, NEAR, of, propertyPages, VERIFIED } from '#test/support/property-pages.js';
import { Refused } from '#platform/domain/refused.js';
import type { Limit, RateLimiter } from '#platform/sessions/rate-limiter.js';
import type { Session } from '#platform/sessions/session.js';
import { PREVIEW } from './previews/preview-picture.js';
import { headOf, PropertyHeads } from './property-heads.js';
import { Property } from './read-models/property/property.entity.js';
import { ShowProfile } from './use-cases/show-profile/show-profile.query.js';

let pages: Awaited<ReturnType<typeof propertyPages>>;
beforeAll(async () => {
  pages = await propertyPages();
  await pages.list(3, { name: 'Hidden House' });
  await pages.told('2026-11-03', ...bought(3, HOLDER, 2));
  await pages.told('2026-11-04', { type: 'ListingHidden', data: { propertyId: 3, reason: 'Asked for' } });
  const name = '</title><script>alert(1)</script>';
  await pages.list(4, { name, address: `x, ${name}` });
});
afterAll(() => pages?.stop());

const looks: ShowProfile[] = [];
const queries = { execute: async (look: ShowProfile) => (looks.push(look), { id: look.propertyId }) } as never;
const config = { publicUrl: 'https://tknest.example' };
const NETWORK = '203.0.113.7';
/** @param most how many views a network has */
const heads = (most = 10) => {
  const limiter = {
    take: async ({ name }: Limit, who: string) => {
      expect([name, who]).toEqual(['property-profile', NETWORK]);
      if (most-- <= 0) throw new Refused('too-many', 'Too many attempts.');
      return async () => undefined;
    },
  };
  return new PropertyHeads(
    pages.instance.dataSource,
    config,
    pages.instance.store,
    queries,
    limiter as unknown as RateLimiter,
  );
};
const head = (id: string, session: Session | null = null) => heads().of(id, session, NETWORK);

it('has a visitor’s answers for a visitor, whom many others cost no further look', async () => {
  const one = heads();
  const answers = { 'api/properties/1/profile': { id: 1 } };
  for (let visit = 0; visit < 3; visit++) expect(await one.of('1', null, NETWORK)).toMatchObject({ answers });
  expect(looks).toEqual([new ShowProfile(1, null)]);
  expect((await one.of('1', NEAR['its landlord']!, NETWORK))!.answers).toBeUndefined();
});
it('has none for a network that has looked at too many, to which pages tell no more than calls do', async () => {
  const one = heads(1);
  const answersOf = async (id: string) => (await one.of(id, null, NETWORK))!.answers;
  expect(await answersOf('1')).toBeDefined();
  expect(await answersOf('4')).toBeUndefined();
  expect((await one.of('4', null, NETWORK))!.head).not.toBeNull();
  // What is known costs nothing.
  expect(await answersOf('1')).toBeDefined();
});
it('is what strangers may see: the city, the sale, the terms', async () => {
  expect(await head('1')).toMatchObject({
    head: {
      title: 'Sample Court',
      description:
        'A rental property in Springfield, IL: 0 of 100 tokens sold, 100.00 RLUSD each. 6.5% APR over 12 months from a monthly rent of 2,500.00 RLUSD.',
    },
  });
  const row = await pages.instance.dataSource.getRepository(Property).findOneByOrFail({ id: 4 });
  expect(headOf(row).description).toMatch(/^A rental property: 0 of/);
});
it('names its own address and a picture that changes with the sale', async () => {
  const { address, picture } = (await head('1'))!.head!;
  expect(address).toBe('https://tknest.example/properties/1');
  const alt = expect.stringContaining('0 of 100 tokens sold');
  expect(picture).toEqual({ ...PREVIEW, alt, address: 'https://tknest.example/api/previews/property-1.png?sold=0' });
  expect((await heads().fixed('landing'))!.head!.address).toBe('https://tknest.example/');
  expect((await heads().fixed('properties'))!.head!.picture.address).toMatch(/\/api\/previews\/properties\.png$/);
});
it('says that a sale has ended, with another picture', async () => {
  const { dataSource } = pages.instance;
  const told = async (more: Partial<Property>) => {
    await dataSource.getRepository(Property).update(1, more);
    const { description, picture } = (await head('1'))!.head!;
    return [/: (.*?), \d+ of/.exec(description)?.[1], picture.address.split('=')[1]];
  };
  expect(await told({ tokensSold: 10 })).toEqual([undefined, '10']);
  expect(await told({ pausedByAdmin: true })).toEqual(['sales paused', '10-sales-paused']);
  expect(await told({ status: 'closing' })).toEqual(['sale closed', '10-sale-closed']);
  expect(await told({ status: 'closed', tokensSold: 100 })).toEqual(['all tokens sold', '100-all-tokens-sold']);
  await dataSource.query("insert into property_moments (property_id, kind, date) values (1, 'paid-off', '2026-12-01')");
  expect(await told({ status: 'closed' })).toEqual(['loan paid off', '100-loan-paid-off']);
});
it('is nothing where nothing is there, and nothing of what is hidden', async () => {
  for (const id of ['99', '0', '01', 'abc', '9999999999', '1%20', '3']) expect(await head(id)).toBeNull();
  expect(await head('3', of(VERIFIED, 'investor'))).toBeNull();
  const near = [NEAR['its landlord']!, of(HOLDER, 'investor')];
  for (const session of near) expect(await head('3', session)).toEqual({ head: null });
});
