import type { Day } from '@tknest/contracts/money';
import { describe, expect, it } from '@jest/globals';
import { collect } from '#test/event-store/adapter.js';
import { ESCROW, FEES } from '#test/support/few-lines.js';
import { openedLoan } from '#test/support/opened-loan.js';
import { autopay, automation, HOLDERS, RestoredLoan } from '#test/support/restored-loan.js';
import { openedPayment } from '#test/support/started-payment.js';
import { lostCollections } from '#features/payouts/rules.public.js';
import { moneyObjection } from '#features/payments/collecting/checks.js';
import { unclearCollections } from '#features/payouts/runs/lost-collections.js';
import { unattended } from '#features/payouts/processes/unattended.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { caseStream } from '#features/operations-cases/rules.public.js';
import { loanStream } from '../account/loan.state.js';
import { beginRepayment } from '../account/repayment.decider.js';
import { NoticesProcess } from '../processes/notices.process.js';
import { LOST_COLLECTION } from '../schedule/gate.js';

/** The first installment is due on a holiday, so it is collected on the 16th, and in arrears on the 23rd. */
const [COLLECTED, LATER]: [Day, Day] = ['2027-02-16', '2027-03-01'];
const [RUN, CASE] = ['due-1-2027-02-15', 'lost-collection-due-1-2027-02-15'];
const [A, B, C] = HOLDERS as [string, string, string];

const REPAYMENT = openedPayment('p', { kind: 'principal_payback', payer: 'rOwner', payee: ESCROW });

/** What the escrow paid to these payees when the installment was collected. */
async function collected(collecting = autopay(), payees: readonly string[] = [...HOLDERS, FEES]) {
  const log = await RestoredLoan.opened();
  await log.collecting(collecting);
  await log.to(COLLECTED);
  await log.pays(RUN);
  const { payments } = log.few;
  return { payments: payments.filter(({ Destination }) => payees.includes(Destination)), books: await log.books() };
}

const COMMAND = uuidv5('test/notice');
const TERM = { earlyPrincipal: 'term', allEarly: false } as const;
const COLLECTS = ['InstalmentFellDue', 'RepaymentReceived', 'RepaymentAllocated'];

describe('a collection that a restored log lost, with who collects', () => {
  it.each<[string, ReturnType<typeof autopay>, readonly string[], readonly string[]]>([
    ['autopay, which paid everybody', autopay(), [...HOLDERS, FEES], []],
    ['autopay, which had paid two of three', autopay(), [A, B], [C, FEES]],
    ['rent automation at another fee', automation(), [A], [B, C, FEES]],
  ])('%s: it is known again on its day, and nobody is paid twice', async (_, collecting, reached, left) => {
    const before = await collected(collecting, reached);
    const log = await RestoredLoan.opened();
    await log.adopts(before.payments);
    await log.to('2027-03-15');
    expect(await log.types()).toEqual([...COLLECTS, 'InstalmentFellDue']);
    await log.pays(RUN);
    expect(log.few.sent).toEqual(left.map((wallet) => `to ${wallet}`));
    expect(await log.few.run(RUN)).toEqual({ phase: 'completed', paused: null, open: [] });
    expect((await log.books()).balances).toEqual((await collected(collecting)).books.balances);
    expect(await lostCollections(log.few.store)).toEqual([]);
  });

  it('is known although a repayment is under way, for which collections wait', async () => {
    const log = await RestoredLoan.opened();
    await log.adopts((await collected()).payments);
    const order = { paymentId: 'p', amount: 100_000_000n, to: 'escrow', today: '2027-02-01' } as const;
    await log.few.append(loanStream(1), ...beginRepayment({ ...order, ...TERM }, openedLoan));
    await log.to(COLLECTED);
    expect(await log.types()).toEqual(['RepaymentBegun', ...COLLECTS]);
  });

  it('is looked for once on a day, whatever else the day does', async () => {
    const log = await RestoredLoan.opened();
    await log.collecting(autopay());
    const { store } = log.few;
    const read = store.read.bind(store);
    const streams: string[] = [];
    store.read = (stream, options) => (streams.push(stream), read(stream, options));
    await log.to(COLLECTED);
    expect(await log.types()).toEqual(COLLECTS);
    expect(streams.filter((stream) => stream === 'account-payoutEscrow')).toHaveLength(1);
  });

  it('is known at once where its day is over already', async () => {
    const { payments } = await collected();
    const log = await RestoredLoan.opened();
    await log.to('2027-02-17');
    await log.adopts(payments);
    expect(await log.types()).toEqual(['InstalmentFellDue']);
    await log.wakes('account-payoutEscrow');
    expect(await log.types()).toEqual(COLLECTS);
  });
});

describe('who collected an installment, which a restored log lost', () => {
  const OFF = 'collecting-off-1';

  it('is told to the office, until autopay is on again, and to the landlord', async () => {
    const log = await RestoredLoan.opened();
    const { few } = log;
    await log.adopts((await collected()).payments);
    await log.to(COLLECTED);
    expect(await few.caseOf(OFF)).toBe('open');
    const [opened] = await collect(few.store.read(caseStream(OFF)));
    expect(opened!.data).toMatchObject({ propertyId: 1, details: { source: 'autopay' } });
    const notices = new NoticesProcess(few.store, { property: async () => ({ name: 'x', owner: 'rOwner' }) } as never);
    await notices.handle(opened as never, { commandId: () => COMMAND } as never);
    const [notice] = await collect(few.store.read('notifications-1', { backwards: true, limit: 1 }));
    expect(notice!.data).toMatchObject({ kind: 'autopay-off', audience: ['owner'], owner: 'rOwner', date: COLLECTED });
    await log.collecting(autopay(COLLECTED, true));
    await log.wakes('collection-1');
    expect(await few.caseOf(OFF)).toBe('resolved');
  });

  it('is not told where the log says that the platform collects', async () => {
    const log = await RestoredLoan.opened();
    await log.collecting(autopay());
    await log.adopts((await collected()).payments);
    await log.to(COLLECTED);
    expect([await log.types(), await log.few.caseOf(OFF)]).toEqual([COLLECTS, 'none']);
  });
});

describe('two installments that a restored log lost', () => {
  const MAR = 'due-1-2027-03-15';

  async function paid(deposit: Day): Promise<RestoredLoan> {
    const log = await RestoredLoan.opened();
    await log.empties();
    await log.collecting(autopay());
    await log.to(deposit);
    await log.moves(2_000_000_000n);
    await log.wakes('escrow-books');
    await log.to('2027-03-18');
    await log.pays(RUN, MAR);
    return log;
  }
  async function restored(before: RestoredLoan): Promise<RestoredLoan> {
    const log = await RestoredLoan.opened();
    await log.empties();
    await log.moves(2_000_000_000n);
    await log.adopts(before.few.payments);
    await log.to('2027-04-01');
    return log;
  }

  it('count on their due dates, whenever their holders were paid', async () => {
    const before = await paid('2027-02-14');
    const log = await restored(before);
    expect([await log.received(), await log.arrears(), log.waiting]).toEqual([await before.received(), [], []]);
  });

  it('after arrears that it lost too, the second has more interest than the log: people are asked', async () => {
    const before = await paid('2027-03-18');
    expect(await before.arrears()).toEqual(['2027-02-15']);
    const log = await restored(before);
    expect((await log.received()).map(([day]) => day)).toHaveLength(1);
    expect(log.waiting).not.toEqual([]);
  });
});

describe('payments that fit no collection of the log', () => {
  async function unclear(): Promise<RestoredLoan> {
    const log = await RestoredLoan.opened();
    await log.adopts((await collected(autopay(), [A, B])).payments, '4.9');
    return log;
  }

  it('hold the day, open a case, and are known once two people say that they were the collection', async () => {
    const log = await unclear();
    const { few } = log;
    await log.to(LATER);
    expect([await log.types(), log.waiting.at(-1)]).toEqual([['InstalmentFellDue'], LOST_COLLECTION]);
    const nothing = { claims: async () => new Map(), unexplained: async () => [], feesOfRuns: async () => 0n };
    const repay = () => moneyObjection({ ...few.ports, ledger: { account: async () => null } } as never, REPAYMENT);
    expect(await repay()).toMatchObject({ code: 'collection-unclear' });
    const [found] = (await unattended({ store: few.store, ...nothing })).filter(
      ({ kind }) => kind === 'lost-collection',
    );
    expect(found).toMatchObject({ subject: RUN, propertyId: 1, details: { amount: '9.8', payments: 2, fee: null } });
    await log.answers(CASE, 'collected');
    expect(await unclearCollections(few.store, 1)).toEqual([]);
    await log.goOn();
    expect(await repay()).toMatchObject({ code: 'payer-unknown' });
    expect([await log.types(), log.waiting]).toEqual([COLLECTS, []]);
    await log.pays(RUN);
    expect(few.sent).toEqual([`to ${C}`, `to ${FEES}`]);
    for (const wallet of [A, B]) expect(await few.line(RUN, wallet)).toMatchObject({ unpayable: 'held' });
  });

  it('hold nothing once two people say that they were something else', async () => {
    const log = await unclear();
    await log.to(LATER);
    await log.answers(CASE, 'no-action');
    await log.goOn();
    expect(await log.types()).toEqual(['InstalmentFellDue', 'LoanInArrears']);
    expect(await log.deposit()).toBe(500_000_000_000_000n);
    expect(await lostCollections(log.few.store)).toEqual([]);
  });

  it('hold the day where only one person has answered', async () => {
    const log = await unclear();
    await log.answers(CASE, 'no-action', 1);
    await log.to(LATER);
    expect([await log.types(), log.waiting.at(-1)]).toEqual([['InstalmentFellDue'], LOST_COLLECTION]);
  });
});
