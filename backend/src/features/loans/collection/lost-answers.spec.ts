import { describe, expect, it } from '@jest/globals';
import type { LoanEvent } from '@tknest/contracts/events';
import { exactOf, type Day, type Micro } from '@tknest/contracts/money';
import { collect } from '#test/event-store/adapter.js';
import { addressOf, FewLines } from '#test/support/few-lines.js';
import { comparedTo, loanDays } from '#test/support/loan-days.js';
import { loanOpened } from '#test/support/opened-loan.js';
import { load } from '#platform/event-store/folding.js';
import { listingStream } from '#features/listings/rules.public.js';
import { caseStream } from '#features/operations-cases/rules.public.js';
import { post } from '#features/payouts/escrow/escrow.decider.js';
import { depositOf, escrowFold } from '#features/payouts/rules.public.js';
import { moveDueDay } from '../account/loan.decider.js';
import { loanStream, loanFold, type Loan } from '../account/loan.state.js';
import { receiveRepayment } from '../account/repayment.decider.js';
import { LOST_COLLECTION } from '../schedule/gate.js';
import { loadDays, workDays, workProperty, type DayPorts } from '../schedule/work-days.js';

const [FEB, MAR] = ['due-1-2027-02-15', 'due-1-2027-03-15'] as const;
const HOLDERS = [addressOf(11), addressOf(12), addressOf(13)].sort();
const AUTOPAY = { type: 'AutopaySet', data: { propertyId: 1, enabled: true, date: '2027-01-15' } } as const;

class World {
  readonly waiting: string[] = [];
  readonly ports: DayPorts;

  constructor(readonly few: FewLines) {
    this.ports = loanDays(few.store, (_, what) => void this.waiting.push(what));
  }

  static async opened(): Promise<World> {
    const few = await new FewLines(HOLDERS).open();
    await few.append(loanStream(1), ...loanOpened);
    for (const wallet of HOLDERS)
      await few.append(listingStream(1), { type: 'TokensPurchased', data: { propertyId: 1, wallet, tokens: 1 } });
    await few.append(...comparedTo(90));
    return new World(few);
  }

  readonly to = (day: Day) => workDays(this.ports, day);
  readonly goOn = async (day: Day) => {
    this.waiting.length = 0;
    await workProperty(this.ports, 1, day, await loadDays(this.few.store as never));
  };

  async events(): Promise<LoanEvent[]> {
    return ((await collect(this.few.store.read(loanStream(1)))) as unknown as LoanEvent[]).slice(1);
  }
  async arrears(): Promise<string[]> {
    return (await this.events()).flatMap((one) => (one.type === 'LoanInArrears' ? [one.data.dueDate] : []));
  }
  readonly books = async () => (await load(this.few.store, escrowFold)).state;

  /** Moves money between the deposit and the escrow's float. */
  async moves(micro: Micro): Promise<void> {
    const amount = exactOf(micro);
    const entries = [
      { account: 'float', amount: -amount },
      { account: 'deposit/1', amount },
    ] as const;
    const postingId = `moved/${amount}`;
    await this.few.append(
      'escrow-books',
      post({ postingId, kind: 'arrival', entries: [...entries] }, await this.books()),
    );
  }

  async answers(runId: string, resolution: string): Promise<void> {
    const caseId = `lost-collection-${runId}`;
    const about = { caseId, kind: 'lost-collection', summary: 'x', propertyId: 1, wallet: null };
    await this.few.append(
      caseStream(caseId),
      { type: 'CaseOpened', data: about },
      { type: 'CaseResolved', data: { caseId, resolution } },
      { type: 'CaseAnswerConfirmed', data: { caseId, resolution, proposalId: null } },
    );
  }

  /** By hand, on a day. */
  async repays(amount: bigint, today: Day): Promise<void> {
    const loan = (await load(this.few.store, loanFold(1))).state as Loan;
    const received = {
      repaymentId: `p${today}`,
      source: 'payback',
      amount,
      today,
      hash: 'P',
      ledgerIndex: 80,
    } as const;
    await this.few.append(loanStream(1), ...receiveRepayment(received, loan).events);
  }
}

/** What the escrow paid for these months; an earlier one was paid by hand. */
async function paid(...runs: readonly string[]) {
  const world = await World.opened();
  if (!runs.includes(FEB)) {
    await world.to('2027-02-16');
    await world.repays(862_960_000n, '2027-02-16');
  }
  await world.few.append('collection-1', AUTOPAY as never);
  await world.to('2027-03-16');
  for (const run of [FEB, MAR]) await world.few.go(run, 5);
  return world.few.payments.filter(({ Memos }) =>
    runs.some((run) => Buffer.from(Memos.at(-1).Memo.MemoData, 'hex').toString().includes(run)),
  );
}

describe('two people said that it was the installment', () => {
  it('so it is not in arrears while the deposit that paid it is not found again', async () => {
    const payments = await paid(FEB);
    const world = await World.opened();
    await world.moves(-depositOf(await world.books(), 1));
    for (const payment of payments) await world.few.adopts(payment);
    await world.to('2027-03-01');
    expect([await world.arrears(), world.waiting.at(-1)]).toEqual([[], LOST_COLLECTION]);
    await world.answers(FEB, 'collected');
    await world.goOn('2027-03-01');
    expect(await world.arrears()).toEqual([]);
  });

  it('so it is not in arrears where an older installment is unpaid', async () => {
    const payments = await paid(MAR);
    expect(payments.length).toBe(4);
    const world = await World.opened();
    for (const payment of payments) await world.few.adopts(payment);
    await world.to('2027-04-01');
    expect([await world.arrears(), world.waiting.at(-1)]).toEqual([['2027-02-15'], LOST_COLLECTION]);
    await world.answers(MAR, 'collected');
    await world.goOn('2027-04-01');
    expect(await world.arrears()).toEqual(['2027-02-15']);
  });
});

describe('autopay was set up together with another due day', () => {
  it('so two people can say that it was the installment that the log knows on its old day', async () => {
    const before = await World.opened();
    const { few } = before;
    const { state } = await load(few.store, loanFold(1));
    await few.append(loanStream(1), ...moveDueDay(20, '2027-01-18', state as Loan));
    await few.append('collection-1', AUTOPAY as never);
    await before.to('2027-02-22');
    await few.go('due-1-2027-02-20', 5);
    expect(few.payments.length).toBe(4);
    const world = await World.opened();
    for (const payment of few.payments) await world.few.adopts(payment);
    await world.to('2027-03-01');
    expect([await world.arrears(), world.waiting.at(-1)]).toEqual([[], LOST_COLLECTION]);
    await world.answers('due-1-2027-02-20', 'collected');
    await world.goOn('2027-03-01');
    const types = (await world.events()).map(({ type }) => type);
    expect(types).toEqual(['InstalmentFellDue', 'RepaymentReceived', 'RepaymentAllocated']);
    await world.few.go('due-1-2027-02-20', 5);
    expect([await world.few.run('due-1-2027-02-20'), world.few.sent]).toMatchObject([{ phase: 'completed' }, []]);
  });
});
