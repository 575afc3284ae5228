import { describe, expect, it } from '@jest/globals';
import type { Day } from '@tknest/contracts/money';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { collect } from '#test/event-store/adapter.js';
import { HistoryGaps } from '#platform/ledger/history-gaps.js';
import { escrowFold } from '../escrow/escrow.decider.js';
import { Arrivals } from './arrivals.js';
import { FollowedDay } from './followed-day.js';
import { escrowFollower, type EscrowPorts } from './escrow-follower.js';

function quietLedger() {
  const seen = { newest: 1_000, oldest: 1 };
  const now = { ms: 0 };
  const store = new MemoryEventStore();
  const gaps = new HistoryGaps({ now: () => new Date(now.ms) });
  const ports = {
    store,
    turns: {},
    gaps,
    ledger: {
      validatedIndex: async () => seen.newest + 2,
      holds: async (from: number) => from >= seen.oldest,
      async *history() {},
    },
    accounts: { address: async () => 'rEscrow' },
    settings: { rlusdIssuer: 'rIssuer' },
    journaled: async () => new Set(),
    firstLedger: async () => 1_000,
    businessDate: async () => '2026-11-23',
  } as unknown as EscrowPorts;
  const cursors = async () => (await collect(store.read(escrowFold.stream))).map(({ data }) => data.toLedger);
  return { seen, now, gaps, ports, arrivals: new Arrivals(ports, escrowFollower(ports)), cursors };
}

it('the cursor is kept every 200 ledgers: a node with 256 still has what comes next', async () => {
  const { seen, arrivals, cursors } = quietLedger();
  while (await arrivals.follow());
  expect(await cursors()).toEqual([]);
  seen.newest = 1_198;
  while (await arrivals.follow());
  expect(await cursors()).toEqual([]);
  seen.newest = 1_250;
  while (await arrivals.follow());
  expect(await cursors()).toEqual([1_250]);
});

it('ledgers that no node holds are waited for and said, and what comes later is not booked before', async () => {
  const { seen, now, gaps, arrivals, cursors } = quietLedger();
  [seen.oldest, seen.newest] = [1_500, 2_000];
  expect(await arrivals.follow()).toBe(false);
  expect(gaps.problem()).toBeNull();
  now.ms = 601_000;
  expect(await arrivals.follow()).toBe(false);
  expect(gaps.problem()).toBe('escrow-arrivals waits for ledgers 1000-1999, which no node holds.');
  expect(gaps.old()).toEqual([{ what: 'escrow-arrivals', fromLedger: 1_000, toLedger: 1_999, ageMs: 601_000 }]);
  expect(await cursors()).toEqual([]);
  seen.oldest = 1;
  while (await arrivals.follow());
  expect(gaps.problem()).toBeNull();
  expect(await cursors()).toEqual([1_999]);
});

describe('the day that the escrow’s follower has reached', () => {
  const MIDNIGHT = 1_010;
  const following = () => {
    const quiet = quietLedger();
    const closed = (index: number): Day => (index < MIDNIGHT ? '2027-02-14' : '2027-02-15');
    let goal: Day = '2027-02-14';
    const followed = new FollowedDay(
      quiet.ports.store,
      { closedAt: async () => new Date(0) },
      { dayOf: async ({ ledgerIndex }) => closed(ledgerIndex), goal: async () => goal },
    );
    const step = async () => {
      const records = await followed.isBehind();
      while (await quiet.arrivals.follow(records));
    };
    return { ...quiet, followed, step, midnight: () => (goal = '2027-02-15') };
  };

  it('is known soon after the calendar moves, and only then is the cursor recorded for it', async () => {
    const { seen, followed, step, midnight, cursors } = following();
    await step();
    expect(await cursors()).toEqual([1_000]);
    seen.newest = MIDNIGHT + 1;
    await step();
    expect(await cursors()).toEqual([1_000]);
    expect(await followed.hasReached('2027-02-15')).toBe(false);
    midnight();
    seen.newest = MIDNIGHT + 2;
    await step();
    seen.newest = MIDNIGHT + 3;
    await step();
    expect(await cursors()).toEqual([1_000, MIDNIGHT + 2]);
    expect(await followed.hasReached('2027-02-15')).toBe(true);
  });

  it('is not reached while the follower has not passed its first ledger', async () => {
    const { seen, followed, step, midnight, cursors } = following();
    await step();
    midnight();
    seen.oldest = MIDNIGHT + 100;
    seen.newest = MIDNIGHT + 200;
    for (let n = 0; n < 3; n++) await step();
    expect(await cursors()).toEqual([1_000]);
    expect(await followed.hasReached('2027-02-15')).toBe(false);
    expect(await followed.hasReached('2027-02-14')).toBe(true);
  });
});
