import { describe, expect, it } from '@jest/globals';
import { exactOf } from '@tknest/contracts/money';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { context } from '#test/event-store/adapter.js';
import { caseIdOf, caseStream } from '#features/operations-cases/rules.public.js';
import { HeldProcess } from '#features/platform-accounts/held.process.js';
import { balanceOf, escrowFold } from '../escrow/escrow.decider.js';
import { batchFold } from '../runs/batch.state.js';
import { reopenLines } from '../runs/run.control.js';
import { runFold } from '../runs/run.state.js';
import { ShowPayoutOutcome, ShowPayoutOutcomeHandler } from '../use-cases/pay-from-float/payout-outcome.query.js';
import { addressOf, FewLines, lostHash } from '#test/support/few-lines.js';

const RUN = 'payback-p1';
const HOLDERS = [addressOf(11), addressOf(12)].sort();
const [A, B] = HOLDERS as [string, string];
const COMPLETED = { phase: 'completed', paused: null, open: [] };
const HELD = { state: 'unclaimed', unpayable: 'held', attempt: null };

/** Payments that the escrow signed in the period that the log lost. */
async function signedBefore(order: (few: FewLines) => Promise<unknown>, runId: string): Promise<FewLines['payments']> {
  const lost = await new FewLines(HOLDERS).open();
  await order(lost);
  await lost.go(runId, 3);
  return lost.payments;
}

/** The restored log adopts the ledger's payments to these wallets, usually with amounts that differ from its own. */
async function paid(
  few: FewLines,
  signed: FewLines['payments'],
  wallets: readonly string[],
  value = '4.9',
): Promise<void> {
  for (const payment of signed.filter(({ Destination }) => wallets.includes(Destination)))
    await few.adopts(payment, value);
}

const conflictAbout = (ticket: number): string => caseIdOf({ kind: 'sequence-conflict', subject: lostHash(ticket) });

async function restored(wallets: readonly string[]): Promise<FewLines> {
  const signed = await signedBefore((few) => few.ordered(RUN), RUN);
  const few = await (await new FewLines(HOLDERS).open()).ordered(RUN);
  await paid(few, signed, wallets);
  return few;
}

describe('a line that the ledger holds with another amount than a restored register comes to', () => {
  it('is held with a case, the others are paid, and this run and the next complete', async () => {
    const few = await restored([A]);
    await few.go(RUN, 5);
    expect(await few.line(RUN, A)).toMatchObject(HELD);
    expect(await few.line(RUN, B)).toMatchObject({ state: 'settled' });
    expect([few.sent, await few.run(RUN), await few.assigned()]).toEqual([[`to ${B}`], COMPLETED, 0]);
    const opened: RecordedEvent[] = [];
    for await (const event of few.store.read(caseStream(conflictAbout(1)))) opened.push(event);
    expect(opened.map(({ data }) => data)).toMatchObject([
      { txHash: lostHash(1), details: { ticket: 1 }, wallet: A, propertyId: 1 },
    ]);
    await few.ordered('payback-p2');
    await few.go('payback-p2', 3);
    expect(await few.run('payback-p2')).toEqual(COMPLETED);
  });

  it('has a case of its own where all of a window are held differently, and nothing is signed', async () => {
    const few = await restored(HOLDERS);
    await few.go(RUN, 3);
    expect([await few.line(RUN, A), await few.line(RUN, B)]).toMatchObject([HELD, HELD]);
    expect([few.sent, await few.run(RUN), await few.assigned()]).toEqual([[], COMPLETED, 0]);
    expect([await few.caseOf(conflictAbout(1)), await few.caseOf(conflictAbout(2))]).toEqual(['open', 'open']);
  });

  it('is signed again by no retry and no resolution: the ledger paid it', async () => {
    const few = await restored([A]);
    await few.go(RUN, 5);
    const streams = { run: runFold(RUN), batch: batchFold(RUN, '0') };
    const which = { wallets: null, released: false, reason: 'an admin asks' };
    await handleCommandAcross(few.store, streams, (states) => reopenLines(which, states), context());
    const data = { caseId: conflictAbout(1), resolution: 'corrected' };
    const resolved = { type: 'CaseAnswerConfirmed', data } as unknown as RecordedEvent;
    await new HeldProcess(few.store, few.courier).handle(resolved);
    await few.go(RUN, 3);
    expect([few.sent, (await few.line(RUN, A)).state]).toEqual([[`to ${B}`], 'unclaimed']);
  });

  it('does not go back to the float where it was paid by hand', async () => {
    const signed = await signedBefore((few) => few.byHand('hand-1', A), 'hand-1');
    const few = await (await new FewLines(HOLDERS).open()).byHand('hand-1', A);
    await paid(few, signed, [A]);
    await few.go('hand-1', 3);
    expect(await few.line('hand-1', A)).toMatchObject(HELD);
    expect([few.sent, await few.run('hand-1')]).toEqual([[], COMPLETED]);
  });
});

describe('a payment by hand whose ticket somebody else used', () => {
  it('goes back to the float where it is signed again and its payee cannot receive it any more', async () => {
    const few = await (await new FewLines(HOLDERS).open()).byHand('hand-1', A);
    const float = async () => balanceOf((await load(few.store, escrowFold)).state, 'float');
    const before = await float();
    few.fates.set(A, 'taken');
    await few.go('hand-1', 3);
    expect(await few.line('hand-1', A)).toMatchObject({ state: 'unclaimed', unpayable: 'held' });
    const { hash } = (await few.line('hand-1', A)).attempt!;
    few.fates.set(A, 'tecPATH_DRY');
    few.lines.set(A, null);
    await few.courier.release('payout', 'hand-1', { key: A, stream: 'lines-hand-1-0', hash: hash! });
    await few.go('hand-1', 4);
    expect(await few.line('hand-1', A)).toMatchObject({ state: 'returned' });
    expect(await few.run('hand-1')).toEqual(COMPLETED);
    const books = (await load(few.store, escrowFold)).state;
    expect([balanceOf(books, `unclaimed/${A}`), (await float()) - before]).toEqual([0n, exactOf(5_000_000n)]);
  });
  it('is reported as paid once it is signed again and arrives', async () => {
    const few = await (await new FewLines(HOLDERS).open()).byHand('hand-1', A);
    const outcome = () => new ShowPayoutOutcomeHandler(few.store).execute(new ShowPayoutOutcome('hand-1'));
    few.fates.set(A, 'taken');
    await few.go('hand-1', 3);
    expect(await outcome()).toEqual({ state: 'under-way' });
    const { hash } = (await few.line('hand-1', A)).attempt!;
    few.fates.clear();
    await few.courier.release('payout', 'hand-1', { key: A, stream: 'lines-hand-1-0', hash: hash! });
    await few.go('hand-1', 4);
    expect(await few.line('hand-1', A)).toMatchObject({ state: 'settled' });
    expect(await outcome()).toMatchObject({ state: 'paid', hash: 'HASH2' });
  });
});

describe('lines that the ledger has paid, and a restored log pays once more', () => {
  it('are taken over where escrow has nothing left for them: they cost nothing any more', async () => {
    const signed = await signedBefore((few) => few.ordered(RUN), RUN);
    const few = await (await new FewLines(HOLDERS).open()).ordered(RUN);
    await paid(few, signed, [A], '5');
    few.escrowHolds = '0';
    await few.go(RUN, 15);
    expect(await few.line(RUN, A)).toMatchObject({ state: 'settled' });
    expect((await few.line(RUN, B)).state).toBe('waiting');
    expect([await few.run(RUN), few.sent]).toMatchObject([{ paused: 'balance' }, []]);
  });
});
