import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Loans and the business calendar on the whole program: months pass in seconds, day by day. */
const program = new Program(SHORT_LIST);
let landlord: Person;
let other: Person;
let investor: Person;
let second: Person;
let admin: Person;

/** 2,000 at 6.5 % over 12 months: 172.59 a month, of which 10.83 are the first month's interest. */
const TERMS = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };
let paying: number;
let silent: number;
let open: number;

beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  [landlord, other, investor, second, admin] = await Promise.all([
    program.personOf('landlord').signIn('landlord'),
    program.personOf('landlord', 1).signIn('landlord'),
    program.personOf('investor').signIn('investor'),
    program.personOf('investor', 1).signIn('investor'),
    program.personOf('admin').signIn('investor'),
  ]);
  await Promise.all([landlord.verify('landlord'), investor.verify('investor'), second.verify('investor')]);
  [paying, silent, open] = [await listed(true), await listed(true), await listed(false)];
});
afterAll(() => program.remove());

async function listed(closed: boolean): Promise<number> {
  const { id } = await landlord.list(TERMS);
  await investor.buy(id, 15);
  await second.buy(id, 5);
  if (closed) await landlord.post(`/api/properties/${id}/close`);
  return id;
}

const loanOf = (id: number) => landlord.get(`/api/loan/${id}`);
const facts = async (stream: string, type?: string) =>
  (await admin.get(`/api/audit/events?stream=${stream}&limit=1000${type ? `&type=${type}` : ''}`)).events as any[];
const runsOf = async (id: number) => (await facts(`payout-due-${id}-`, 'PayoutRunCreated')).map(({ data }) => data);
const moveTo = async (date: string) => expect(await admin.post('/api/admin/business-date', { date })).toEqual({ date });
async function deposit(propertyId: number, amount: number): Promise<void> {
  const { paymentId } = await landlord.post('/api/rlusd/deposit', { propertyId, amount });
  await landlord.seeThrough(paymentId);
}
const told = async (person: Person, kind: string, propertyId: number) =>
  (await person.get('/api/notifications?limit=200')).filter(
    (one: any) => one.kind === kind && one.propertyId === propertyId,
  );
const autopay = (propertyId: number, more: object = {}) => ({ body: { propertyId, autoPayEnabled: true, ...more } });

it('the repayment page begins with the newest loan, and so does its document', async () => {
  const loans = (own: any[]) => own.filter(({ loanStatus }) => loanStatus !== null).map(({ id }) => id);
  const own = await until(
    () => landlord.get('/api/properties?mine=true&limit=200'),
    (found: any[]) => loans(found).length === 2,
    'both loans being open',
  );
  expect([own[0].id, loans(own)[0]]).toEqual([open, silent]);
  const asks = async (headers: Record<string, string>) =>
    (await landlord.call('GET', '/landlord-payback', { headers })).body.match(/(?<=href=")\/api\/loan\/\d+/g);
  expect(await asks({ Cookie: `__Host-session=${landlord.token}` })).toEqual([`/api/loan/${silent}`]);
  expect(await asks({ Cookie: `__Host-session=${investor.token}` })).toBeNull();
});

describe('autopay', () => {
  it('is the owner’s to turn on; posted terms must be the loan’s', async () => {
    const set = async (person: Person, more: object) => {
      const { status, body } = await person.call('POST', '/api/loan/setup-autopay', autopay(paying, more));
      return [status, body.detail];
    };
    expect((await set(other, {}))[0]).toBe(404);
    expect(await set(landlord, { loanPrincipal: 50_000 })).toEqual([400, 'loanPrincipal must be 2000']);
    expect(await set(landlord, { paymentDueDay: 29 })).toEqual([400, 'Payment due day must be between 1-28']);
    expect((await set(landlord, { investorWallet: investor.address }))[0]).toBe(400);
    expect(await set(landlord, { landlordWallet: other.address })).toEqual([
      403,
      'The wallet must be the one that you are signed in with',
    ]);
    const { nextPaymentDue } = await loanOf(paying);
    const terms = { loanPrincipal: 2000, interestRate: 0.065, loanTermMonths: 12, landlordWallet: landlord.address };
    expect(await landlord.post('/api/loan/setup-autopay', autopay(paying, terms).body)).toEqual({
      success: true,
      monthlyPayment: 172.59,
      nextPaymentDate: nextPaymentDue,
    });
    expect((await landlord.get(`/api/properties/${paying}`)).autoPayEnabled).toBe(true);
    for (const autoPayEnabled of [false, true]) {
      expect((await set(landlord, { autoPayEnabled }))[0]).toBe(200);
      expect((await loanOf(paying)).autoPayEnabled).toBe(autoPayEnabled);
    }
  });

  it('collects the installment from the deposit on the due day: one run, 97.5 % for the holders', async () => {
    await deposit(paying, 200);
    const { nextPaymentDue, nominalDueDate } = await loanOf(paying);
    await moveTo(nextPaymentDue);
    expect(await runsOf(paying)).toMatchObject([
      { runId: `due-${paying}-${nominalDueDate}`, source: 'autopay', amount: '172.59', fee: '4.31' },
    ]);
    expect((await runsOf(paying))[0]).toMatchObject({ period: nominalDueDate, date: nextPaymentDue });
    const loan = await loanOf(paying);
    expect(loan).toMatchObject({ loanStatus: 'current', remainingBalance: 1838.24, deposit: 27.41, totalPaid: 172.59 });
    expect(loan.schedule[0]).toMatchObject({ paid: true, balance: 1838.24 });
    expect(await told(landlord, 'collection-coming', paying)).toHaveLength(1);
  });

  it('pays nothing where the deposit is short: a claim, landlord and office are told, and a top-up is collected whole, once', async () => {
    const { nextPaymentDue, nominalDueDate } = await loanOf(paying);
    await moveTo(nextPaymentDue);
    expect(await runsOf(paying)).toHaveLength(1);
    expect((await loanOf(paying)).claims).toEqual([{ dueDate: nominalDueDate, amount: 172.59, missing: 145.18 }]);
    for (const person of [landlord, admin])
      await until(
        () => told(person, 'deposit-short', paying),
        (notices) => notices.length === 1,
        'the notice',
      );
    for (const person of [investor, other]) expect(await told(person, 'deposit-short', paying)).toEqual([]);
    await deposit(paying, 145.18);
    await until(
      () => runsOf(paying),
      (runs) => runs.length === 2,
      'the second run',
    );
    expect((await runsOf(paying))[1]).toMatchObject({ period: nominalDueDate, amount: '172.59', source: 'autopay' });
    expect(await loanOf(paying)).toMatchObject({ claims: [], deposit: 0, remainingBalance: 1675.61 });
    await deposit(paying, 10);
    expect(await runsOf(paying)).toHaveLength(2);
  });

  it('months that are jumped over come one by one, each with its own date and record position', async () => {
    await deposit(paying, 600);
    const { schedule } = await loanOf(paying);
    const [, , third, fourth, fifth] = schedule;
    await moveTo(addDays(fifth.dueDate, 7));
    const runs = (await runsOf(paying)).slice(2);
    expect(runs.map(({ period }) => period)).toEqual([third, fourth, fifth].map(({ dueDate }) => dueDate));
    for (const { period, date } of runs) expect(date >= period && date <= addDays(period, 4)).toBe(true);
    const positions = runs.map(({ recordPosition }) => recordPosition);
    expect(new Set(positions).size).toBe(3);
    expect(positions).toEqual([...positions].sort());
    const received = await facts(`loan-${paying}`, 'RepaymentReceived');
    expect(received.map(({ data, metadata }) => data.date === metadata.businessDate)).not.toContain(false);
    expect(received.slice(-3).map(({ data }) => data.date)).toEqual(runs.map(({ date }) => date));
    expect(await loanOf(paying)).toMatchObject({ remainingBalance: fifth.balance, loanStatus: 'current' });
  });
});

describe('what nobody pays', () => {
  it('is in arrears after five business days, and its owner is reminded before, on the day and afterwards', async () => {
    const loan = await loanOf(silent);
    expect(loan.loanStatus).toBe('in_arrears');
    expect(loan.schedule.filter(({ paid }: any) => paid)).toEqual([]);
    const fallen = loan.schedule.slice(0, 5).reduce((sum: number, { payment }: any) => sum + payment, 0);
    expect(loan.due).toBeCloseTo(fallen, 6);
    // The second month includes a month's interest on the overdue amount: 161.76 × 6.5 % / 12 = 0.88.
    expect(loan.schedule[1]).toMatchObject({ interest: 10.84, payment: 173.47 });
    expect((await told(landlord, 'payment-due-soon', silent)).length).toBeGreaterThanOrEqual(10);
    expect((await told(landlord, 'payment-due', silent)).length).toBe(5);
    expect((await told(landlord, 'payment-overdue', silent)).length).toBeGreaterThan(5);
    expect(await told(investor, 'payment-overdue', silent)).toEqual([]);
    const { recommendations } = await landlord.get(`/api/loan/recommendations/${silent}`);
    expect(recommendations[0]).toMatchObject({
      paymentType: 'catch_up',
      recommendedAmount: loan.due,
      urgency: 'high',
      reasoning: expect.stringContaining('in arrears'),
      savings: 0,
      dueDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      autoPaySuggestion: false,
    });
    expect(recommendations.at(-1)).toMatchObject({ paymentType: 'payoff', recommendedAmount: loan.quote.amount });
    expect((await other.call('GET', `/api/loan/recommendations/${silent}`)).status).toBe(404);
  });

  it('is caught up with in one repayment', async () => {
    const { due } = await loanOf(silent);
    const { paymentId } = await landlord.post('/api/loan/payment', {
      propertyId: silent,
      paymentAmount: due,
      investorWallet: program.runtime.accounts.payoutEscrow,
    });
    await landlord.seeThrough(paymentId);
    expect(await loanOf(silent)).toMatchObject({ loanStatus: 'current', due: 0, arrears: 0 });
  });
});

describe('a listing', () => {
  it('is closed by the calendar 90 days after its first settled purchase: money received is owed', async () => {
    const [closed] = await facts(`listing-${open}`, 'ListingClosed');
    expect(closed.data).toMatchObject({ reason: 'calendar', tokensSold: 20, principal: '2000' });
    const [first] = await facts(`listing-${open}`, 'TokensPurchased');
    expect(closed.metadata.businessDate).toBe(addDays(first.metadata.businessDate, 90));
    const loan = await loanOf(open);
    expect(loan).toMatchObject({ loanPrincipal: 2000, openedOn: closed.metadata.businessDate });
  });
});

describe('rent automation', () => {
  const set = async (propertyId: number, more: object = {}, person = admin) => {
    const { payoutEscrow: escrowWallet, rlusdIssuer: rlusdGateway } = program.runtime.accounts;
    const body = { propertyId, monthlyRentAmount: 3000, payoutDay: 20, escrowWallet, rlusdGateway, ...more };
    const { status, body: answer } = await person.call('POST', '/api/property-owner/setup-auto-payments', { body });
    return [status, answer.detail ?? answer.message];
  };

  it('is an admin’s; wrong escrow, wrong gateway and a foreign owner are named', async () => {
    const { payoutEscrow, rlusdIssuer } = program.runtime.accounts;
    expect((await set(silent, {}, landlord))[0]).toBe(403);
    expect(await set(silent, { escrowWallet: other.address })).toEqual([
      400,
      `escrowWallet must be the payout escrow ${payoutEscrow}, not ${other.address}`,
    ]);
    expect(await set(silent, { rlusdGateway: payoutEscrow })).toEqual([
      400,
      `rlusdGateway must be the issuer of RLUSD ${rlusdIssuer}, not ${payoutEscrow}`,
    ]);
    expect((await set(silent, { propertyOwnerWallet: other.address }))[0]).toBe(400);
    expect(await set(silent, { platformFeePercentage: 0.31 })).toEqual([
      400,
      'Platform fee must be between 0% and 30%',
    ]);
    expect(await set(silent, { payoutDay: 29 })).toEqual([400, 'Payout day must be between 1-28']);
    expect(await set(silent, { monthlyRentAmount: 0 })).toEqual([400, 'Monthly rent must be positive']);
    expect(await set(silent, { propertyId: 0 })).toEqual([400, 'Property selection required']);
    expect((await set(silent, { monthlyRentAmount: 100, payoutDay: undefined }))[1]).toMatch(
      /at least the installment/,
    );
  });

  it('excludes autopay, and another due day after the first due date: 409', async () => {
    expect((await set(paying, { payoutDay: undefined }))[0]).toBe(409);
    expect((await set(silent))[1]).toMatch(/is due on day/);
    expect((await set(silent, { payoutDay: undefined }))[0]).toBe(200);
    const refused = await landlord.call('POST', '/api/loan/setup-autopay', autopay(silent));
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Rent automation collects for this property. End it before you turn on autopay.',
    ]);
    expect(await set(silent, { autoPayoutEnabled: false })).toEqual([200, 'Automatic payments are turned off']);
  });

  it('may be set up before the loan begins; the loan falls due on its day, at its fee', async () => {
    const { id } = await landlord.list(TERMS);
    expect(await admin.get(`/api/property-owner/payment-config?propertyId=${id}`)).toMatchObject({
      configured: false,
      autoPayoutEnabled: true,
      payoutDay: 1,
      platformFeePercentage: 0.05,
    });
    expect((await set(id, { platformFeePercentage: 0.1 }))[0]).toBe(200);
    await investor.buy(id, 10);
    await landlord.post(`/api/properties/${id}/close`);
    await deposit(id, 100);
    const loan = await loanOf(id);
    expect(loan).toMatchObject({ paymentDueDay: 20, rentAutomation: true });
    await moveTo(loan.nextPaymentDue);
    expect(await runsOf(id)).toMatchObject([{ source: 'automation', amount: '86.3', fee: '8.63' }]);
    expect(await set(id, { platformFeePercentage: 0.2 })).toEqual([200, expect.stringContaining('applies from')]);
    expect(await admin.get(`/api/property-owner/payment-config?propertyId=${id}`)).toMatchObject({
      configured: true,
      platformFeePercentage: 0.1,
      feeChange: { platformFeePercentage: 0.2 },
    });
    await until(
      () => told(landlord, 'automation-changed', id),
      (notices) => notices.length === 2,
      'the notices',
    );
  });
});

describe('redemption', () => {
  it('is noticed first, to all holders, 30 days ahead; on its day the owner is told the quote', async () => {
    const notice = { body: { propertyId: open } };
    expect((await other.call('POST', '/api/loan/redemption', notice)).status).toBe(404);
    const { noticeUntil, ...more } = await landlord.post('/api/loan/redemption', { propertyId: open });
    expect(more).toEqual({ success: true });
    const [noticed] = await facts(`loan-${open}`, 'RedemptionNoticed');
    expect(noticeUntil).toBe(addDays(noticed.metadata.businessDate, 30));
    expect((await landlord.call('POST', '/api/loan/redemption', notice)).status).toBe(409);
    for (const holder of [investor, second])
      await until(
        () => told(holder, 'redemption-noticed', open),
        (notices) => notices.length === 1,
        'the notice',
      );
    await moveTo(noticeUntil);
    const [due] = await told(landlord, 'redemption-due', open);
    const payoff = (await loanOf(open)).quote.amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
    expect(due.text).toContain(`${payoff} RLUSD pays off the loan today`);
  });

  it('paid off by that quote, exactly the tokens of the property end, once every holder was paid', async () => {
    const before = await Promise.all([investor, second].map(({ address }) => program.onLedger(address, 'token')));
    const { quote } = await loanOf(open);
    const { paymentId } = await landlord.post('/api/loan/payment', {
      propertyId: open,
      paymentAmount: quote.amount,
      investorWallet: program.runtime.accounts.payoutEscrow,
    });
    await landlord.seeThrough(paymentId);
    expect(await loanOf(open)).toMatchObject({ loanStatus: 'paid_off', remainingBalance: 0 });
    const redeemed = await until(
      () => facts(`listing-${open}`, 'TokensRedeemed'),
      (ended) => ended.length === 2,
      'the end of the tokens',
    );
    expect(redeemed.map(({ data }) => [data.wallet, data.tokens]).sort()).toEqual(
      [
        [investor.address, 15],
        [second.address, 5],
      ].sort(),
    );
    const [completed] = await facts(`payout-payback-${paymentId}`, 'PayoutRunCompleted');
    const ordered = await facts('redemption-', 'TokenRedemptionOrdered');
    expect(ordered.every(({ position }) => position > completed.position)).toBe(true);
    const after = await Promise.all([investor, second].map(({ address }) => program.onLedger(address, 'token')));
    expect(after.map(Number)).toEqual([Number(before[0]) - 15, Number(before[1]) - 5]);
    await expectBooksToEqualLedger(program);
    const own = await investor.get('/api/portfolio');
    expect(own.holdings.map(({ propertyId }: any) => propertyId)).not.toContain(open);
    expect(own.returned).toBeGreaterThan(1500);
    const bought = await investor.get('/api/transactions?mine=true&limit=200');
    expect(bought.find(({ propertyId }: any) => propertyId === open).redeemedAt).toEqual(expect.any(String));
    const books = await admin.get('/api/audit/books');
    const property = books.properties.find(({ id }: any) => id === open);
    expect(property).toMatchObject({ holders: 0, tokensSold: 20 });
  });
});

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
