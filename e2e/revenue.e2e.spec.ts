import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RevenueView } from '@tknest/contracts/api';
import { Wallet } from 'xrpl';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import type { Browser } from 'playwright-core';
import { expectSound, launchBrowser, signedIn } from './support/browser.js';
import { Insider } from './support/insider.js';
import { sendPastThePlatform, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Fees leave the fee wallet by two people, to the address and tag of the settings; what strangers sent goes back. */
const SECOND = Wallet.fromEntropy(new Uint8Array(16).fill(77));
const COMPANY = Wallet.fromEntropy(new Uint8Array(16).fill(78)).classicAddress;
const TAG = 4_077;
const program = new Program({
  ...SHORT_LIST,
  FOUR_EYES: 'on',
  ADMIN_WALLETS: `second:${SECOND.classicAddress}`,
  DAILY_PAYOUT_MAX: '1',
  REVENUE_ADDRESS: COMPANY,
  REVENUE_TAG: String(TAG),
});
let [first, second, investor, landlord]: Person[] = [];
let browser: Browser;

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  await program.sandbox.newWallet({ seed: SECOND.seed!, xrp: 100, rlusd: 10 });
  await program.sandbox.newWallet({
    seed: Wallet.fromEntropy(new Uint8Array(16).fill(78)).seed!,
    xrp: 100,
    rlusd: 1,
  });
  first = await program.personOf('admin').signIn('investor');
  second = await program.personFor({ address: SECOND.classicAddress }).signIn('investor');
  investor = await program.personOf('investor').signIn('investor');
  landlord = await program.personOf('landlord').signIn('landlord');
  await Promise.all([investor.verify('investor'), landlord.verify('landlord')]);
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

const revenue = (): Promise<RevenueView> => first!.get('/api/admin/revenue');
const shows = (which: (view: RevenueView) => boolean, what: string) => until(revenue, which, what, 40_000);
const withdraw = (amount: string) => first!.call('POST', '/api/admin/revenue/withdrawals', { body: { amount } });
const rlusd = (value: string) => {
  const { rlusdCurrency: currency, rlusdIssuer: issuer } = program.runtime.accounts;
  return { currency, issuer, value };
};
const proposal = async (id: string) =>
  ((await first!.get('/api/admin/proposals')) as any[]).find((one) => one.id === id);
const approve = async (id: string): Promise<any> => {
  const { body } = await second!.call('POST', `/api/admin/proposals/${id}/approve`, {});
  await program.sandbox.sign(second!.address!, body.payloadUuid);
  return until(
    () => proposal(id),
    (one) => one.carriedOut !== null,
    'the proposal being carried out',
  );
};
/** Proposed by the first person, and signed in their wallet. @returns the proposal's id */
const proposed = async (amount: string): Promise<string> => {
  const { status, body } = await withdraw(amount);
  expect([status, body.detail]).toEqual([202, undefined]);
  await program.sandbox.sign(first!.address!, body.payloadUuid);
  await until(
    () => proposal(body.proposalId),
    (one) => one?.status === 'open',
    'the proposal',
  );
  return body.proposalId;
};
const row = async () =>
  (await first!.post('/api/admin/reconciliation', {})).rows.find((one: any) => one.subject === 'feeWallet');

describe('the platform’s fees', () => {
  it('are revenue once their purchase is complete; a stranger’s money never is, and goes back to its tag', async () => {
    expect(await revenue()).toMatchObject({ withdrawable: 0, address: COMPANY, tag: TAG, withdrawals: [] });
    const { id } = await landlord!.list();
    await investor!.buy(id, 5);
    await shows(({ withdrawable }) => withdrawable === 12.5, 'the fee as revenue');

    const stranger = await program.newPerson({ xrp: 50, rlusd: 100 });
    const { feeWallet: Destination } = program.runtime.accounts;
    const payment = { TransactionType: 'Payment', Destination, Amount: rlusd('4.25'), SourceTag: 99 };
    const hash = await sendPastThePlatform(program, stranger, payment);
    await untilValidated(program, hash);
    const asked: any = await until(
      async () => ((await first!.get('/api/admin/cases')) as any[]).find((one) => one.txHash === hash),
      Boolean,
      'the case of a stranger’s money',
    );
    expect(asked).toMatchObject({ kind: 'fee-wallet-suspense', wallet: stranger.address, details: { sourceTag: 99 } });
    expect(await revenue()).toMatchObject({ withdrawable: 12.5, suspense: 4.25, booked: 16.75, onLedger: 16.75 });
    expect(await row()).toMatchObject({ books: 16.75, ledger: 16.75, verdict: 'matches' });

    const note = 'Nobody asked for this money.';
    await first!.post(`/api/admin/cases/${asked.id}/resolve`, { resolution: 'refunded', note });
    await shows(({ booked, underWay }) => booked === 12.5 && underWay === 0, 'the return');
    expect(Number(await program.onLedger(stranger.address!, 'rlusd'))).toBe(100);
    expect(await row()).toMatchObject({ books: 12.5, verdict: 'matches' });
  });

  it('leave by two people, to the address and tag that both signed, after a wait in which any admin can cancel', async () => {
    const tooMuch = await withdraw('12.500001');
    expect([tooMuch.status, tooMuch.body.detail]).toEqual([409, '12.50 RLUSD can be withdrawn now. Nothing was paid.']);
    expect((await investor!.call('POST', '/api/admin/revenue/withdrawals', { body: { amount: '1' } })).status).toBe(
      403,
    );

    const canceled = await proposed('12.5');
    expect((await proposal(canceled)).summary).toBe(
      `Withdraw 12.50 RLUSD of revenue to ${COMPANY}, destination tag ${TAG}.`,
    );
    expect((await first!.call('POST', `/api/admin/proposals/${canceled}/approve`, {})).status).toBe(403);
    expect((await revenue()).withdrawals).toEqual([]);
    expect(await approve(canceled)).toMatchObject({ carriedOut: true });
    const { withdrawals, withdrawable } = await shows(({ underWay }) => underWay === 12.5, 'the withdrawal');
    expect([withdrawable, withdrawals[0]!.status, withdrawals[0]!.cancelable]).toEqual([0, 'waiting', true]);
    expect(Date.parse(withdrawals[0]!.notBefore!)).toBeGreaterThan(Date.now());
    expect((await withdraw('1')).status).toBe(409);
    await second!.post(`/api/admin/revenue/withdrawals/${withdrawals[0]!.id}/cancel`);
    expect(await revenue()).toMatchObject({
      withdrawable: 12.5,
      withdrawals: [{ status: 'returned', reason: 'canceled' }],
    });
    const again = await second!.call('POST', `/api/admin/revenue/withdrawals/${withdrawals[0]!.id}/cancel`, {});
    expect(again.status).toBe(409);

    expect(await approve(await proposed('10.25'))).toMatchObject({ carriedOut: true });
    expect(await program.onLedger(COMPANY, 'rlusd')).toBe('1');
    const paid = await shows(({ withdrawals: [newest] }) => newest?.status === 'settled', 'the payment');
    const { tx_json: sent } = await program.sandbox.ledger('tx', { transaction: paid.withdrawals[0]!.txHash });
    expect(sent).toMatchObject({
      Account: program.runtime.accounts.feeWallet,
      Destination: COMPANY,
      DestinationTag: TAG,
      TicketSequence: expect.any(Number),
    });
    expect(await program.onLedger(COMPANY, 'rlusd')).toBe('11.25');
    expect(paid).toMatchObject({ withdrawable: 2.25, booked: 2.25, underWay: 0, onLedger: 2.25 });
    expect(await row()).toMatchObject({ books: 2.25, ledger: 2.25, verdict: 'matches' });
    const books = await first!.get('/api/audit/books');
    expect(books.accounts.find(({ name }: any) => name === 'feeWallet').holds).toBe('2.25');
    expect(books.moved).toContainEqual({ kind: 'revenue', transactions: 1, amount: 10.25 });
    expect(books.unexplainedCount).toBe(0);
  });

  it('stop alone where the fee wallet is stopped: purchases and payouts go on', async () => {
    const { issuer, feeWallet } = program.runtime.accounts;
    expect(issuer).not.toBe(feeWallet);
    const insider = new Insider(program);
    const own = await insider.ownerOf('feeWallet');
    await insider.close();
    // The key of the fee wallet signs something else: its gate shuts, and the withdrawal waits.
    const payment = { TransactionType: 'Payment', Destination: COMPANY, Amount: '1000000' };
    await untilValidated(program, await sendPastThePlatform(program, own, payment));
    await until(
      async () => (await first!.get('/api/health/ready')).ledger.shut,
      (shut: any) => shut.feeWallet !== undefined,
      'the shut gate',
    );
    expect(await approve(await proposed('1'))).toMatchObject({ carriedOut: true });
    const { id } = await landlord!.list({ name: 'Example Terrace' });
    expect(await investor!.buy(id, 1)).toMatchObject({ status: 'completed' });
    await shows(({ withdrawable }) => withdrawable === 1.25 + 2.5, 'the next fee');
    expect((await first!.get('/api/health/ready')).ledger.shut).toHaveProperty('feeWallet');
    expect((await revenue()).withdrawals[0]).toMatchObject({ amount: 1, status: 'waiting' });
  });

  it.each([
    ['wide', 'light'],
    ['phone', 'dark'],
  ] as const)('stand on a page, where an admin cancels a withdrawal (%s, %s)', async (width, scheme) => {
    const { page, context, wrong } = await signedIn(browser, second!, width, scheme);
    await page.goto(`${program.runtime.url}/admin/revenue`);
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await page.getByText(`Tag ${TAG}`).first().waitFor();
    await expectSound(page, `revenue, ${width}`);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/revenue-${width}-${scheme}.png`, fullPage: true });
    const cancel = page.getByRole('button', { name: 'Cancel: 1.00 RLUSD' });
    if (width === 'wide') {
      await page.getByLabel('Amount').fill('9999');
      await page.getByText('3.75 RLUSD can be withdrawn now.').waitFor();
      await cancel.click();
      await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
      await page.getByText('4.75').first().waitFor();
    }
    await until(
      () => cancel.count(),
      (count) => count === 0,
      'the canceled withdrawal',
    );
    expect(wrong).toEqual([]);
    await context.close();
  });
});
