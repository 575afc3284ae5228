import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Loans from the closing of a listing to the last cent, on the whole program. */
const program = new Program(SHORT_LIST);
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

/** A listing with these tokens sold, closed by its landlord. */
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
    // The first due date sets the due day of all months; weekends and holidays move a payment.
    expect(seen.paymentDueDay).toBe(Number(seen.nominalDueDate.slice(8)));
    expect(seen.nextPaymentDue >= seen.nominalDueDate).toBe(true);
    expect(listed).toMatchObject({ paymentDueDay: seen.paymentDueDay, nextPaymentDue: seen.nextPaymentDue });
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

const escrow = () => program.runtime.accounts.payoutEscrow;
const facts = async (stream: string, type?: string) =>
  (await admin.get(`/api/audit/events?stream=${stream}&limit=1000${type ? `&type=${type}` : ''}`)).events as any[];
const entriesOf = async (note: string) =>
  (await facts('escrow-books')).filter(({ data }) => data.note === note).flatMap(({ data }) => data.entries);
/** Starts a repayment and signs it. */
async function repay(propertyId: number, paybackAmount: number, more: object = {}): Promise<any> {
  const started = await landlord.post('/api/rlusd/payback', {
    propertyId,
    paybackAmount,
    investorWallet: escrow(),
    type: 'loan_payback',
    ...more,
  });
  return { ...started, ...(await landlord.seeThrough(started.paymentId)) };
}
async function deposit(propertyId: number, amount: number): Promise<any> {
  const { paymentId } = await landlord.post('/api/rlusd/deposit', { propertyId, amount });
  return landlord.seeThrough(paymentId);
}
const loanOf = (id: number) => landlord.get(`/api/loan/${id}`);

describe('the owner repays', () => {
  let id: number;
  beforeAll(async () => {
    ({ id } = await closedListing([investor, 10]));
  });

  it('through the payout escrow: allocated, and a run of it, in the commit that settles the payment', async () => {
    const paid = await repay(id, 100, { platformFee: 2.5, totalAmount: 102.5 });
    expect(paid).toMatchObject({ status: 'completed', feeStatus: 'paid', amount: 100, platformFee: 2.5 });
    // Nothing is due: 86.30 prepay the installment, 13.70 are early principal on the day of opening.
    // The month's interest is on 986.30: 5.342458…
    const loan = await loanOf(id);
    expect(loan).toMatchObject({ remainingBalance: 905.34, totalPaid: 100, arrears: 0 });
    expect(loan.paymentHistory).toMatchObject([
      {
        id: paid.id,
        source: 'payback',
        amount: 100,
        interest: 5.34,
        principal: 94.66,
        txHash: paid.txHashes.recipient,
      },
    ]);
    const settled = (await facts(`payment-${paid.id}`, 'PaymentCompleted'))[0];
    const [run] = await facts(`payout-payback-${paid.id}`, 'PayoutRunCreated');
    expect(run.data).toMatchObject({ source: 'payback', amount: '100', fee: '0', direct: null, propertyId: id });
    expect(run.metadata.commandId).toBe(settled.metadata.commandId);
    expect(await entriesOf(`principal_payback ${paid.id}`)).toEqual([
      { account: 'ledger', amount: '-100' },
      { account: `run/payback-${paid.id}`, amount: '100' },
    ]);
  });

  it('directly to the only holder: the run’s one line is the payment itself, and the escrow has no part in it', async () => {
    const paid = await repay(id, 100, { investorWallet: investor.address });
    const [run] = await facts(`payout-payback-${paid.id}`, 'PayoutRunCreated');
    expect(run.data).toMatchObject({
      source: 'direct',
      amount: '100',
      direct: { wallet: investor.address, hash: paid.txHashes.recipient },
    });
    expect(await entriesOf(`principal_payback ${paid.id}`)).toEqual([]);
    expect((await loanOf(id)).paymentHistory[0]).toMatchObject({ source: 'direct', amount: 100 });
  });

  it('ahead, without a fee: the deposit grows when a ledger has validated it', async () => {
    expect(await deposit(id, 50.25)).toMatchObject({ status: 'completed', platformFee: 0, feeStatus: 'none' });
    expect((await loanOf(id)).deposit).toBe(50.25);
  });

  it('above the payoff through the escrow: the loan is paid off, and the rest is the deposit', async () => {
    const { quote } = await loanOf(id);
    const paid = await repay(id, quote.amount + 10);
    expect(await loanOf(id)).toMatchObject({
      loanStatus: 'paid_off',
      remainingBalance: 0,
      deposit: 60.25,
      quote: null,
    });
    expect(await entriesOf(`principal_payback ${paid.id}`)).toEqual([
      { account: 'ledger', amount: `-${quote.amount + 10}` },
      { account: `run/payback-${paid.id}`, amount: String(quote.amount) },
      { account: `deposit/${id}`, amount: '10' },
    ]);
    const refusal = await landlord.call('POST', '/api/rlusd/deposit', { body: { propertyId: id, amount: 1 } });
    expect([refusal.status, refusal.body.detail]).toEqual([409, 'This loan is paid off. Nothing more is due.']);
  });
});

describe('a repayment is refused', () => {
  let id: number;
  let shared: number;
  beforeAll(async () => {
    const second = await program.personOf('investor', 1).signIn('investor');
    await second.verify('investor');
    ({ id } = await closedListing([investor, 10]));
    ({ id: shared } = await closedListing([investor, 1], [second, 2]));
  });
  const call = (person: Person, body: object, path = '/api/rlusd/payback') =>
    person.call('POST', path, { body: { propertyId: id, paybackAmount: 100, investorWallet: escrow(), ...body } });
  const answer = async (...args: Parameters<typeof call>) => {
    const { status, body } = await call(...args);
    return [status, body.detail];
  };

  it('to a wallet that is neither the escrow nor the only holder: 400, both are named', async () => {
    const [status, detail] = await answer(landlord, { investorWallet: other.address });
    expect([status, detail]).toEqual([
      400,
      `investorWallet must be the payout escrow ${escrow()} or the only holder's wallet ${investor.address}, not ${other.address}`,
    ]);
    expect((await answer(landlord, { propertyId: shared, investorWallet: investor.address }))[1]).toContain(
      'this property has 2',
    );
  });
  it('below the minimum, which is 100, what is due, or the payoff', async () => {
    expect(await answer(landlord, { paybackAmount: 86.29 })).toEqual([400, 'The minimum repayment is 86.30 RLUSD']);
    expect((await answer(landlord, { paybackAmount: 0 }))[0]).toBe(400);
    expect((await answer(landlord, { paybackAmount: 100.001 }))[0]).toBe(400);
  });
  it('above the payoff to the holder directly', async () => {
    expect(await answer(landlord, { paybackAmount: 1000.01, investorWallet: investor.address })).toEqual([
      400,
      '1,000.00 RLUSD pays off this loan. Pay no more than that.',
    ]);
  });
  it('with figures that are not the server’s', async () => {
    expect(await answer(landlord, { platformFee: 2 })).toEqual([400, 'platformFee must be 2.5']);
    expect(await answer(landlord, { totalAmount: 100 })).toEqual([400, 'totalAmount must be 102.5']);
  });
  it('to anybody but the owner: somebody else’s record is 404, no session 401, another wallet 403', async () => {
    for (const person of [other, investor, admin]) expect((await answer(person, {}))[0]).toBe(404);
    expect((await answer(program.visitor(), {}))[0]).toBe(401);
    expect((await answer(landlord, { landlordWallet: other.address }))[0]).toBe(403);
    const foreign = { body: { propertyId: id, amount: 5 } };
    expect((await other.call('POST', '/api/rlusd/deposit', foreign)).status).toBe(404);
  });
  it('while another payment is open: one request under one key, two tabs get one payment', async () => {
    const headers = { 'Idempotency-Key': 'two-tabs' };
    const body = { propertyId: id, paymentAmount: 100, investorWallet: escrow() };
    const [one, two] = await Promise.all([
      landlord.call('POST', '/api/loan/payment', { body, headers }),
      landlord.call('POST', '/api/loan/payment', { body, headers }),
    ]);
    expect([one.status, two.status]).toEqual([202, 202]);
    expect(one.body.paymentId).toBe(two.body.paymentId);
    expect((await landlord.get(`/api/loan/${id}`)).quote).toMatchObject({ arriving: 100 });
    const third = await call(landlord, {});
    expect([third.status, third.body.paymentId]).toEqual([409, one.body.paymentId]);
    // The body is checked before the state.
    expect((await answer(landlord, { paybackAmount: 5 }))[0]).toBe(400);
    const other = { ...body, paymentAmount: 200 };
    expect((await landlord.call('POST', '/api/loan/payment', { body: other, headers })).status).toBe(409);
    for (let tried = 0; tried < 4; tried++) {
      const { paymentId } = tried === 0 ? one.body : (await call(landlord, {})).body;
      await landlord.post(`/api/rlusd/payments/${paymentId}/cancel`);
    }
    // Repayments left unsigned do not pause the wallet, and nothing waits for them any more.
    expect((await facts(`loan-${id}`, 'RepaymentAbandoned')).map(({ data }) => data.reason)).toEqual(
      Array(4).fill('cancelled'),
    );
  });
});

describe('the record', () => {
  it('knows repayments and deposits: rows of the transaction log, and reconciliation finds nothing', async () => {
    const rows = await admin.get('/api/admin/all-transactions?type=principal_payback&limit=200');
    expect(rows.filter(({ status }: any) => status === 'completed')).toHaveLength(3);
    const fees = await admin.get('/api/admin/all-transactions?type=platform_fee&limit=200');
    expect(fees.filter(({ description }: any) => description.startsWith('Platform fee: Loan payback'))).not.toEqual([]);
    await admin.post('/api/admin/reconciliation', { full: true });
    await until(
      () => admin.get('/api/admin/reconciliation'),
      ({ running }) => !running,
      'reconciliation',
    );
    expect((await admin.get('/api/admin/cases?status=open')).map(({ kind, summary }: any) => [kind, summary])).toEqual(
      [],
    );
    await expectBooksToEqualLedger(program);
  });
});
