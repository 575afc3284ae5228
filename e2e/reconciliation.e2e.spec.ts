import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { Insider } from './support/insider.js';
import { sendPastThePlatform, TOKEN, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

const program = new Program(SHORT_LIST);
let admin: Person;
let landlord: Person;
let investor: Person;
let insider: Insider;
let propertyId: number;
let firstPurchase: string;

beforeAll(async () => {
  await program.start();
  admin = await program.personOf('admin').signIn('investor');
  landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  ({ id: propertyId } = await landlord.list());
  investor = await program.personOf('investor').signIn('investor');
  await investor.verify('investor');
  insider = new Insider(program);
});
afterAll(async () => {
  await insider?.close();
  await program.remove();
});

interface Case {
  id: string;
  kind: string;
  txHash: string | null;
  paymentId: string | null;
  details: Record<string, unknown>;
}

/** Sends a transaction past the platform, and waits until it is validated. */
async function landPastThePlatform(
  person: Pick<Person, 'address' | 'wallet'>,
  transaction: Record<string, unknown>,
): Promise<string> {
  return landed(await sendPastThePlatform(program, person, transaction));
}

async function land(blob: string): Promise<string> {
  return landed((await program.sandbox.ledger('submit', { tx_blob: blob })).tx_json.hash);
}

async function landed(hash: string): Promise<string> {
  expect((await untilValidated(program, hash)).meta.TransactionResult).toBe('tesSUCCESS');
  return hash;
}

const rlusd = (value: string) => ({
  currency: program.runtime.accounts.rlusdCurrency,
  issuer: program.runtime.accounts.rlusdIssuer,
  value,
});
const compare = (full = false) => admin.post('/api/admin/reconciliation', { full });
const cases = (): Promise<Case[]> => admin.get('/api/admin/cases');

/** Runs comparisons until a case that fits is open. */
async function findCase(fits: (one: Case) => boolean, what: string): Promise<Case> {
  const all = await until(
    async () => (await compare(), await cases()),
    (open: Case[]) => open.some(fits),
    what,
  );
  return all.find(fits)!;
}

/**
 * A purchase whose principal the wallet hides: the wallet reports a signature for another network to the platform. The
 * test sends the signed principal to the ledger once the payment has ended.
 */
async function hidePrincipal(person: Person, property: number): Promise<{ paymentId: string; hex: string }> {
  const { paymentId } = await person.post(`/api/properties/${property}/purchase`, { tokensToPurchase: 2 });
  const recipient = await until(
    () => person.status(paymentId),
    ({ signRequests }) => signRequests.some(({ leg }: { leg: string }) => leg === 'recipient'),
    'the request of the principal',
  );
  const { payloadUuid } = recipient.signRequests.find(({ leg }: { leg: string }) => leg === 'recipient');
  const { hex } = await person.sandbox.sign(person.address, payloadUuid, { network: 'ELSEWHERE' });
  // The signature is void, and neither it nor its hash is in the log: from here on the payment engine has nothing to
  // watch.
  const askedAgain = ({ leg, payloadUuid: uuid }: { leg: string; payloadUuid: string }) =>
    leg === 'recipient' && uuid !== payloadUuid;
  await until(
    () => person.status(paymentId),
    ({ signRequests }) => signRequests.some(askedAgain),
    'the principal being asked for again',
  );
  await person.post(`/api/rlusd/payments/${paymentId}/cancel`);
  expect(await person.status(paymentId)).toMatchObject({ status: 'failed', outcome: 'cancelled' });
  return { paymentId, hex };
}

describe('reconciliation', () => {
  it('finds books equal to ledger: everything that touched the platform’s accounts is in the log, everything settled is on the ledger', async () => {
    const bought = await investor.buy(propertyId, 3);
    expect(bought).toMatchObject({ status: 'completed' });
    firstPurchase = bought.id;
    await expectBooksToEqualLedger(program);
    // From the ledger: set-ups, authorization, issuance, fee and principal. From the log: principal, fee, issuance, and
    // two entries of the register.
    // The platform's own transactions, such as for tickets, may fall between two comparisons.
    const { view, first, second } = await until(
      async () => {
        const so = await compare();
        const [one, other] = await Promise.all([compare(true), compare(true)]);
        return { view: so, first: one, second: other };
      },
      ({ view: { transactions, settled, accounts }, first: { lastFull } }) =>
        transactions >= 9 &&
        transactions === lastFull.transactions &&
        settled >= 5 &&
        accounts.every(({ transactions: some }: { transactions: number }) => some > 0),
      'the comparison',
    );
    expect(view.openFindings).toEqual({});
    expect(view).toMatchObject({ findings: 0, openCases: 0, settled: 5 });
    expect(view.rows).toEqual([
      { subject: 'issuer', what: 'tokens issued', books: 3, ledger: 3, difference: 0, inFlight: 0, verdict: 'matches' },
      {
        subject: 'feeWallet',
        what: 'fee wallet holds',
        books: 7.5,
        ledger: 7.5,
        difference: 0,
        inFlight: 0,
        verdict: 'matches',
      },
      {
        subject: 'payoutEscrow',
        what: 'escrow holds',
        books: 0,
        ledger: 0,
        difference: 0,
        inFlight: 0,
        verdict: 'matches',
      },
      {
        subject: investor.address,
        what: 'tokens held',
        books: 3,
        ledger: 3,
        difference: 0,
        inFlight: 0,
        verdict: 'matches',
      },
    ]);
    expect(first.lastFull).toMatchObject({
      transactions: view.transactions,
      settled: 5,
      matched: view.transactions + 5,
      findings: 0,
      unproved: 0,
      complete: true,
    });
    expect(second.lastFull).toEqual(first.lastFull);
    expect((await investor.call('POST', '/api/admin/reconciliation', { body: { full: true } })).status).toBe(403);
  });

  it('finds a principal that was hidden from the platform, and tokens are issued for it', async () => {
    const { paymentId, hex } = await hidePrincipal(investor, propertyId);
    const hash = await land(hex);
    expect(await findCase(({ txHash }) => txHash === hash, 'the late principal')).toMatchObject({
      id: `late-principal-${paymentId}`,
      kind: 'late-principal',
      paymentId,
      details: { remedy: 'issue' },
    });
    expect(
      await investor.seeThrough(paymentId, { how: ({ leg }: { leg: string }) => (leg === 'platform' ? 'reject' : {}) }),
    ).toMatchObject({ status: 'completed', feeStatus: 'unpaid', txHashes: { recipient: hash } });
    expect(await program.onLedger(investor.address, 'token')).toBe('5');
    await expectBooksToEqualLedger(program);
    // The next purchase waits for the owed fee, whose payment is no second principal to the fee wallet.
    const owed = await investor.post(`/api/rlusd/payments/${paymentId}/fee`);
    expect(await investor.seeThrough(owed.paymentId)).toMatchObject({ status: 'completed', kind: 'fee' });
    expect(await investor.status(paymentId)).toMatchObject({ feeStatus: 'paid' });
    await expectBooksToEqualLedger(program);
  });

  it('asks the owner to refund one for which nothing is left', async () => {
    const { id } = await landlord.list({ name: 'Closed Court' });
    const { paymentId, hex } = await hidePrincipal(investor, id);
    await landlord.post(`/api/properties/${id}/close`);
    const hash = await land(hex);
    expect(await findCase(({ txHash }) => txHash === hash, 'the late principal')).toMatchObject({
      kind: 'late-principal',
      paymentId,
      details: { remedy: 'refund', payee: landlord.address },
    });
    expect(await program.onLedger(investor.address, 'token')).toBe('5');
  });

  it('books what a stranger sends to the fee wallet and opens one case, so that books and ledger agree; another one is about XRP; trust lines and a little XRP of strangers are their own business', async () => {
    const stranger = await program.newPerson({ xrp: 50, rlusd: 100 });
    const before = await compare();
    const { issuer, feeWallet } = program.runtime.accounts;
    await landPastThePlatform(stranger, {
      TransactionType: 'TrustSet',
      LimitAmount: { currency: TOKEN, issuer, value: '5' },
    });
    await landPastThePlatform(stranger, { TransactionType: 'Payment', Destination: feeWallet, Amount: '1000000' });
    const hash = await landPastThePlatform(stranger, {
      TransactionType: 'Payment',
      Destination: feeWallet,
      Amount: rlusd('4.25'),
    });
    // The issuer takes payments of nobody.
    const tagged = { Destination: feeWallet, Amount: '12000000', SourceTag: 7 };
    const xrp = await landPastThePlatform(stranger, { TransactionType: 'Payment', ...tagged });
    const aboutXrp = await findCase(({ txHash }) => txHash === xrp, 'the case about XRP');
    expect(aboutXrp).toMatchObject({
      kind: 'xrp-arrived',
      wallet: stranger.address,
      details: { account: 'feeWallet', drops: '12000000', sourceTag: 7 },
    });
    const opened = await findCase(({ txHash }) => txHash === hash, 'the finding');
    expect(opened).toMatchObject({ kind: 'fee-wallet-suspense', details: { amount: '4.25' } });
    const view = await compare(true);
    expect(view.rows[1]).toMatchObject({ subject: 'feeWallet', difference: 0, verdict: 'matches' });
    expect(view.openCases).toBe(before.openCases + 2);
    await expect(
      admin.post(`/api/admin/cases/${opened.id}/resolve`, { resolution: 'kept', note: 'short' }),
    ).rejects.toMatchObject({ status: 400 });
    const note = { resolution: 'kept', note: 'A stranger’s gift: nothing is owed.' };
    expect(await admin.post(`/api/admin/cases/${opened.id}/resolve`, note)).toMatchObject({ status: 'resolved' });
    expect(await admin.get(`/api/admin/cases/${opened.id}`)).toMatchObject({
      ...note,
      summary: 'RLUSD reached the fee wallet for an unknown purpose: it is no fee.',
    });
    expect((await admin.call('GET', '/api/admin/cases/no-such')).status).toBe(404);
    await expect(admin.post(`/api/admin/cases/${opened.id}/resolve`, note)).rejects.toMatchObject({ status: 409 });

    // The XRP goes back to where it came from, and nothing of it is left in the books.
    const auditor = await program.personOf('auditor').signIn('investor');
    const unexplained = async () =>
      (await auditor.get('/api/audit/books')).unexplained.map(({ hash: of }: { hash: string }) => of);
    expect(await unexplained()).toContain(xrp);
    const xrpOf = async () => {
      const info = await program.sandbox.ledger('account_info', { account: stranger.address });
      return Number(info.account_data.Balance);
    };
    const had = await xrpOf();
    const back = { resolution: 'refunded', note: 'Sent to the wrong address, as its owner says.' };
    await admin.post(`/api/admin/cases/${aboutXrp.id}/resolve`, back);
    const now = await until(xrpOf, (drops: number) => drops > had, 'the way back');
    expect(now - had).toBe(12_000_000);
    await until(unexplained, (hashes: string[]) => !hashes.includes(xrp), 'the books without it');
    const after = await compare(true);
    expect(after.openCases).toBe(before.openCases);
    expect(await unexplained()).not.toContain(xrp);
  });

  it('finds whatever the issuer’s key signed outside the log, and the holder whose tokens the register does not know', async () => {
    const owner = await insider.ownerOf('issuer');
    const { issuer } = program.runtime.accounts;
    const issued = await landPastThePlatform(owner, {
      TransactionType: 'Payment',
      Destination: investor.address,
      Amount: { currency: TOKEN, issuer, value: '7' },
    });
    const changed = await landPastThePlatform(owner, { TransactionType: 'AccountSet' });
    expect(await findCase(({ txHash }) => txHash === issued, 'the issuance')).toMatchObject({
      kind: 'unknown-ledger-payment',
      details: { account: 'issuer', type: 'Payment' },
    });
    expect(await findCase(({ txHash }) => txHash === changed, 'the change of the account')).toMatchObject({
      kind: 'unknown-ledger-transaction',
      details: { account: 'issuer', type: 'AccountSet' },
    });
    expect(
      (await compare(true)).rows.find(({ subject }: { subject: string }) => subject === investor.address),
    ).toMatchObject({ books: 5, ledger: 12, difference: 7, verdict: 'differs' });
    // On a busy machine a full comparison may take longer than the call.
    const differs = await until(
      cases,
      (open: Case[]) => open.some(({ kind }) => kind === 'books-differ'),
      'the holder whose tokens differ',
    );
    expect(differs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'books-differ', wallet: investor.address, details: { books: 5, ledger: 12 } }),
      ]),
    );
  });

  it('finds what the books say and the ledger does not', async () => {
    const paymentId = randomUUID();
    const [paymentHash, issuanceHash] = ['A', 'B'].map((letter) => letter.repeat(64)) as [string, string];
    const { txHashes } = await investor.status(firstPurchase);
    await insider.forge(`listing-${propertyId}`, {
      type: 'TokensPurchased',
      data: {
        propertyId,
        paymentId,
        wallet: investor.address,
        tokens: 9,
        cost: '900',
        platformFee: '22.5',
        estimatedMonthlyReturn: '24',
        paymentHash,
        issuanceHash,
      },
    });
    // A fee that was never paid, with the hash of a principal that was.
    await insider.forge(`payment-${firstPurchase}`, {
      type: 'LegValidated',
      data: {
        paymentId: firstPurchase,
        leg: 'platform',
        attempt: 1,
        hash: txHashes.recipient,
        ledgerIndex: 1,
        result: 'tesSUCCESS',
        delivered: '7.5',
      },
    });
    const sold = await findCase(
      ({ id }) => id === `missing-on-ledger-${paymentId}-issuance`,
      'the tokens that were never issued',
    );
    expect(sold).toMatchObject({ kind: 'missing-on-ledger', txHash: issuanceHash, details: { leg: 'issuance' } });
    // Each case may come from a different comparison: a forged fact is compared once its ledger can be.
    const paid = await findCase(
      ({ id }) => id === `missing-on-ledger-${paymentId}-recipient`,
      'the principal that was never paid',
    );
    expect(paid).toMatchObject({ kind: 'missing-on-ledger', txHash: paymentHash });
    const fee = await findCase(({ id }) => id === `books-differ-${firstPurchase}-platform`, 'the fee that nobody paid');
    expect(fee).toMatchObject({ kind: 'books-differ', details: { what: 'payee' } });
    const full = await compare(true);
    const again = await compare(true);
    expect(again.lastFull.findings).toBe(full.lastFull.findings);
    expect(again.openCases).toBe(full.openCases);
    const metrics: string = (await admin.call('GET', '/metrics')).body;
    expect(metrics).toContain('reconciliation_open_findings{kind="missing-on-ledger"} 2');
    expect(metrics).toMatch(/reconciliation_lag_ledgers\{account="issuer"\} \d+/);
    expect(metrics).toMatch(/reconciliation_last_run_age_seconds \d/);
  });
});
