import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { Program } from './support/program.js';

/** Loans from the closing of a listing to the last cent, on the whole program. */
const program = new Program({});
let landlord: Person;
let investor: Person;
let other: Person;
let admin: Person;

beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  [landlord, other, investor, admin] = await Promise.all([
    program.personOf('landlord').signIn('landlord'),
    program.personOf('landlord', 1).signIn('landlord'),
    program.personOf('investor').signIn('investor'),
    program.personOf('admin').signIn('investor'),
  ]);
  await landlord.verify('landlord');
  await investor.verify('investor');
});
afterAll(() => program.remove());

/** 1,000 at 6.5 % over 12 months, which is 86.30 a month. */
const TERMS = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };
const refused = async (person: Person, path: string) => (await person.call('GET', path)).status;

/** A listing of which tokens are sold, closed by its owner. */
async function closedListing(...buyers: [Person, number][]): Promise<any> {
  const { id } = await landlord.list(TERMS);
  for (const [buyer, tokens] of buyers) await buyer.buy(id, tokens);
  return landlord.post(`/api/properties/${id}/close`);
}

describe('a loan begins', () => {
  it('when its listing is closed, with what was sold: every property answer carries it, null before', async () => {
    const { id } = await landlord.list(TERMS);
    expect(await landlord.get(`/api/properties/${id}`)).toMatchObject({ loanStatus: null, nextPaymentDue: null });
    expect(await landlord.get(`/api/loan/${id}`)).toMatchObject({ loanStatus: null, schedule: [], quote: null });
    await investor.buy(id, 10);
    const loan = {
      loanStatus: 'current',
      loanPrincipal: 1000,
      interestRate: 0.065,
      loanTermMonths: 12,
      monthlyPaymentAmount: 86.3,
      remainingBalance: 1000,
      arrears: 0,
      autoPayEnabled: false,
      totalPaid: 0,
      paymentHistory: [],
    };
    expect(await landlord.post(`/api/properties/${id}/close`)).toMatchObject(loan);
    const [listed] = await program.visitor().get('/api/properties');
    expect(listed).toMatchObject({ id, ...loan });
    const seen = await landlord.get(`/api/loan/${id}`);
    expect(seen).toMatchObject({ ...loan, deposit: 0, claims: [], quote: { principal: 1000, amount: 1000 } });
    expect(seen.schedule).toHaveLength(12);
    expect(seen.schedule[0]).toMatchObject({ number: 1, payment: 86.3, interest: 5.42, principal: 80.88, paid: false });
    expect(seen.schedule[0].dueDate).toBe(seen.nominalDueDate);
    expect(await admin.get(`/api/loan/${id}`)).toMatchObject(loan);
    expect(await refused(other, `/api/loan/${id}`)).toBe(404);
    expect(await refused(investor, `/api/loan/${id}`)).toBe(404);
    expect(await refused(program.visitor(), `/api/loan/${id}`)).toBe(401);
  });

  it('when its last token is sold; closing it then changes nothing', async () => {
    const { id } = await landlord.list({ ...TERMS, tokenCount: 5, tokenPrice: 2_000 });
    await investor.buy(id, 5);
    const loan = await until(
      () => landlord.get(`/api/loan/${id}`),
      ({ loanStatus }) => loanStatus === 'current',
      'the loan',
    );
    expect(loan).toMatchObject({ loanPrincipal: 10_000, monthlyPaymentAmount: 862.96 });
    await landlord.post(`/api/properties/${id}/close`);
    expect(await landlord.get(`/api/loan/${id}`)).toEqual(loan);
  });

  it('never where nothing was sold', async () => {
    expect(await closedListing()).toMatchObject({ status: 'closed', loanStatus: null });
  });
});
