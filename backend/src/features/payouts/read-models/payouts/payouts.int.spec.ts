import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { context, event } from '#test/event-store/adapter.js';
import { unclaimedBy } from '../../readers.public.js';
import { batchStream } from '../../runs/batch.state.js';
import { runStream } from '../../runs/run.state.js';
import { Payout, PayoutLine } from './payout.entities.js';
import { payoutsProjection } from './payouts.projection.js';

let db: TestDatabase;
let instance: Instance;
beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, [payoutsProjection], { entities: [Payout, PayoutLine] });
});
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});

const HOLDERS = ['rA', 'rB'];
const facts = (runId: string) => {
  const append = (stream: string, type: string, data: object) =>
    instance.store.append(stream, 'any', [event({ runId, ...data }, type)], context());
  return {
    ofRun: (type: string, data = {}) => append(runStream(runId), type, data),
    ofLine: (type: string, data = {}) => append(batchStream(runId, '0'), type, { batch: '0', propertyId: 1, ...data }),
    onDay: (businessDate: string, type: string, data: object) => {
      const { metadata } = context();
      const line = event({ runId, batch: '0', propertyId: 1, ...data }, type);
      return instance.store.append(batchStream(runId, '0'), 'any', [line], {
        metadata: { ...metadata, businessDate: businessDate as never },
      });
    },
    shown: async () => {
      await instance.models.waitFor(await instance.store.head(), instance.models.names());
      const sql = 'select status, settled, unclaimed, paused_for as for from payouts where id = $1';
      const [row] = await instance.dataSource.query(sql, [runId]);
      return [row.status, row.settled, row.unclaimed, row.for];
    },
  };
};

/** A run with a line of 50 for each holder. */
async function begun(runId: string) {
  const run = facts(runId);
  const dates = { period: '2027-01-15', date: '2027-01-15', recordPosition: null };
  await run.ofRun('PayoutRunCreated', { propertyId: 1, source: 'autopay', ...dates, amount: '102.5', fee: '2.5' });
  await run.ofRun('PayoutRunStarted', { lines: 2, batches: 1, total: '100', fee: '2.5', linesHash: 'x' });
  await run.ofLine('PayoutLinesListed', { lines: HOLDERS.map((wallet) => ({ wallet, tokens: 1, amount: '50' })) });
  return run;
}
const paid = { amount: '50', hash: 'HASH', ledgerIndex: 7 };

describe('the figures of a payout run', () => {
  it('count each line once, also where one is tried again in vain while the run pauses', async () => {
    const run = await begun('due-1-2027-01-15');
    await run.ofLine('PayoutSettled', { payoutId: 'due-1-2027-01-15', wallet: 'rA', ...paid });
    await run.ofLine('PayoutLineUnclaimed', { wallet: 'rB', amount: '50', reason: 'no-line' });
    await run.ofRun('PayoutRunCompleted');
    expect(await run.shown()).toEqual(['completed', 1, 1, null]);
    await run.ofLine('PayoutLinesReopened', { wallets: ['rB'], reason: 'x' });
    await run.ofRun('PayoutRunPaused', { cause: 'admin', reason: 'x' });
    await run.ofLine('PayoutLineUnclaimed', { wallet: 'rB', amount: '50', reason: 'limit' });
    expect(await run.shown()).toEqual(['paused', 1, 1, 'admin']);
    await run.ofRun('PayoutRunResumed', { reason: 'x' });
    expect(await run.shown()).toEqual(['completed', 1, 1, null]);
  });

  it('keep the day on which a share could not be paid for the first time, however often it is tried again', async () => {
    const run = await begun('due-1-2027-03-15');
    const since = async () => {
      await run.shown();
      const sql = "select unclaimed_on from payout_lines where run_id = $1 and wallet = 'rB'";
      return (await instance.dataSource.query(sql, ['due-1-2027-03-15']))[0].unclaimed_on;
    };
    expect(await since()).toBeNull();
    const unclaimed = { wallet: 'rB', amount: '50', reason: 'no-line' };
    await run.onDay('2027-03-16', 'PayoutLineUnclaimed', unclaimed);
    await run.onDay('2027-06-01', 'PayoutLinesReopened', { wallets: ['rB'], reason: 'x' });
    await run.onDay('2027-06-02', 'PayoutLineUnclaimed', unclaimed);
    expect(await since()).toBe('2027-03-16');
  });

  it('date a share by the business day on which it was paid, and by the run until then', async () => {
    const run = await begun('due-1-2027-05-15');
    const dated = async () => {
      await run.shown();
      const sql = "select date from payout_lines where run_id = $1 and wallet = 'rA'";
      return (await instance.dataSource.query(sql, ['due-1-2027-05-15']))[0].date;
    };
    await run.onDay('2027-05-16', 'PayoutLineUnclaimed', { wallet: 'rA', amount: '50', reason: 'no-line' });
    expect(await dated()).toBe('2027-01-15');
    await run.onDay('2027-06-02', 'UnclaimedPaid', { wallet: 'rA', ...paid });
    expect(await dated()).toBe('2027-06-02');
  });

  it('tell what is unclaimed, also while it is tried again', async () => {
    const run = await begun('due-1-2027-04-15');
    const claimed = async () => {
      await run.shown();
      return (await unclaimedBy('payoutEscrow', instance.dataSource)).get('rA');
    };
    expect(await claimed()).toBeUndefined();
    await run.ofLine('PayoutLineUnclaimed', { wallet: 'rA', amount: '50', reason: 'no-line' });
    expect(await claimed()).toBe(50_000_000n);
    await run.ofLine('PayoutLinesReopened', { wallets: ['rA'], reason: 'x' });
    expect(await claimed()).toBe(50_000_000n);
    expect((await unclaimedBy('feeWallet', instance.dataSource)).size).toBe(0);
    await run.ofLine('UnclaimedPaid', { wallet: 'rA', ...paid });
    expect(await claimed()).toBeUndefined();
  });

  it('say that it pauses also once all holders are paid: its fee waits until it goes on', async () => {
    const run = await begun('due-1-2027-02-15');
    await run.ofRun('PayoutRunPaused', { cause: 'admin', reason: 'x' });
    for (const wallet of HOLDERS) await run.ofLine('PayoutSettled', { payoutId: 'due-1-2027-02-15', wallet, ...paid });
    await run.ofRun('PayoutRunCompleted');
    expect(await run.shown()).toEqual(['paused', 2, 0, 'admin']);
    await run.ofRun('PayoutRunResumed', { reason: 'x' });
    expect(await run.shown()).toEqual(['completed', 2, 0, null]);
  });
});
