import { describe, expect, it } from '@jest/globals';
import { ESCROW, FEES } from '#test/support/few-lines.js';
import { autopay, HOLDERS, RestoredLoan } from '#test/support/restored-loan.js';
import { openedPayment } from '#test/support/started-payment.js';
import { moneyObjection } from '#features/payments/collecting/checks.js';
import { unattended } from '#features/payouts/processes/unattended.js';
import { moveDueDay } from '../account/loan.decider.js';
import { loanStream } from '../account/loan.state.js';
import { LOST_COLLECTION } from '../schedule/gate.js';

const [FEB, MAR] = ['due-1-2027-02-15', 'due-1-2027-03-15'] as const;
const REPAYMENT = openedPayment('p', { kind: 'principal_payback', payer: 'rOwner', payee: ESCROW });
const caseOf = (runId: string) => `lost-collection-${runId}`;

/** What the escrow paid for these months; an earlier one was paid by hand. */
async function paid(...runs: readonly string[]) {
  const world = await RestoredLoan.opened();
  if (!runs.includes(FEB)) {
    await world.to('2027-02-16');
    await world.repays(862_960_000n);
  }
  await world.collecting(autopay());
  await world.to('2027-03-16');
  await world.pays(FEB, MAR);
  return world.few.payments.filter(({ Memos }) =>
    runs.some((run) => Buffer.from(Memos.at(-1).Memo.MemoData, 'hex').toString().includes(run)),
  );
}

describe('two people said that it was the installment', () => {
  const SHORT = { kind: 'collection-short', subject: FEB, propertyId: 1 };
  const missing = ({ few: { store } }: RestoredLoan) =>
    unattended({ store, claims: async () => new Map(), unexplained: async () => [], feesOfRuns: async () => 0n }).then(
      (found) => found.filter(({ kind }) => kind.includes('collection')),
    );

  async function short(): Promise<RestoredLoan> {
    const payments = await paid(FEB);
    const world = await RestoredLoan.opened();
    await world.empties();
    await world.adopts(payments);
    await world.to('2027-03-01');
    expect([await world.arrears(), world.waiting.at(-1)]).toEqual([[], LOST_COLLECTION]);
    // It fits: only its deposit is missing.
    const [{ summary } = { summary: '' }] = await missing(world);
    expect(summary).toContain('or its deposit is missing');
    await world.answers(caseOf(FEB), 'collected');
    await world.goOn();
    expect(await world.arrears()).toEqual([]);
    return world;
  }

  it('so it is not in arrears while the deposit that paid it is not found again, and a case asks for it', async () => {
    const world = await short();
    expect(await missing(world)).toMatchObject([SHORT]);
    await world.moves(1_000_000_000n);
    await world.goOn();
    expect([await world.received(), world.waiting, await missing(world)]).toEqual([[['autopay', '862.96']], [], []]);
  });

  it('so the landlord does not pay it a second time meanwhile', async () => {
    const world = await short();
    const ports = { ...world.few.ports, ledger: { account: async () => null } } as never;
    expect(await moneyObjection(ports, REPAYMENT)).toMatchObject({ code: 'collection-unclear' });
    await world.answers(`collection-short-${FEB}`, 'no-action');
    expect(await moneyObjection(ports, REPAYMENT)).toMatchObject({ code: 'payer-unknown' });
  });

  it('so the loan goes on only once two people say that the deposit is not found again', async () => {
    const world = await short();
    await world.answers(`collection-short-${FEB}`, 'no-action', 1);
    await world.goOn();
    expect(world.waiting.at(-1)).toBe(LOST_COLLECTION);
    await world.answers(`collection-short-${FEB}`, 'no-action');
    await world.goOn();
    expect([await world.arrears(), world.waiting, await missing(world)]).toEqual([['2027-02-15'], [], []]);
  });

  it('so it is not in arrears where an older installment is unpaid', async () => {
    const payments = await paid(MAR);
    expect(payments.length).toBe(4);
    const world = await RestoredLoan.opened();
    await world.adopts(payments);
    await world.to('2027-04-01');
    expect([await world.arrears(), world.waiting.at(-1)]).toEqual([['2027-02-15'], LOST_COLLECTION]);
    await world.answers(caseOf(MAR), 'collected');
    await world.goOn();
    expect(await world.arrears()).toEqual(['2027-02-15']);
  });
});

describe('autopay was set up together with another due day', () => {
  it('so two people can say that it was the installment that the log knows on its old day', async () => {
    const before = await RestoredLoan.opened();
    const { few } = before;
    await few.append(loanStream(1), ...moveDueDay(20, '2027-01-18', await before.loan()));
    await before.collecting(autopay());
    await before.to('2027-02-22');
    await few.go('due-1-2027-02-20', 5);
    expect(few.payments.length).toBe(4);
    const world = await RestoredLoan.opened();
    await world.adopts(few.payments);
    await world.to('2027-03-01');
    expect([await world.arrears(), world.waiting.at(-1)]).toEqual([[], LOST_COLLECTION]);
    await world.answers(caseOf('due-1-2027-02-20'), 'collected');
    await world.goOn();
    expect(await world.types()).toEqual(['InstalmentFellDue', 'RepaymentReceived', 'RepaymentAllocated']);
    await world.few.go('due-1-2027-02-20', 5);
    expect([await world.few.run('due-1-2027-02-20'), world.few.sent]).toMatchObject([{ phase: 'completed' }, []]);
  });
});

describe('two people said that the payments were something else', () => {
  /** One share is not what the register gives. */
  async function answered(): Promise<RestoredLoan> {
    const [first, ...others] = await paid(FEB);
    const world = await RestoredLoan.opened();
    await world.adopts([first!], '4.9');
    await world.adopts(others);
    await world.to('2027-02-18');
    expect(world.waiting.at(-1)).toBe(LOST_COLLECTION);
    await world.answers(caseOf(FEB), 'no-action');
    await world.collecting(autopay('2027-02-18'));
    await world.goOn();
    return world;
  }

  it('so autopay collects the installment in a run of its own, which pays everybody', async () => {
    const world = await answered();
    const { few } = world;
    expect(await few.run(FEB)).toMatchObject({ phase: 'none' });
    await world.pays(`${FEB}-2`);
    expect(few.sent.toSorted()).toEqual([...HOLDERS, FEES].map((wallet) => `to ${wallet}`).toSorted());
    expect(await few.run(`${FEB}-2`)).toEqual({ phase: 'completed', paused: null, open: [] });
    expect(await world.types()).toEqual(['InstalmentFellDue', 'RepaymentReceived', 'RepaymentAllocated']);
  });

  it('and a second restored log tells the two runs apart', async () => {
    const before = await answered();
    await before.pays(`${FEB}-2`);
    const world = await RestoredLoan.opened();
    const [first, ...others] = await paid(FEB);
    await world.adopts([first!], '4.9');
    await world.adopts([...others, ...before.few.payments]);
    await world.to('2027-03-01');
    expect([await world.received(), world.waiting]).toEqual([[['autopay', '862.96']], [LOST_COLLECTION]]);
    await world.answers(caseOf(FEB), 'no-action');
    await world.goOn();
    await world.pays(`${FEB}-2`);
    expect([world.waiting, world.few.sent, await world.few.run(`${FEB}-2`)]).toMatchObject([
      [],
      [],
      { phase: 'completed', open: [] },
    ]);
  });
});
