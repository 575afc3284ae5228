import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays } from '@tknest/contracts/money';
import { SAMPLE_LISTING, until, type Person } from '../scripts/lib/platform-client.mjs';
import { ProgramAsLive } from './support/as-live.js';
import { controlBy, REASON } from './support/cast.js';
import { DatabaseOwner } from './support/database-owner.js';
import { operationsOf } from './support/generated-calls.js';
import { SHORT_LIST } from './support/short-list.js';
import { compareTwins, masked, type Twin } from './support/twins.js';

/**
 * An undecided hit is told to nobody. Two people own and owe the same, and their new applications wait for an officer;
 * the name in one of them is on a sanctions list. Through a month, every call that reads is asked as themselves, as a
 * counterparty, as a stranger and as a visitor, and answers the same about both but for ids and times.
 */
const program = new ProgramAsLive({ ...SHORT_LIST, KYC_POLICY: '' });
const TERMS = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };
const LISTED = { firstName: 'Nicolas', lastName: 'Maduro Moros', dateOfBirth: '1962-11-23' };
const CLEAN = { firstName: 'Ida', lastName: 'Quillfeather', dateOfBirth: '1962-11-24' };
const BUY = { tokensToPurchase: 1 };
/** They never end, sign the caller in or out, or tell machines how the program is. */
const NOT_ASKED = /^\/(metrics|api\/(live|health|auth\/))/;

let owner: DatabaseOwner;
let paths: string[];
let twins: [Twin, Twin];
let others: Record<'counterparty' | 'landlord' | 'stranger' | 'visitor', Person>;
let admin: Person;
let officer: Person;

const landlordOf = (person: Person) => program.personFor({ address: person.address! }).signIn('landlord');
const pay = async (from: Person, to: Person, amount: number) => {
  const { paymentId } = await from.post('/api/rlusd/process-payment', { recipientWallet: to.address, amount });
  expect(await from.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
  return paymentId as string;
};

const documentsOf = async (person: Person): Promise<string[]> =>
  (await person.get('/api/kyc/documents')).map(({ id }: { id: string }) => id);
const collect = (landlord: Person, propertyId: number, autoPayEnabled: boolean) =>
  landlord.post('/api/loan/setup-autopay', { propertyId, autoPayEnabled });

beforeAll(async () => {
  await program.start();
  owner = new DatabaseOwner(program);
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  const people = await Promise.all(Array.from({ length: 5 }, () => program.newPerson({ xrp: 100, rlusd: 50_000 })));
  const [one, other, counterparty, stranger, keeper] = people as [Person, Person, Person, Person, Person];
  for (const person of people) await person.signIn(person === keeper ? 'landlord' : 'investor');
  for (const person of [one, other, counterparty]) await person.verify('investor');
  for (const person of [one, other, keeper]) await person.verify('landlord');
  others = { counterparty, landlord: keeper, stranger, visitor: program.visitor() };
  const { id: rented } = await keeper.list({ ...TERMS, name: 'Common House' });
  await counterparty.buy(rented, 20);
  const deposit = async (person: Person, propertyId: number, amount: number) =>
    person.seeThrough((await person.post('/api/rlusd/deposit', { propertyId, amount })).paymentId);
  const bought = [await one.buy(rented, 10), await other.buy(rented, 10)];
  const founded = async (person: Person, name: string, { id: purchase }: { id: string }): Promise<Twin> => {
    const landlord = await landlordOf(person);
    const [lent, open] = [
      await landlord.list({ ...TERMS, name }),
      await landlord.list({ ...TERMS, name: `${name} 2` }),
    ];
    const sold = [(await counterparty.buy(lent.id, 10)).id, (await counterparty.buy(open.id, 1)).id];
    await landlord.post(`/api/properties/${lent.id}/close`);
    const { id: deposited } = await deposit(landlord, lent.id, 200);
    await collect(landlord, lent.id, true);
    const paid = [await pay(person, counterparty, 5), await pay(counterparty, person, 7)];
    await counterparty.post('/api/watchlist', { propertyId: open.id, watched: true });
    return {
      investor: person,
      landlord,
      words: [`${name} 2`, name],
      properties: [lent.id, open.id, rented],
      payments: [purchase, ...sold, deposited, ...paid],
      runs: [],
      documents: [],
    };
  };
  twins = [await founded(one, 'Amber Court', bought[0]), await founded(other, 'Beryl Court', bought[1])];
  // One installment: in the next month nothing is due to them from there.
  await others.landlord.post(`/api/properties/${rented}/close`);
  const { monthlyPaymentAmount } = await others.landlord.get(`/api/loan/${rented}`);
  await deposit(others.landlord, rented, monthlyPaymentAmount);
  await collect(others.landlord, rented, true);
  admin = await program.personOf('admin').signIn('investor');
  officer = await program.personOf('compliance').signIn('investor');
  paths = operationsOf(await others.visitor.get('/api/openapi.json'))
    .filter(({ method, path }) => method === 'GET' && !NOT_ASKED.test(path))
    .map(({ path }) => path);
  paths.push('/', '/properties', '/properties/{propertyId}');
});
afterAll(async () => {
  await owner?.close();
  await program.remove();
});

/** The newest case of somebody's application. */
async function caseOf({ address }: Person): Promise<{ id: string; revision: number; hits: object[] }> {
  const cases = await officer.get('/api/compliance/cases?state=open');
  const { id } = cases.find(({ wallet }: { wallet: string }) => wallet === address);
  return officer.get(`/api/compliance/cases/${id}`);
}

/**
 * A month passes in the sandbox, and what falls due in it is paid.
 * @param own how many runs of a twin's loan there are then
 * @param common how many of the one they have lent to
 */
async function aMonthLater(own: number, common: number): Promise<void> {
  await program.continue('sandbox');
  const { nextPaymentDue } = await twins[0].landlord.get(`/api/loan/${twins[0].properties[0]}`);
  const date = addDays(nextPaymentDue, 1);
  expect(await admin.post('/api/admin/business-date', { date })).toEqual({ date });
  for (const twin of twins) await untilPaid(twin, own, common);
}

/** The runs of a twin's loan, and of the one they have lent to, so many of each. */
async function untilPaid(twin: Twin, own: number, common: number): Promise<void> {
  const [lent, , rented] = twin.properties;
  twin.runs = [];
  for (const [property, runs] of [[lent, own] as const, [rented, common] as const]) {
    const paid = async (): Promise<{ id: string; status: string }[]> =>
      admin.get(`/api/payouts?propertyId=${property}`);
    const all = (found: { status: string }[]) =>
      found.length === runs && found.every(({ status }) => status === 'completed');
    twin.runs.push(...(await until(paid, all, `${runs} runs of property ${property}`)).map(({ id }) => id));
  }
}

async function expectTwins(): Promise<void> {
  await program.readModelsCaughtUp();
  for (const twin of twins) twin.documents = await documentsOf(twin.investor);
  const compared = await compareTwins(twins, others, paths, () => owner.query('delete from platform.rate_limits'));
  expect(compared.differences).toEqual([]);
  expect(compared.answered).toBeGreaterThan(400);
  expect(compared.rows).toBeGreaterThan(100);
}

/** What a call that changes something answers. */
async function saidTo(person: Person, path: string, body: object, twin: Twin, other: Twin): Promise<string> {
  await owner.query('delete from platform.rate_limits');
  const { status, body: answer } = await person.call('POST', path, { body });
  return masked(JSON.stringify({ status, answer }), twin, other);
}

/** Both are asked the same, as themselves or about them. */
async function expectSaid(act: (twin: Twin) => readonly [Person, string, object]): Promise<string> {
  const [one, other] = twins;
  const said = [await saidTo(...act(one), one, other), await saidTo(...act(other), other, one)];
  expect(said[0]).toBe(said[1]);
  return said[0]!;
}

describe('two people, one of whom a sanctions list names', () => {
  it('are told the same after a month of rent, while nobody knows', async () => {
    await aMonthLater(1, 1);
    // From here on nobody pays them rent: a share of somebody with a hit waits, which its holder can see.
    await collect(others.landlord, twins[0].properties[2]!, false);
    await program.continue('live');
    await expectTwins();
  });

  it('are told the same while their new applications wait for an officer, of which one is a hit', async () => {
    await admin.signIn('investor');
    for (const [index, { investor }] of twins.entries()) {
      const path = `users/${investor.address}/revoke-verification`;
      for (const role of ['investor', 'landlord'])
        expect((await controlBy(admin, path, { role, reason: REASON })).status).toBe(200);
      const name = index === 0 ? LISTED : CLEAN;
      twins[index]!.words.push(name.firstName, name.lastName);
      for (const role of ['investor', 'landlord'])
        expect(await investor.verify(role, name)).toMatchObject({ status: 'pending', riskLevel: 'medium' });
    }
    // The office sees the difference.
    await officer.signIn('investor');
    const hits = await Promise.all(twins.map(({ investor }) => caseOf(investor)));
    expect(hits.map(({ hits: found }) => found.length > 0)).toEqual([true, false]);
    await expectTwins();
  });

  it('are answered the same, whatever they begin', async () => {
    const { counterparty } = others;
    const [, , rented] = twins[0].properties;
    const payment = (to: Person) => ['/api/rlusd/process-payment', { recipientWallet: to.address, amount: 3 }] as const;
    const ofOwn = (at: string) => (twin: Twin) =>
      [twin.landlord, at, { propertyId: twin.properties[0], amount: 10 }] as const;
    const acts: ((twin: Twin) => readonly [Person, string, object])[] = [
      ({ investor }) => [investor, `/api/properties/${rented}/purchase`, BUY],
      ({ investor }) => [investor, ...payment(counterparty)],
      ({ landlord }) => [landlord, '/api/properties', { ...SAMPLE_LISTING, name: 'New House' }],
      ofOwn('/api/rlusd/deposit'),
      ofOwn('/api/loan/withdraw-deposit'),
      ({ investor }) => [investor, '/api/kyc/screen-name', { name: 'Orla Example' }],
      ({ investor }) => [investor, '/api/kyc/erasure', {}],
      ({ investor }) => [investor, '/api/kyc/erasure/stop', {}],
    ];
    const said: string[] = [];
    for (const act of acts) said.push(await expectSaid(act));
    expect(said.map((one) => JSON.parse(one).status)).toEqual([403, 403, 403, 403, 403, 403, 200, 200]);
    expect(said[1]).toContain('being reviewed');
    await expectTwins();
  });

  it('are told the same when an officer has asked both of them for a document', async () => {
    await officer.signIn('investor');
    for (const { investor } of twins) {
      const { id, revision } = await caseOf(investor);
      const decided = { decision: 'ask', reason: 'Please send a bill that shows your address', revision };
      expect((await officer.call('POST', `/api/compliance/cases/${id}/decide`, { body: decided })).status).toBe(200);
    }
    await expectTwins();
  });

  it('are told the same a month later, in which both have repaid', async () => {
    await aMonthLater(2, 1);
    const { payoutEscrow: investorWallet } = program.runtime.accounts;
    for (const { landlord, payments, properties } of twins) {
      const order = { propertyId: properties[0], paybackAmount: 100, investorWallet, type: 'loan_payback' };
      const { paymentId } = await landlord.post('/api/rlusd/payback', order);
      expect(await landlord.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
      payments.push(paymentId);
    }
    for (const twin of twins) await untilPaid(twin, 3, 1);
    await program.continue('live');
    await expectTwins();
  });
});
