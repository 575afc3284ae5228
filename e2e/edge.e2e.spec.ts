import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWithEverybody, type Cast } from './support/cast.js';
import { Program } from './support/program.js';

/** What stands between the calls and the features: brakes, limits, refusals and what is said of them. */
const program = new Program();
let people: Cast;

beforeAll(async () => {
  people = await startWithEverybody(program);
  for (const name of ['Sample Court', 'Example Terrace', 'Specimen House']) await people.landlord.list({ name });
});
afterAll(() => program.remove());

const reason = 'The title of this house is disputed';
const brake = (path: string, body: object = { reason }) => people.admin.call('POST', `/api/admin/${path}`, { body });
const idsFor = async (person: Cast['visitor'], query = '') =>
  (await person.get(`/api/properties${query}`)).map(({ id }: { id: number }) => id);

describe('An admin’s brakes: each an event with a reason, each effective', () => {
  it('a hidden listing is not in the marketplace and not buyable, until it is shown again', async () => {
    const hidden = await brake('properties/2/hide');
    expect([hidden.status, hidden.body]).toEqual([200, expect.objectContaining({ id: 2, hidden: true })]);
    expect(await idsFor(people.visitor)).toEqual([3, 1]);
    expect((await people.investor.call('GET', '/api/properties/2')).status).toBe(404);
    const buy = { body: { tokensToPurchase: 1 } };
    expect((await people.investor.call('POST', '/api/properties/2/purchase', buy)).status).toBe(404);
    // The owner and the office see it and what became of it.
    expect(await idsFor(people.landlord, '?mine=true')).toEqual([3, 2, 1]);
    expect(await people.admin.get('/api/properties/2')).toMatchObject({ hidden: true, tokensAvailable: 0 });
    expect((await brake('properties/2/show')).body).toMatchObject({ hidden: false, tokensAvailable: 250 });
    expect(await idsFor(people.visitor)).toEqual([3, 2, 1]);
    const { events } = await people.auditor.get('/api/audit/events?stream=listing-2');
    expect(events.slice(1)).toMatchObject([
      { type: 'ListingHidden', data: { reason }, actor: { wallet: people.admin.address, role: 'admin' } },
      { type: 'ListingShown', data: { reason } },
    ]);
  });

  it('a listing that an admin closes cannot be bought, and says who closed it and why', async () => {
    expect((await brake('properties/3/close')).body).toMatchObject({ status: 'closed', tokensAvailable: 0 });
    const buy = await people.investor.call('POST', '/api/properties/3/purchase', { body: { tokensToPurchase: 1 } });
    expect([buy.status, buy.body.detail]).toEqual([409, 'This property is closed for participation']);
    const { events } = await people.auditor.get('/api/audit/events?stream=listing-3&type=ListingClosed');
    expect(events).toMatchObject([{ data: { reason: 'admin', explanation: reason } }]);
  });

  it.each(['hide', 'show', 'close'])('%s is an admin’s alone, asks for a reason and a listing', async (what) => {
    const path = `/api/admin/properties/1/${what}`;
    const statuses = [people.visitor, people.investor, people.landlord, people.auditor].map(
      async (person) => (await person.call('POST', path, { body: { reason } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403, 403, 403]);
    for (const none of [{}, { reason: ' '.repeat(40) }, { reason: 7 }])
      expect((await brake(`properties/1/${what}`, none)).body).toMatchObject({
        status: 400,
        errors: { reason: expect.arrayContaining(['Say why, in at least 10 characters']) },
      });
    expect((await brake(`properties/99/${what}`)).status).toBe(404);
  });
});
