import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { context, event } from '#test/event-store/adapter.js';
import { movedAmong, signedAmong } from '../../readers.public.js';
import { legHashesProjection } from './leg-hashes.projection.js';

let db: TestDatabase;
let instance: Instance;
beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, [legHashesProjection]);
});
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});

async function record(stream: string, type: string, data: Record<string, unknown>): Promise<void> {
  await instance.store.append(stream, 'any', [event(data, type)], context());
}

const shown = async (hash: string) => {
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
  return instance.dataSource.query('select payment_id, leg from leg_hashes where hash = $1', [hash]);
};

it('what a restored log adopted belongs to whoever takes it over, so that it is not said to differ from its owner', async () => {
  const known = { name: 'payoutEscrow', what: 'Payment', ticket: 7, sequence: null, tickets: [], ledgerIndex: 9 };
  for (const hash of ['PAID', 'TAKEN-BACK', 'TICKETS'])
    await record('account-payoutEscrow', 'UnknownTransactionSettled', { ...known, hash, how: 'adopted' });
  await record('payout-1', 'PayoutWindowSigned', { runId: '1', attempts: [{ hash: 'PAID' }] });
  const redemptionId = randomUUID();
  await record(`redemption-${redemptionId}`, 'TokenRedemptionSubmitted', { redemptionId, hash: 'TAKEN-BACK' });
  expect(await shown('PAID')).toEqual([{ payment_id: null, leg: 'payout' }]);
  expect(await shown('TAKEN-BACK')).toEqual([{ payment_id: redemptionId, leg: 'redemption' }]);
  expect(await shown('TICKETS')).toEqual([{ payment_id: null, leg: 'set-up' }]);
});

it('what was booked when it arrived was not signed by it, and belongs to the owner that a restored log finds', async () => {
  const books = { postingId: 'p', kind: 'arrival', note: null, ledgerIndex: 5, entries: [] };
  const known = { name: 'payoutEscrow', what: 'Payment', ticket: 8, sequence: null, tickets: [], ledgerIndex: 9 };
  const paymentId = randomUUID();
  await record('fee-books', 'FeesPosted', { ...books, hash: 'LOST-FEE' });
  await record('escrow-books', 'EscrowPosted', { ...books, hash: 'LOST-REPAYMENT' });
  const signed = async () => [...(await signedAmong(['LOST-FEE', 'LOST-REPAYMENT'], instance.dataSource))];
  expect([(await shown('LOST-FEE')).length, await signed()]).toEqual([1, []]);
  await record(`payment-${paymentId}`, 'LegSigned', { paymentId, leg: 'recipient', hash: 'LOST-REPAYMENT' });
  await record('account-payoutEscrow', 'UnknownTransactionSettled', { ...known, hash: 'LOST-FEE', how: 'adopted' });
  await record('fee-books', 'FeesPosted', { ...books, hash: 'LOST-FEE' });
  expect(await shown('LOST-REPAYMENT')).toEqual([{ payment_id: paymentId, leg: 'recipient' }]);
  expect([await shown('LOST-FEE'), (await signed()).length]).toEqual([[{ payment_id: null, leg: 'set-up' }], 2]);
});

it('a hash that is journaled for one leg stays that leg’s', async () => {
  const ids = [randomUUID(), randomUUID()];
  for (const redemptionId of ids)
    await record(`redemption-${redemptionId}`, 'TokenRedemptionSubmitted', { redemptionId, hash: 'MINE' });
  expect(await shown('MINE')).toEqual([{ payment_id: ids[0], leg: 'redemption' }]);
});

it('knows which transactions an event tells as moved, for the escrow and for the others', async () => {
  const posted = { postingId: 'p', kind: 'arrival', note: null, ledgerIndex: 5 };
  const entries = (account: string) => [
    { account, amount: '-5' },
    { account: 'float', amount: '5' },
  ];
  await record('escrow-books', 'EscrowPosted', { ...posted, hash: 'ARRIVED', entries: entries('ledger') });
  await record('escrow-books', 'EscrowPosted', { ...posted, hash: 'RELEASED', entries: entries('suspense/RELEASED') });
  await record('escrow-books', 'EscrowPosted', { ...posted, hash: null, entries: entries('ledger') });
  await record('lines-1-0', 'PayoutSettled', { payoutId: '1', wallet: 'rA', amount: '5', hash: 'PAID-OUT' });
  await record('payment-1', 'LegValidated', { paymentId: '1', leg: 'platform', hash: 'FEE' });
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
  const hashes = ['ARRIVED', 'RELEASED', 'PAID-OUT', 'FEE', 'UNKNOWN'];
  const moved = async (inEscrow: boolean) => [...(await movedAmong(hashes, inEscrow, instance.dataSource))].sort();
  expect([await moved(true), await moved(false)]).toEqual([
    ['ARRIVED', 'PAID-OUT'],
    ['FEE', 'PAID-OUT'],
  ]);
});
