import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BusinessDate, PayoutLineEvent } from '@tknest/contracts/events';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { UnclaimedNotices } from '../unclaimed-notices.job.js';
import { batchStream, evolveBatch, noBatch } from './batch.state.js';
import { noticeAge } from './unclaimed-age.js';

const runId = 'due-1-2027-01-15';
const at = { runId, batch: '0', wallet: 'rA', amount: '50' };
const listed: PayoutLineEvent = {
  type: 'PayoutLinesListed',
  data: { runId, batch: '0', lines: [{ wallet: 'rA', tokens: 1, amount: '50' }] },
};
const unclaimed: PayoutLineEvent = { type: 'PayoutLineUnclaimed', data: { ...at, propertyId: 1, reason: 'no-line' } };
const reopened: PayoutLineEvent = {
  type: 'PayoutLinesReopened',
  data: { runId, batch: '0', wallets: ['rA'], reason: 'x' },
};
const since = '2027-01-15';
const batch = (...facts: PayoutLineEvent[]) => [listed, ...facts].reduce(evolveBatch, noBatch);
const notices = (today: BusinessDate, state = batch(unclaimed)) => noticeAge({ wallet: 'rA', since, today }, state);
const days = (found: readonly { data: { days: number } }[]) => found.map(({ data }) => data.days);

describe('a share that nobody could be paid', () => {
  it.each([
    ['2027-02-13', []],
    ['2027-02-14', [30]],
    ['2027-04-14', [30]],
    ['2027-04-15', [90]],
    ['2028-01-15', [365]],
    ['2031-01-15', [365]],
  ] as const)('is told of with its age on %s: %j', (today, told) => expect(days(notices(today))).toEqual(told));

  it('is told of once for each of the days, also where it was retried in vain meanwhile', () => {
    const [month] = notices('2027-02-14');
    expect(month!.data).toEqual({ ...at, reason: 'no-line', days: 30, since });
    const told = batch(unclaimed, month!, reopened, unclaimed);
    expect(notices('2027-02-20', told)).toEqual([]);
    const [quarter] = notices('2027-04-15', told);
    expect(days(notices('2028-01-15', evolveBatch(told, quarter!)))).toEqual([365]);
  });

  it('is not told of while it is tried again, or after it was paid', () => {
    expect(notices('2027-02-14', batch(unclaimed, reopened))).toEqual([]);
    const paid: PayoutLineEvent = {
      type: 'UnclaimedPaid',
      data: { ...at, propertyId: 1, hash: 'H', ledgerIndex: 7, delivered: '50' } as never,
    };
    expect(notices('2027-02-14', batch(unclaimed, paid))).toEqual([]);
  });
});

describe('the notices of a day', () => {
  let today: BusinessDate = '2027-02-14';
  const store = new MemoryEventStore();
  const metadata = { commandId: '', correlationId: 'c', causationId: 'c', businessDate: today };
  const context = (commandId: string) => ({
    metadata: { ...metadata, commandId, actor: { wallet: null, role: 'system' as const } },
  });
  let made = 0;
  const recorder = new Recorder(store, { contextOf: async () => context(`notice-${++made}`) });
  /** The read model finds the line again and again: it lags, or several instances look. */
  const db = { query: async () => [{ run_id: runId, batch: '0', wallet: 'rA', unclaimed_on: since }] };
  const told = async () => {
    const found: number[] = [];
    for await (const { type, data } of store.read(batchStream(runId, '0')))
      if (type === 'UnclaimedAged') found.push(data.days);
    return found;
  };
  const day = () =>
    new UnclaimedNotices(db as never, { today: async () => today } as never, recorder, {} as never).day();

  beforeEach(async () => {
    if (made === 0) await store.append(batchStream(runId, '0'), 'none', [listed, unclaimed], context('listed'));
  });

  it('are in the log once, whoever looks, and go on with the calendar', async () => {
    await day();
    await day();
    expect(await told()).toEqual([30]);
    today = '2028-03-01';
    await day();
    await day();
    expect(await told()).toEqual([30, 365]);
  });
});
