import { describe, expect, it } from '@jest/globals';
import { load } from '#platform/event-store/folding.js';
import { pauseRun, resumeRun } from '../runs/run.control.js';
import { runFold, runStream } from '../runs/run.state.js';
import { FewLines, ISSUER } from '#test/support/few-lines.js';
import type { Line } from '../runs/batch.state.js';
import { linePayment } from './order.js';
import { unpayable } from './payability.js';

const RUN = 'payback-p1';
const CASE = `payout-paused-${RUN}`;
const LSF_GLOBAL_FREEZE = 0x00400000;

describe('a window', () => {
  it('is journaled, with its tickets, before anything of it is sent', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    let sentBefore = -1;
    few.duringSignature = async () => void (sentBefore = few.sent.length);
    few.fates.set('rA', 'pending').set('rB', 'pending');
    await few.go(RUN);
    expect([sentBefore, few.sent]).toEqual([0, ['to rA', 'to rB']]);
    expect(await few.line(RUN, 'rA')).toMatchObject({ state: 'submitted', attempt: { ticket: 1, attempt: 1 } });
  });
  it('of a run that is paused while it is signed is neither recorded nor sent', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    const paused = { type: 'PayoutRunPaused', data: { runId: RUN, cause: 'admin', reason: 'x' } };
    few.duringSignature = () => few.append(runStream(RUN), paused);
    await few.go(RUN);
    expect([few.sent, (await few.line(RUN, 'rA')).state, await few.assigned()]).toEqual([[], 'waiting', 0]);
  });
  it('that another instance recorded first is not sent', async () => {
    const few = await (await new FewLines(['rA']).open()).ordered(RUN);
    let first = true;
    few.duringSignature = async () => {
      if (!first) return;
      first = false;
      const data = { runId: RUN, batch: '0', wallets: [], reason: 'x' };
      await few.append(`lines-${RUN}-0`, { type: 'PayoutLinesReopened', data });
    };
    await few.go(RUN);
    // Signed once in vain, loaded again, then signed and sent.
    expect([few.sent, (await few.line(RUN, 'rA')).attempt?.hash]).toEqual([['to rA'], 'HASH2']);
  });
});

describe('a share that was paid', () => {
  it('is not paid again where an event reopens it', async () => {
    const few = await (await new FewLines(['rA']).open()).ordered(RUN);
    await few.go(RUN, 4);
    expect([(await few.line(RUN, 'rA')).state, few.sent]).toEqual(['settled', ['to rA']]);
    const at = { runId: RUN, batch: '0' };
    await few.append(runStream(RUN), { type: 'PayoutBatchReopened', data: at });
    await few.append(`lines-${RUN}-0`, { type: 'PayoutLinesReopened', data: { ...at, wallets: ['rA'], reason: 'x' } });
    await few.go(RUN, 4);
    expect([(await few.line(RUN, 'rA')).state, few.sent]).toEqual(['settled', ['to rA']]);
  });
});

describe('what stands against every payment of the escrow', () => {
  it('money that no second node shows: nothing is signed until one does', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    few.confirms = false;
    await few.go(RUN, 5);
    expect([few.sent, await few.assigned(), (await few.run(RUN)).phase]).toEqual([[], 0, 'started']);
    few.confirms = true;
    await few.go(RUN, 5);
    expect(few.sent).toEqual(['to rA', 'to rB']);
  });
  it('a freeze of RLUSD pauses the run, which goes on by itself when it is over, and its case closes', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    few.accountFlags.set(ISSUER, LSF_GLOBAL_FREEZE);
    await few.go(RUN, 5);
    expect([await few.run(RUN), await few.caseOf(CASE)]).toMatchObject([{ paused: 'global-freeze' }, 'open']);
    expect(few.sent).toEqual([]);
    few.accountFlags.clear();
    await few.go(RUN, 3);
    expect([await few.run(RUN), await few.caseOf(CASE)]).toMatchObject([
      { paused: null, phase: 'completed' },
      'resolved',
    ]);
  });
  it('a lack of XRP is looked at again, less often the longer it lasts', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    few.xrp = 0n;
    await few.go(RUN);
    const next = async () => (await few.courier.advance('payout', RUN))!.at.getTime() - few.now;
    expect(await next()).toBe(3_000);
    few.now += 100_000;
    expect(await next()).toBe(25_250);
    few.now += 10_000_000;
    expect(await next()).toBe(60_000);
    few.xrp = 1_000_000_000n;
    await few.go(RUN, 3);
    expect(await few.run(RUN)).toMatchObject({ paused: null, phase: 'completed' });
  });
  it('a low balance that a lagging node reports for a moment is not even said; one that lasts is', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    few.escrowHolds = '0';
    await few.go(RUN, 5);
    expect(await few.run(RUN)).toMatchObject({ paused: null });
    few.escrowHolds = '1000000';
    await few.go(RUN, 3);
    expect(await few.run(RUN)).toMatchObject({ phase: 'completed' });
    await few.ordered('payback-p2');
    few.escrowHolds = '0';
    await few.go('payback-p2', 15);
    expect(await few.run('payback-p2')).toMatchObject({ paused: 'balance' });
    few.escrowHolds = '1000000';
    await few.go('payback-p2', 3);
    expect(await few.run('payback-p2')).toMatchObject({ paused: null, phase: 'completed' });
  });
  it('a run that an admin stopped goes on by nobody but the admin', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    await few.append(runStream(RUN), { type: 'PayoutRunPaused', data: { runId: RUN, cause: 'admin', reason: 'x' } });
    expect(await few.courier.advance('payout', RUN)).toBeNull();
    expect(await few.run(RUN)).toMatchObject({ paused: 'admin' });
  });
  it('a run that an admin stops while it pauses for a freeze does not go on with the end of the freeze', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    few.accountFlags.set(ISSUER, LSF_GLOBAL_FREEZE);
    await few.go(RUN, 5);
    const run = async () => (await load(few.store, runFold(RUN))).state;
    const stopped = pauseRun('stop', await run());
    expect(stopped).toMatchObject([{ type: 'PayoutRunPaused', data: { cause: 'admin' } }]);
    await few.append(runStream(RUN), ...stopped);
    few.accountFlags.clear();
    await few.go(RUN, 3);
    expect([few.sent, await few.run(RUN)]).toMatchObject([[], { paused: 'admin' }]);
    expect(pauseRun('stop again', await run())).toEqual([]);
    await few.append(runStream(RUN), ...resumeRun('go on', await run()));
    await few.go(RUN, 3);
    expect(await few.run(RUN)).toMatchObject({ paused: null, phase: 'completed' });
  });
});

describe('a line with a destination tag', () => {
  it('is paid with it, also to a wallet that takes no payment without one', async () => {
    const line = { wallet: 'rExchange', amount: 1_000_000n } as Line;
    const paid = (more: object) =>
      linePayment({ from: 'rEscrow', line: { ...line, ...more }, runId: RUN, issuer: ISSUER });
    expect(paid({ tag: 77 })).toMatchObject({ Destination: 'rExchange', DestinationTag: 77 });
    expect(paid({})).not.toHaveProperty('DestinationTag');
    const [flags, trustLine] = [0x00020000, { balance: '0', limit: '1000', deepFrozen: false, holderFrozen: false }];
    const ledger = { account: async () => ({ flags }), line: async () => trustLine };
    const ports = { ledger, accounts: { address: async () => 'rEscrow' }, settings: { rlusdIssuer: ISSUER } } as never;
    expect([await unpayable(ports, line), await unpayable(ports, { ...line, tag: 77 })]).toEqual([
      'tag-required',
      null,
    ]);
  });
});
