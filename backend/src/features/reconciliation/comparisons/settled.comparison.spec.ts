import { expect, it } from '@jest/globals';
import { context } from '#test/event-store/adapter.js';
import { onLedger } from '#test/support/judged-purchase.js';
import { START } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { naming } from '#platform/ledger/accounts/settled-before.js';
import { LogReader } from '../log-reader.js';
import { SettledComparison } from './settled.comparison.js';

const ID = 'feeWallet~A';

it.each([
  ['12000000', []],
  ['11999990', [{ kind: 'books-differ', subject: `${ID}-xrp-return`, wallet: 'rFee', txHash: 'B' }]],
])('XRP that the log calls returned is compared with what was delivered: %s', async (delivered, findings) => {
  const store = new MemoryEventStore();
  const about = { returnId: ID, account: 'feeWallet', arrival: 'A', wallet: 'rX', drops: '12000000' };
  const data = { ...about, hash: 'B', ledgerIndex: 801 };
  await store.append(`xrp-return-${ID}`, 'none', [{ type: 'XrpReturned', data }], context());
  const log = new LogReader(
    store,
    { query: async () => [] } as never,
    { xrpl: { rlusdIssuer: 'rIssuer' } } as never,
    { address: async () => 'rFee' } as never,
    {} as never,
  );
  log.journaled = async () => new Map([['B', { paymentId: null, leg: 'xrp-return' }]]);
  const payment = { TransactionType: 'Payment', Account: 'rFee', Destination: 'rX', Amount: delivered };
  const transaction = onLedger(naming(`xrp-return/${ID}/1`, payment), { hash: 'B', delivered });
  const found: object[] = [];
  const comparison = new SettledComparison(
    { transaction: async () => transaction } as never,
    log,
    { report: async ({ kind }: { kind: string }, subject: object) => found.push({ kind, ...subject }) } as never,
    async () => 1,
  );
  expect(await comparison.compare(START, 900, true)).toMatchObject({ settled: 1 });
  expect(found).toMatchObject(findings);
  expect(found).toHaveLength(findings.length);
});
