import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createPool } from '#platform/database/pool.js';

// Not installed here, and not needed for this test.
jest.unstable_mockModule('sharp', () => ({ default: { cache: () => undefined, concurrency: () => undefined } }), {
  virtual: true,
});
const { ShowRecipient, ShowRecipientHandler } = await import('./show-recipient.query.js');

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database?.drop());

it('tokens that were redeemed stand in no register', async () => {
  const pool = createPool(database.url, 2);
  await pool.query(
    `insert into read_models.purchases (payment_id, seq, property_id, property_name, wallet, tokens, cost, platform_fee, monthly_return, payment_hash, issuance_hash, at, date, redeemed_at)
     values (gen_random_uuid(), 1, 1, 'Sample', 'rA', 65, '6500', '0', '0', 'H', 'I', '2026-01-01', '2026-01-01', '2027-01-01')`,
  );
  const handler: any = Object.create(ShowRecipientHandler.prototype);
  Object.assign(handler, {
    db: {
      query: async (sql: string, params: unknown[]) => {
        await pool.query('set search_path to read_models, public');
        return (await pool.query(sql.replace(/\b(purchases|token_issuances)\b/g, 'read_models.$1'), params)).rows;
      },
    },
    accounts: { address: async () => 'rI' },
    ledger: { line: async () => null, account: async () => null },
    standing: { isVerified: async () => true },
  });
  const view = await handler.execute(new ShowRecipient('rA'));
  await pool.end();
  expect({ register: view.register, issued: view.issued }).toEqual({ register: 0, issued: 0 });
});
