import { describe, expect, it } from '@jest/globals';
import { evolveBatch, noBatch, purposeOf, type BatchState } from './batch.state.js';
import { planRun, TICKETS_IN_WINDOWS, windowSize } from './run.plan.js';
import { evolveRun, noRun, type RunState } from './run.state.js';

const runId = 'due-1-2027-01-15';
const created = evolveRun(noRun, {
  type: 'PayoutRunCreated',
  data: {
    runId,
    propertyId: 1,
    source: 'autopay',
    period: '2027-01-15',
    date: '2027-01-15',
    recordPosition: null,
    amount: '102.5',
    fee: '2.5',
    direct: null,
  },
});
const started = evolveRun(created, {
  type: 'PayoutRunStarted',
  data: { runId, lines: 2, batches: 1, total: '100', fee: '2.5', linesHash: 'x' },
});
const paused = (run: RunState) =>
  evolveRun(run, { type: 'PayoutRunPaused', data: { runId, cause: 'admin', reason: 'x' } });
const lines = [
  { wallet: 'rA', tokens: 1, amount: '50' },
  { wallet: 'rB', tokens: 1, amount: '50' },
];
const listed = evolveBatch(noBatch, { type: 'PayoutLinesListed', data: { runId, batch: '0', lines } });
const at = { runId, batch: '0', wallet: 'rA', hash: 'H1' };
const sign = (batch: BatchState, attempt: number, ticket: number): BatchState =>
  evolveBatch(batch, {
    type: 'PayoutWindowSigned',
    data: {
      runId,
      batch: '0',
      ledgerIndex: 100,
      lastLedgerSequence: 140,
      blobItem: 'x',
      attempts: [
        { wallet: 'rA', attempt, ticket, purpose: purposeOf(batch, batch.lines.get('rA')!), hash: 'H1', after: null },
      ],
    },
  });
const plan = (run: RunState, batch: BatchState, isFirst = true) => planRun(run, [batch], isFirst).map((one) => one.do);

describe('what a run needs next', () => {
  it('its lines, once no earlier run of the property holds money', () => {
    expect(planRun(created, [], true)).toEqual([{ do: 'list' }]);
    expect(planRun(created, [], false)).toEqual([]);
    expect(planRun(paused(created), [], true)).toEqual([]);
  });
  it('the fate of what is under way comes before new signatures; a pause stops signatures alone', () => {
    const batch = sign(listed, 1, 7);
    expect(plan(started, batch)).toEqual(['conclude', 'sign']);
    expect(plan(paused(started), batch)).toEqual(['conclude']);
  });
  it('the fee never holds up the completion', () => {
    const open = new Set(['fee']);
    expect(plan({ ...started, open }, listed)).toContain('complete');
    expect(plan(started, listed)).not.toContain('complete');
  });
  it('the fee comes after every holder: what holds it up holds up nobody', () => {
    const fee = { ...listed, batch: 'fee' };
    const both = { ...started, open: new Set(['0', 'fee']) };
    expect(planRun(both, [listed, fee], true)).toMatchObject([{ do: 'sign', batch: '0' }]);
    expect(planRun({ ...started, open: new Set(['fee']) }, [fee], true)).toContainEqual(
      expect.objectContaining({ do: 'sign', batch: 'fee' }),
    );
  });
});

describe('the ticket of the next attempt', () => {
  it('is the same after a proved absence', () => {
    const batch = sign(listed, 1, 7);
    const absent = evolveBatch(batch, { type: 'PayoutLineAbsent', data: { ...at, reason: 'expired' } });
    expect(purposeOf(absent, absent.lines.get('rA')!)).toBe(`payout/${runId}/0/rA/1`);
  });
  it('is a new one after a validated tec, which burned it', () => {
    const data = { ...at, ledgerIndex: 101, result: 'tecPATH_DRY' };
    const refused = evolveBatch(sign(listed, 1, 7), { type: 'PayoutLineRefused', data });
    expect(purposeOf(refused, refused.lines.get('rA')!)).toBe(`payout/${runId}/0/rA/2`);
    expect(refused.lines.get('rA')!.attempt).toMatchObject({ hash: 'H1', state: 'failed', refusals: 1 });
  });
});

describe('a window', () => {
  it('is sized by the room of the node, and leaves a quota to purchases', () => {
    expect(windowSize(100)).toBe(75);
    expect(windowSize(0)).toBe(0);
  });
  it('never holds more than 200 tickets', () => {
    expect(windowSize(100_000)).toBe(TICKETS_IN_WINDOWS);
    expect(TICKETS_IN_WINDOWS).toBe(200);
  });
});
