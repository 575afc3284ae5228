import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'xrpl';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { Program } from './support/program.js';

const program = new Program();
let admin: Person;

beforeAll(async () => {
  await program.start();
  admin = await program.personOf('admin').signIn('investor');
}, 150_000);
afterAll(() => program.remove(), 30_000);

/** Somebody sends RLUSD to the fee wallet past the platform. */
async function payPastThePlatform(amount: string): Promise<string> {
  const stranger = await program.newPerson({ xrp: 50, rlusd: 100 });
  const { sandbox, runtime } = program;
  const wallet = Wallet.fromSeed(stranger.wallet.seed);
  const { account_data: account } = await sandbox.ledger('account_info', { account: wallet.classicAddress, ledger_index: 'validated' });
  const { ledger_index: validated } = await sandbox.ledger('ledger', { ledger_index: 'validated' });
  const { tx_blob: blob, hash } = wallet.sign({
    TransactionType: 'Payment', Account: wallet.classicAddress, Destination: runtime.accounts.feeWallet, Amount: { currency: runtime.accounts.rlusdCurrency, issuer: runtime.accounts.rlusdIssuer, value: amount },
    Fee: '12', Sequence: account.Sequence, LastLedgerSequence: validated + 50,
  });
  expect((await sandbox.ledger('submit', { tx_blob: blob })).engine_result).toBe('tesSUCCESS');
  await until(() => sandbox.ledger('tx', { transaction: hash }), (tx: { validated?: boolean }) => tx.validated === true, 15_000, 'the payment');
  return hash;
}

describe('reconciliation', () => {
  it('finds books equal to ledger after purchases, and every payment of the platform’s accounts in the log', async () => {
    const landlord = await program.personOf('landlord').signIn('landlord');
    await landlord.verify('landlord');
    const property = await landlord.list();
    const investor = await program.personOf('investor').signIn('investor');
    await investor.verify('investor');
    expect(await investor.buy(property.id, 3)).toMatchObject({ status: 'completed' });
    await expectBooksToEqualLedger(program);
    const view = await until(() => admin.post('/api/admin/reconciliation'), ({ transactions }: { transactions: number }) => transactions >= 2, 20_000, 'the comparison');
    expect(view).toMatchObject({ findings: 0, openCases: 0 });
    expect(view.rows).toEqual([
      { subject: 'issuer', what: 'tokens issued', books: 3, ledger: 3, matches: true },
      { subject: 'feeWallet', what: 'fees received', books: 7.5, ledger: 7.5, matches: true },
      { subject: investor.address, what: 'tokens held', books: 3, ledger: 3, matches: true },
    ]);
  }, 120_000);

  it('opens a case, once, for a payment that the log does not know', async () => {
    const hash = await payPastThePlatform('4.25');
    await until(() => admin.post('/api/admin/reconciliation'), ({ findings }: { findings: number }) => findings === 1, 20_000, 'the finding');
    const cases = await admin.get('/api/admin/cases');
    expect(cases).toMatchObject([{ kind: 'unknown-ledger-payment', txHash: hash, status: 'open' }]);
    expect((await admin.post('/api/admin/reconciliation')).rows[1]).toMatchObject({ subject: 'feeWallet', books: 7.5, ledger: 11.75, matches: false });
    expect((await admin.get('/api/admin/cases')).length).toBe(1);
    await expect(admin.post(`/api/admin/cases/${cases[0].id}/resolve`, { resolution: 'no-action', note: 'short' })).rejects.toMatchObject({ status: 400 });
    expect(await admin.post(`/api/admin/cases/${cases[0].id}/resolve`, { resolution: 'no-action', note: 'A stranger’s gift: nothing is owed.' })).toMatchObject({ status: 'resolved' });
    await expect(admin.post(`/api/admin/cases/${cases[0].id}/resolve`, { resolution: 'no-action', note: 'A stranger’s gift: nothing is owed.' })).rejects.toMatchObject({ status: 409 });
  }, 90_000);
});
