import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BooksView, StatementPeriodView } from '@tknest/contracts/api';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Wallet } from 'xrpl';
import type { Browser } from 'playwright-core';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectSound, launchBrowser, signedIn, WIDTHS } from './support/browser.js';
import { Insider } from './support/insider.js';
import { changesOf, sumsOf, unitsOf, type Change } from './support/ledger-oracle.js';
import { sendPastThePlatform, sequenceOf, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** A year of everything that moves money, compared with the ledger's own transactions. */
const program = new Program(SHORT_LIST);
const SHOTS = process.env.SCREENSHOTS;
const PACE_MS = 100;
const ASF_DEPOSIT_AUTH = 9;
const TF_PARTIAL_PAYMENT = 0x00020000;
const TERMS = { fundingGoal: 10_000, tokenTermMonths: 12, monthlyRent: 3_000, tokenCount: 100, tokenPrice: 100 };
const ACCOUNTS = ['issuer', 'feeWallet', 'payoutEscrow'] as const;

let browser: Browser;
let [landlord, one, other, admin, stranger]: Person[] = [];
let houses: number[];
/** Moments at which the books stood still, with the ledger of that time. */
const quiet: { what: string; position: string; ledger: number }[] = [];
/** Hashes of transactions on the ledger that the log does not know, as they were planted. */
const planted: { account: string; hash: string; amount: string }[] = [];
/** Hashes of payments between wallets past the platform, which are no movements of it. */
const outside = new Set<string>();

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
  await pace(PACE_MS);
  [landlord, one, other, admin] = await Promise.all([
    program.personOf('landlord').signIn('landlord'),
    program.personOf('investor').signIn('investor'),
    program.personOf('investor', 1).signIn('investor'),
    program.personOf('admin').signIn('investor'),
  ]);
  stranger = await program.newPerson();
  await Promise.all([landlord!.verify('landlord'), one!.verify('investor'), other!.verify('investor')]);
  houses = [(await landlord!.list(TERMS)).id, (await landlord!.list({ ...TERMS, name: 'Example Terrace' })).id];
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

const pace = (closeEveryMs: number | null) => program.sandbox.post('/control/ledger', { closeEveryMs });
const escrow = () => program.runtime.accounts.payoutEscrow;
const rlusd = (value: string) => ({
  currency: program.runtime.accounts.rlusdCurrency,
  issuer: program.runtime.accounts.rlusdIssuer,
  value,
});
const booksAt = (position?: string): Promise<BooksView> =>
  admin!.get(`/api/audit/books${position ? `?position=${position}` : ''}`);
const account = (books: BooksView, name: string) => books.accounts.find((each) => each.name === name)!;
const amountOf = (books: BooksView, kind: string) => books.moved.find((each) => each.kind === kind)?.amount ?? 0;

/** Sends a transaction past the platform, and waits for it. */
async function send(person: Pick<Person, 'address' | 'wallet'>, fields: Record<string, unknown>): Promise<string> {
  const hash = await sendPastThePlatform(program, person, fields);
  expect((await untilValidated(program, hash)).meta.TransactionResult).toBe('tesSUCCESS');
  return hash;
}
const pay = (person: Pick<Person, 'address' | 'wallet'>, to: string, value: string, more: object = {}) =>
  send(person, { TransactionType: 'Payment', Destination: to, Amount: rlusd(value), ...more });

/** The account's changes on the ledger that the log is to explain. */
const explainedBy = (changes: readonly Change[], ledger = Infinity) =>
  changes.filter((change) => change.ledger <= ledger && !planted.some(({ hash }) => hash === change.hash));

async function expected(name: (typeof ACCOUNTS)[number], ledger?: number) {
  const changes = await changesOf(program, program.runtime.accounts[name]);
  return { changes, ...sumsOf(explainedBy(changes, ledger)) };
}

/** Waits until the books have what the ledger has, and remembers the moment. */
async function standStill(what: string): Promise<void> {
  const agree = async () => {
    const { ledger_index: ledger } = await program.sandbox.ledger('ledger', { ledger_index: 'validated' });
    const books = await booksAt();
    const sides = await Promise.all(ACCOUNTS.map(async (name) => ({ name, ...(await expected(name)) })));
    const differ = sides.filter(
      ({ name, received, paid }) =>
        unitsOf(account(books, name).received) !== received || unitsOf(account(books, name).paid) !== paid,
    );
    const open = books.openPayments;
    return { ledger, position: books.position, open, differ: differ.map(({ name }) => account(books, name)) };
  };
  const { ledger, position } = await until(
    agree,
    ({ open, differ }) => open === 0 && differ.length === 0,
    `books that stand still after ${what}`,
    30_000,
  );
  quiet.push({ what, position, ledger });
}

const completed = async (person: Person, path: string, body: object) => {
  const { paymentId } = await person.post(path, body);
  expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
  return paymentId as string;
};
const deposit = (amount: number) => completed(landlord!, '/api/rlusd/deposit', { propertyId: houses[0], amount });

/** Pays for tokens with a wallet that refuses them from then on. @returns the payment, which is owed back */
async function undeliverable(): Promise<string> {
  const setting = (flag: object, more = {}) =>
    sendPastThePlatform(program, other!, { TransactionType: 'AccountSet', ...flag, ...more });
  const { paymentId, signRequests } = await other!.post(`/api/properties/${houses[1]}/purchase`, {
    tokensToPurchase: 2,
  });
  await pace(null);
  try {
    for (const { payloadUuid } of signRequests) await program.sandbox.sign(other!.address, payloadUuid);
    await until(
      () => other!.status(paymentId),
      ({ legs }: any) => legs.some((leg: any) => leg.leg === 'recipient' && leg.state === 'submitted'),
      'the submission',
    );
    await setting({ SetFlag: ASF_DEPOSIT_AUTH }, { Sequence: (await sequenceOf(program, other!.address)) + 1 });
    await program.sandbox.ledger('ledger_accept');
  } finally {
    await pace(PACE_MS);
  }
  await until(
    () => other!.status(paymentId),
    ({ status }) => status === 'settling',
    'the refusing wallet',
  );
  await landlord!.post(`/api/properties/${houses[1]}/close`);
  await untilValidated(program, await setting({ ClearFlag: ASF_DEPOSIT_AUTH }));
  return paymentId;
}

describe('the auditor’s books over a year (money 2)', () => {
  it('purchases, a direct payment, tokens issued by hand, a refund', async () => {
    await one!.buy(houses[0]!, 3);
    await other!.buy(houses[0]!, 7);
    await standStill('purchases');
    await completed(one!, '/api/rlusd/process-payment', {
      recipientWallet: landlord!.address,
      amount: 100,
    });
    const issue = { recipientAddress: one!.address, amount: '1', issuerSeed: '' };
    const { id: issuanceId } = await admin!.post('/api/tokens/issue', issue);
    await program.readModelsCaughtUp();
    await admin!.post('/api/tokens/assign', { issuanceId, propertyId: houses[0] });
    await standStill('a direct payment');
    const owed = await undeliverable();
    const refund = await landlord!.post(`/api/rlusd/payments/${owed}/refund`);
    expect(await landlord!.seeThrough(refund.paymentId)).toMatchObject({ status: 'completed' });
    await standStill('a refund');
    const books = await booksAt();
    expect(books.moved.map(({ kind, transactions, amount }) => [kind, transactions, amount])).toEqual(
      expect.arrayContaining([
        ['purchase', 3, 1200],
        ['direct_payment', 1, 100],
        ['refund', 1, 200],
      ]),
    );
  });

  it('repayments, deposits, a withdrawal, suspense, dust, a payout by hand', async () => {
    await landlord!.post(`/api/properties/${houses[0]}/close`);
    const order = { propertyId: houses[0], paybackAmount: 100, investorWallet: escrow(), type: 'loan_payback' };
    await completed(landlord!, '/api/rlusd/payback', order);
    await standStill('a repayment and its payout run');
    await deposit(1_300);
    const withdrawal = { propertyId: houses[0], amount: 15 };
    expect(await landlord!.post('/api/loan/withdraw-deposit', withdrawal)).toMatchObject({ success: true });
    await standStill('a withdrawal');
    const hash = await pay(stranger!, escrow(), '12.5000005', { DestinationTag: houses[0] });
    await standStill('what a stranger sent, with a fraction that nobody can pay out');
    const note = 'It was not meant for us: sent back to its sender.';
    await admin!.post(`/api/admin/cases/escrow-suspense-${hash}/resolve`, { resolution: 'refunded', note });
    await pay(stranger!, escrow(), '0.5');
    await standStill('what was sent back');
    await send(admin!, { TransactionType: 'TrustSet', LimitAmount: rlusd('1000') });
    outside.add(await pay(landlord!, admin!.address, '40'));
    const MemoType = Buffer.from('tknest/float/1').toString('hex').toUpperCase();
    outside.add(await pay(admin!, escrow(), '40', { Memos: [{ Memo: { MemoType } }] }));
    await standStill('the float');
    const byHand = { recipientAddress: one!.address, amount: '25.5', adminSeed: '' };
    const rlusdGateway = program.runtime.accounts.rlusdIssuer;
    expect(await admin!.post('/api/tokens/payout', { ...byHand, rlusdGateway })).toMatchObject({ success: true });
    await standStill('a payout by hand');
  });

  it('a year of rent by autopay, and the tokens that end with the loan', async () => {
    await landlord!.post('/api/loan/setup-autopay', { propertyId: houses[0], autoPayEnabled: true });
    const { schedule } = await landlord!.get(`/api/loan/${houses[0]}`);
    const until12 = new Date(Date.parse(`${schedule.at(-1).dueDate}T00:00:00Z`) + 7 * 86_400_000);
    const date = until12.toISOString().slice(0, 10);
    await admin!.post('/api/admin/business-date', { date });
    await until(
      async () => (await admin!.get(`/api/audit/events?stream=listing-${houses[0]}&type=TokensRedeemed`)).events,
      (events: unknown[]) => events.length === 2,
      'the end of the tokens',
    );
    await standStill('a year of rent');
    const books = await booksAt();
    expect(books.tokensIssued).toBe(
      (await changesOf(program, program.runtime.accounts.issuer)).reduce((sum, { tokens }) => sum - tokens, 0),
    );
    for (const kind of [
      'rent_share',
      'run_fee',
      'fee',
      'repayment',
      'deposit',
      'withdrawal',
      'returned',
      'arrival',
      'payout',
    ])
      expect([kind, amountOf(books, kind) > 0]).toEqual([kind, true]);
  });

  it('what the ledger has and the log does not is a row by account and hash, and part of no sum', async () => {
    const { feeWallet, rlusdIssuer } = program.runtime.accounts;
    const { fees } = await booksAt();
    const plant = async (account: string, amount: string, sent: Promise<string>) =>
      planted.push({ account, amount, hash: await sent });
    // What others send to the fee wallet, the log records.
    await pay(stranger!, feeWallet, '7');
    const partial = { Flags: TF_PARTIAL_PAYMENT, SendMax: rlusd('3') };
    await pay(stranger!, feeWallet, '1000', partial);
    const people = readFileSync(path.join(program.dataDir, 'sandbox', 'people.jsonl'), 'utf8');
    const seed = people
      .split('\n')
      .map((line) => /rlusd-issuer.*"seed":"(\w+)"/.exec(line)?.[1])
      .find(Boolean)!;
    const issuer = { address: rlusdIssuer, wallet: { seed, address: rlusdIssuer } };
    expect(Wallet.fromSeed(seed).classicAddress).toBe(rlusdIssuer);
    const claw = (holder: string, value: string) =>
      send(issuer, { TransactionType: 'Clawback', Amount: { ...rlusd(value), issuer: holder } });
    await claw(feeWallet, '1');
    await standStill('strays');
    const before = await booksAt();
    const insider = new Insider(program);
    await plant('feeWallet', '-4', pay(await insider.ownerOf('feeWallet'), stranger!.address, '4'));
    await insider.close();
    // From the escrow too, the log records it.
    await claw(escrow(), '2');
    await standStill('a clawback');

    await until(
      () => admin!.post('/api/admin/reconciliation', {}).then(() => booksAt()),
      ({ unexplainedCount }) => unexplainedCount === planted.length,
      'the comparison',
    );
    const books = await booksAt();
    const rows = books.unexplained.map(({ account: name, hash, amount }) => ({ account: name, hash, amount }));
    const byHash = (a: { hash: string }, b: { hash: string }) => (a.hash < b.hash ? -1 : 1);
    expect([...rows].sort(byHash)).toEqual([...planted].sort(byHash));
    expect({ ...account(books, 'feeWallet'), comparedTo: 0 }).toEqual({
      ...account(before, 'feeWallet'),
      comparedTo: 0,
    });
    expect([books.fees, amountOf(books, 'clawback')]).toEqual([fees, 3]);
  });

  it('at every moment the platform’s accounts are the ledger of that time', async () => {
    const changes = await Promise.all(ACCOUNTS.map((name) => changesOf(program, program.runtime.accounts[name])));
    expect(quiet.length).toBeGreaterThan(8);
    for (const { what, position, ledger } of quiet) {
      const books = await booksAt(position);
      const issued = changes[0]!
        .filter((change) => change.ledger <= ledger)
        .reduce((sum, { tokens }) => sum - tokens, 0);
      expect({ what, issued: books.tokensIssued }).toEqual({ what, issued });
      for (const [index, name] of ACCOUNTS.entries()) {
        const { received, paid } = sumsOf(explainedBy(changes[index]!, ledger));
        const own = account(books, name);
        expect({ what, name, received: unitsOf(own.received), paid: unitsOf(own.paid) }).toEqual({
          what,
          name,
          received,
          paid,
        });
      }
    }
  });

  it('at the end, the books are what statements, administration, the escrow and reconciliation say', async () => {
    await program.readModelsCaughtUp();
    const books = await booksAt();
    for (const person of [landlord!, one!, other!, stranger!]) {
      const { paid, received } = books.wallets.find(({ wallet }) => wallet === person.address)!;
      const movements = await everyMovement(person);
      const sumOf = (sign: 1 | -1) =>
        movements
          .filter((amount) => amount * BigInt(sign) > 0n)
          .reduce((sum, amount) => sum + amount * BigInt(sign), 0n);
      expect({ paid: unitsOf(String(paid)), received: unitsOf(String(received)) }).toEqual({
        paid: sumOf(-1),
        received: sumOf(1),
      });
    }
    const { totalPlatformFees } = await admin!.get('/api/admin/platform-stats');
    expect(books.fees).toBe(totalPlatformFees);
    const { ledgerBalance } = await admin!.get('/api/admin/escrow');
    expect(Number(account(books, 'payoutEscrow').holds)).toBeCloseTo(ledgerBalance, 6);
    const { rows } = await admin!.get('/api/admin/reconciliation');
    const row = (what: string) => rows.find((each: { what: string }) => each.what === what).books;
    // With 10 RLUSD from a stranger, less what the issuer took.
    expect(row('fee wallet holds')).toBe(books.fees + 10 - 1);
    expect(row('tokens issued')).toBe(books.tokensIssued);
    expect(row('escrow holds')).toBeCloseTo(Number(account(books, 'payoutEscrow').holds), 6);
  });

  it.each(Object.keys(WIDTHS) as (keyof typeof WIDTHS)[])('stand on the page as exactly that (%s)', async (width) => {
    const { page, context, wrong } = await signedIn(browser, admin!, width);
    await page.goto(`${program.runtime.url}/audit`);
    const table = page.getByRole('region', { name: 'Not explained' });
    for (const { hash, amount } of planted) {
      const row = table.getByRole('row').filter({ has: page.getByTitle(hash) });
      const shown = `${amount.startsWith('-') ? '−' : ''}${amount.replace('-', '')}.00`;
      await row.getByText(shown, { exact: false }).waitFor();
    }
    const { comparedTo } = account(await booksAt(), 'feeWallet');
    const fees = page.getByRole('region', { name: 'Platform accounts' }).getByRole('row', { name: /Fee wallet/ });
    await fees.getByText(comparedTo!.toLocaleString('en-US'), { exact: true }).waitFor();
    if (SHOTS)
      await page
        .getByRole('region', { name: 'Books at this moment' })
        .screenshot({ path: `${SHOTS}/books-${width}.png` });
    await expectSound(page, `books ${width}`);
    expect(wrong).toEqual([]);
    await context.close();
  });
});

/** Signed amounts of all statements of a person, in units of 10^-15 RLUSD. */
async function everyMovement(person: Person): Promise<bigint[]> {
  const periods: StatementPeriodView[] = await admin!.get(`/api/statements?wallet=${person.address}`);
  const years = periods.map(({ period }) => period).filter((period) => period.length === 4);
  const amounts: bigint[] = [];
  for (const year of years) {
    const { movements } = await admin!.get(`/api/statements/${year}?wallet=${person.address}`);
    amounts.push(...movements.map(({ amount }: { amount: string }) => unitsOf(amount)));
  }
  return amounts;
}
