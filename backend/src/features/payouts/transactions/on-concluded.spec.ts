import { describe, expect, it } from '@jest/globals';
import type { Unpayable } from '@tknest/contracts/events';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { context } from '#test/event-store/adapter.js';
import { caseIdOf } from '#features/operations-cases/rules.public.js';
import { HeldProcess } from '#features/platform-accounts/held.process.js';
import { batchFold } from '../runs/batch.state.js';
import { reopenLines } from '../runs/run.control.js';
import { runFold } from '../runs/run.state.js';
import { ESCROW, FEES, FewLines } from '#test/support/few-lines.js';

const RUN = 'payback-p1';
const LSF = { requireDestTag: 0x00020000, globalFreeze: 0x00400000, depositAuth: 0x01000000 };

const HOSTILE: [Unpayable, string, (few: FewLines) => unknown][] = [
  ['holder-frozen', 'tecPATH_DRY', (few) => few.lines.set('rA', { holderFrozen: true })],
  ['holder-frozen', 'tecPATH_DRY', (few) => few.lines.set('rA', { holderFrozen: true, holderDeepFrozen: true })],
  ['holder-frozen', 'tecPATH_DRY', (few) => few.accountFlags.set('rA', LSF.globalFreeze)],
  ['deep-frozen', 'tecPATH_DRY', (few) => few.lines.set('rA', { deepFrozen: true })],
  ['quality', 'tecPATH_PARTIAL', (few) => few.lines.set('rA', { qualityIn: 900_000_000 })],
  ['deposit-auth', 'tecNO_PERMISSION', (few) => few.accountFlags.set('rA', LSF.depositAuth)],
  ['tag-required', 'tecDST_TAG_NEEDED', (few) => few.accountFlags.set('rA', LSF.requireDestTag)],
  ['limit', 'tecPATH_PARTIAL', (few) => few.lines.set('rA', { limit: '1' })],
  ['no-line', 'tecPATH_DRY', (few) => few.lines.set('rA', null)],
];

describe('one holder who cannot be paid', () => {
  it.each(HOSTILE)('%s (%s): the line is unclaimed, and the run goes on', async (reason, tec, be) => {
    const few = await (await new FewLines().open()).ordered(RUN);
    be(few);
    few.fates.set('rA', tec);
    await few.go(RUN, 3);
    expect(await few.line(RUN, 'rA')).toMatchObject({ state: 'unclaimed', unpayable: reason });
    expect(await few.line(RUN, 'rB')).toMatchObject({ state: 'settled' });
    expect(await few.run(RUN)).toEqual({ phase: 'completed', paused: null, open: [] });
    expect(await few.assigned()).toBe(0);
  });
  it('DepositAuth that lets the escrow in is no reason', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    few.accountFlags.set('rA', LSF.depositAuth);
    few.letIn.set('rA', ESCROW);
    few.fates.set('rA', 'tecINTERNAL');
    await few.go(RUN, 2);
    expect(await few.line(RUN, 'rA')).toMatchObject({ state: 'waiting', unpayable: null });
  });
});

describe('a tec that no look explains', () => {
  it('twice on one line while others are paid: unclaimed, and a case, never a pause', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    few.fates.set('rA', 'tecINTERNAL');
    await few.go(RUN, 20);
    expect(await few.line(RUN, 'rA')).toMatchObject({ state: 'unclaimed', unpayable: 'unexplained' });
    expect(few.sent.filter((blob) => blob === 'to rA')).toHaveLength(2);
    expect(await few.run(RUN)).toEqual({ phase: 'completed', paused: null, open: [] });
    expect(await few.caseOf(`payout-refused-${RUN}~rA`)).toBe('open');
    // An admin has it retried, and it is paid: the case closes.
    few.fates.clear();
    await reopen(few, RUN);
    await few.go(RUN, 3);
    expect(await few.line(RUN, 'rA')).toMatchObject({ state: 'settled' });
  });
  it('on every line burns one ticket at a try, with growing pauses, and tells a person', async () => {
    const few = await (await new FewLines(['rA', 'rB', 'rC']).open()).ordered(RUN);
    for (const holder of few.holders) few.fates.set(holder, 'tecINTERNAL');
    await few.go(RUN, 120);
    // Three at once at first; then one line at a time, each after its own pauses.
    expect(few.sent.length).toBeLessThan(20);
    expect(await few.run(RUN)).toMatchObject({ phase: 'started', paused: null });
    expect(await few.caseOf(`payout-refused-${RUN}~rA`)).toBe('open');
    few.fates.clear();
    await few.go(RUN, 400);
    expect(await few.run(RUN)).toMatchObject({ phase: 'completed' });
    expect(await few.caseOf(`payout-refused-${RUN}~rA`)).toBe('resolved');
  });
  it('of a payment by hand: the third sends the money back to the float', async () => {
    const few = await (await new FewLines().open()).byHand('hand-1', 'rA');
    few.fates.set('rA', 'tecINTERNAL');
    await few.go('hand-1', 40);
    expect(await few.line('hand-1', 'rA')).toMatchObject({ state: 'returned' });
    expect(few.sent).toHaveLength(3);
  });
  it('on the fee holds up no line that is tried again', async () => {
    const few = await (await new FewLines().open()).ordered(RUN, 1_000_000n);
    few.fates.set(FEES, 'tecINTERNAL').set('rA', 'tecPATH_DRY');
    few.lines.set('rA', null);
    await few.go(RUN, 12);
    expect(await few.run(RUN)).toEqual({ phase: 'completed', paused: null, open: ['fee'] });
    few.fates.delete('rA');
    few.lines.clear();
    await reopen(few, RUN);
    await few.go(RUN, 3);
    expect(await few.line(RUN, 'rA')).toMatchObject({ state: 'settled' });
    expect(await few.line(RUN, FEES, 'fee')).toMatchObject({ state: 'waiting' });
    few.fates.clear();
    await few.go(RUN, 60);
    expect(await few.run(RUN)).toMatchObject({ open: [] });
  });
});

describe('a line whose ticket somebody else used', () => {
  const MANY = Array.from({ length: 200 }, (_, index) => `r${index}`);

  it('200 of them stop no run of any property, and none is looked for again', async () => {
    const few = await (await new FewLines(MANY).open(240)).ordered(RUN);
    for (const holder of MANY) few.fates.set(holder, 'taken');
    await few.go(RUN, 1);
    few.ledgerIndex += 100;
    await few.go(RUN, 2);
    expect(await few.line(RUN, 'r0')).toMatchObject({
      state: 'unclaimed',
      unpayable: 'held',
      attempt: { state: 'held' },
    });
    expect(await few.run(RUN)).toEqual({ phase: 'completed', paused: null, open: [] });
    expect(await few.assigned()).toBe(0);
    expect(await few.caseOf(caseIdOf({ kind: 'sequence-conflict', subject: 'HASH1' }))).toBe('open');
    const [sought, looks] = [few.sought, few.historyFrom.length];
    await few.go(RUN, 5);
    expect([few.sought, few.historyFrom.length]).toEqual([sought, looks]);
    // The next run of the same property is paid.
    few.fates.clear();
    const next = new Set(MANY.slice(0, 40));
    Object.assign(few, { holders: [...next] });
    await few.ordered('payback-p2');
    await few.go('payback-p2', 3);
    expect(await few.run('payback-p2')).toEqual({ phase: 'completed', paused: null, open: [] });
  });
  it('is paid by no retry, and on another ticket once a person found that what used its own did something else', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    few.fates.set('rA', 'taken');
    await few.go(RUN, 3);
    few.fates.clear();
    await reopen(few, RUN);
    await few.go(RUN, 5);
    expect(await few.line(RUN, 'rA')).toMatchObject({ state: 'unclaimed', unpayable: 'held' });
    const caseId = caseIdOf({ kind: 'sequence-conflict', subject: 'HASH1' });
    const held = new HeldProcess(few.store, few.courier);
    const resolved = (resolution: string, type = 'CaseAnswerConfirmed') =>
      ({ type, data: { caseId, resolution } }) as unknown as RecordedEvent;
    await held.handle(resolved('no-action', 'CaseResolved'));
    // The signatures of this proposal have not been verified.
    await held.handle(resolved('corrected', 'CaseResolved'));
    expect(await few.line(RUN, 'rA')).toMatchObject({ state: 'unclaimed', unpayable: 'held' });
    await held.handle(resolved('corrected'));
    await few.go(RUN, 3);
    expect(await few.line(RUN, 'rA')).toMatchObject({ state: 'settled', attempt: { attempt: 2, ticket: 3 } });
    // Idempotent.
    await held.handle(resolved('corrected'));
    await few.go(RUN, 3);
    expect(few.sent).toEqual(['to rA', 'to rB', 'to rA']);
  });
  it('waits for its run to be completed before it is released', async () => {
    const few = await (await new FewLines().open()).ordered(RUN);
    few.fates.set('rA', 'taken').set('rB', 'pending');
    await few.go(RUN, 3);
    const caseId = caseIdOf({ kind: 'sequence-conflict', subject: 'HASH1' });
    const resolved = {
      type: 'CaseAnswerConfirmed',
      data: { caseId, resolution: 'corrected' },
    } as unknown as RecordedEvent;
    await expect(new HeldProcess(few.store, few.courier).handle(resolved)).rejects.toThrow(TryAgainLater);
  });
  it('is left as it is while the escrow may not sign: what used its ticket is looked for first', async () => {
    const few = await (await new FewLines(['rA']).open()).ordered(RUN);
    few.fates.set('rA', 'pending');
    await few.courier.advance('payout', RUN);
    few.fates.set('rA', 'taken');
    few.maySign = false;
    await few.go(RUN, 5);
    expect([(await few.line(RUN, 'rA')).state, await few.assigned()]).toEqual(['submitted', 1]);
    expect(await few.caseOf(caseIdOf({ kind: 'sequence-conflict', subject: 'HASH1' }))).toBe('none');
    few.maySign = true;
    await few.go(RUN);
    expect([(await few.line(RUN, 'rA')).unpayable, await few.assigned()]).toEqual(['held', 0]);
  });
  it('while the escrow may not sign nothing new is signed, and what is under way is concluded', async () => {
    const few = await (await new FewLines().open(1)).ordered(RUN);
    await few.courier.advance('payout', RUN);
    few.ledgerIndex++;
    await few.append('account-payoutEscrow', {
      type: 'TicketsCreated',
      data: { name: 'payoutEscrow', tickets: [9], hash: 'I' },
    });
    few.maySign = false;
    await few.go(RUN, 3);
    expect([(await few.line(RUN, 'rA')).state, (await few.line(RUN, 'rB')).state]).toEqual(['settled', 'waiting']);
    few.maySign = true;
    await few.go(RUN, 3);
    expect(await few.run(RUN)).toMatchObject({ phase: 'completed' });
  });
  it('does not go back to the float: it may have been paid', async () => {
    const few = await (await new FewLines().open()).byHand('hand-1', 'rA');
    few.fates.set('rA', 'taken');
    await few.go('hand-1', 3);
    expect(await few.line('hand-1', 'rA')).toMatchObject({ state: 'unclaimed', unpayable: 'held' });
  });
});

describe('what has expired', () => {
  it('is signed again on its own ticket; what is concluded is remembered no more', async () => {
    const few = await (await new FewLines(['rA']).open()).ordered(RUN);
    few.fates.set('rA', 'expired');
    await few.go(RUN, 5);
    const { sender } = few.courier as unknown as { sender: { remembered: number } };
    expect([few.sent.length, sender.remembered]).toEqual([5, 1]);
    few.ledgerIndex += 100;
    few.fates.clear();
    few.fates.set('rA', 'expired');
    await few.go(RUN, 1);
    expect((await few.line(RUN, 'rA')).attempt).toMatchObject({ hash: 'HASH2', ticket: 1, attempt: 2 });
    few.fates.clear();
    await few.go(RUN, 2);
    expect([(await few.line(RUN, 'rA')).state, sender.remembered]).toEqual(['settled', 0]);
  });
});

/** Retries unclaimed lines, as an admin does. */
async function reopen(few: FewLines, runId: string): Promise<void> {
  const streams = { run: runFold(runId), batch: batchFold(runId, '0') };
  const which = { wallets: null, released: false, reason: 'an admin asks' };
  await handleCommandAcross(few.store, streams, (states) => reopenLines(which, states), context());
}
