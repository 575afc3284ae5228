import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { context, event } from '#test/event-store/adapter.js';
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

it('a hash that is journaled for one leg stays that leg’s', async () => {
  const ids = [randomUUID(), randomUUID()];
  for (const redemptionId of ids)
    await record(`redemption-${redemptionId}`, 'TokenRedemptionSubmitted', { redemptionId, hash: 'MINE' });
  expect(await shown('MINE')).toEqual([{ payment_id: ids[0], leg: 'redemption' }]);
});
