import { expect, it } from '@jest/globals';
import { holds } from '#test/support/alert-rules.js';
import { metrics } from '#platform/telemetry/metrics.js';
import { AccountFigures } from './account-figures.js';

const XRP = 1_000_000n;

/** The metrics for the given accounts and ledger. */
async function figures({ free = [7], drops = 10n, balance = 100n * XRP, ownerCount = 5 } = {}): Promise<string> {
  const ledger = {
    fee: async () => drops,
    reserves: async () => ({ base: 1n * XRP, increment: XRP / 5n }),
    account: async () => ({ balance, ownerCount }),
  };
  const state = async () => ({ address: 'rAccount', free, assigned: new Map() });
  await new AccountFigures(ledger as never, { record: () => ({ state }) } as never).measure();
  return metrics.metrics();
}

it('TicketsUsedUp: transactions under way hold every ticket', async () => {
  expect(holds('TicketsUsedUp', await figures())).toBe(false);
  expect(holds('TicketsUsedUp', await figures({ free: [] }))).toBe(true);
});

it('NetworkFeeHigh: the ledger asks for more than a transaction may cost', async () => {
  expect(holds('NetworkFeeHigh', await figures({ drops: 50_000n }))).toBe(false);
  expect(holds('NetworkFeeHigh', await figures({ drops: 50_001n }))).toBe(true);
});

it('AccountShortOfXrp: what is left lies in reserves', async () => {
  expect(holds('AccountShortOfXrp', await figures({ balance: 7n * XRP }))).toBe(false);
  expect(holds('AccountShortOfXrp', await figures({ balance: 7n * XRP, ownerCount: 6 }))).toBe(true);
});
