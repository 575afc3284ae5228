import { expect, it } from '@jest/globals';
import { context } from '#test/event-store/adapter.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { START } from '#platform/event-store/event-store.js';
import { HistoryGaps } from '#platform/ledger/history-gaps.js';
import { Tally } from './comparisons/comparison.js';
import { LogReader } from './log-reader.js';
import { ContinuousComparison } from './continuous-comparison.js';

it('a gap holds up the comparison whose ledgers lie in it, and no other', async () => {
  const noted: [string, number][] = [];
  const compared: string[] = [];
  const gaps = new HistoryGaps({ now: () => new Date(0) });
  const comparison = (name: string) => ({
    name,
    compare: async () => {
      compared.push(name);
      return Object.assign(new Tally(), { heldAt: null });
    },
  });
  const cursors = {
    ofLedger: async (stream: string) => ({ cursor: stream.endsWith('issuer') ? 100 : 900, revision: 0 }),
    ofLog: async () => ({ cursor: START, revision: -1 }),
    settledLedger: async () => 1_120,
  };
  const reader = { holds: async (from: number) => from >= 800 };
  const settled = { compare: async () => ({ settled: 0, matched: 0, findings: 0, next: START, end: true }) };
  const findings = {
    note: async (stream: string, _: number, { data }: { data: { toLedger: number } }) =>
      noted.push([stream, data.toLedger]) > 0,
  };
  const books = { catchUp: async () => undefined };
  const ledger = { validatedIndex: async () => 1_123 };
  const continuous = new ContinuousComparison(
    [comparison('issuer'), comparison('payoutEscrow')] as never,
    settled as never,
    ledger as never,
    reader as never,
    books as never,
    findings as never,
    cursors as never,
    gaps,
  );
  await continuous.run();
  expect(compared).toEqual(['payoutEscrow']);
  // 220 empty ledgers: the cursor is recorded anyway.
  expect(noted).toEqual([['reconciliation-payoutEscrow', 1_120]]);
});

it.each<[string, string, object, boolean]>([
  ['a payment of the escrow that a restored log lost', 'UnknownTransactionSettled', { ledgerIndex: 950 }, true],
  ['money in suspense', 'CaseOpened', { kind: 'escrow-suspense', details: { ledgerIndex: 950 } }, true],
  ['a payment that is compared already', 'UnknownTransactionSettled', { ledgerIndex: 850 }, false],
  ['no ledger', 'CaseOpened', { kind: 'fee-owed', details: {} }, false],
])('the cursor is recorded at once where loans wait for %s', async (_, type, data, isNoted) => {
  const store = new MemoryEventStore();
  await store.append('found', 'none', [{ type, data }], context());
  const none = null as never;
  // The comparison does not reach the ledger of a newer case.
  const newer = { type: 'CaseOpened', data: { kind: 'escrow-suspense', details: { ledgerIndex: 1_005 } } };
  await store.append('newer', 'none', [newer], context());
  const books = new LogReader(store, none, none, none, { waitFor: async () => true } as never);
  const noted: number[] = [];
  const cursors = {
    ofLedger: async () => ({ cursor: 900, revision: 0 }),
    ofLog: async () => ({ cursor: START, revision: -1 }),
    settledLedger: async () => 1_000,
  };
  const continuous = new ContinuousComparison(
    [{ name: 'purchases', compare: async () => Object.assign(new Tally(), { heldAt: null }) }] as never,
    { compare: async () => ({ settled: 0, next: START, end: true }) } as never,
    { validatedIndex: async () => 1_003 } as never,
    { holds: async () => true } as never,
    books,
    {
      note: async (_: string, __: number, { data }: { data: { toLedger: number } }) => noted.push(data.toLedger),
    } as never,
    cursors as never,
    new HistoryGaps({ now: () => new Date(0) }),
  );
  await continuous.run();
  expect(noted).toEqual(isNoted ? [1_000] : []);
});

it('names a node that keeps too few ledgers, but none that the log does not need', () => {
  const gaps = new HistoryGaps({ now: () => new Date(0) });
  expect(gaps.judge('90000-100000', 95_000, 100_000)).toBeNull();
  expect(gaps.judge('99744-100000', 50_000, 100_000)).toMatch(/keeps 99744-100000, and 78400-100000 is required/);
  expect(gaps.problem()).toMatch(/Add a node with more history to XRPL_URL/);
  expect(gaps.judge('empty', 1, 100_000)).toMatch(/keeps empty/);
});
