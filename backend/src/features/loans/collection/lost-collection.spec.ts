import type { LoanEvent } from '@tknest/contracts/events';
import type { Day } from '@tknest/contracts/money';
import { describe, expect, it } from '@jest/globals';
import { collect } from '#test/event-store/adapter.js';
import { addressOf, ESCROW, FEES, FewLines } from '#test/support/few-lines.js';
import { collectsAt, comparedTo, loanDays } from '#test/support/loan-days.js';
import { loanOpened, openedLoan } from '#test/support/opened-loan.js';
import { openedPayment } from '#test/support/started-payment.js';
import { load } from '#platform/event-store/folding.js';
import { listingStream } from '#features/listings/rules.public.js';
import { caseStream } from '#features/operations-cases/rules.public.js';
import { depositOf, escrowFold, lostCollections, unclearCollections } from '#features/payouts/rules.public.js';
import { moneyObjection } from '#features/payments/collecting/checks.js';
import { unattended } from '#features/payouts/processes/unattended.js';
import { loanStream } from '../account/loan.state.js';
import { beginRepayment } from '../account/repayment.decider.js';
import { LOST_COLLECTION } from '../schedule/gate.js';
import { loadDays, workDays, workProperty, type DayPorts } from '../schedule/work-days.js';
import { notCollected, setAutomation } from './collection.decider.js';

/** The first installment is due on a holiday, so it is collected on the 16th, and in arrears on the 23rd. */
const [COLLECTED, LATER]: [Day, Day] = ['2027-02-16', '2027-03-01'];
const [RUN, CASE] = ['due-1-2027-02-15', 'lost-collection-due-1-2027-02-15'];
const HOLDERS = [addressOf(11), addressOf(12), addressOf(13)].sort();
const [A, B] = HOLDERS as [string, string];
const AUTOPAY = { type: 'AutopaySet', data: { propertyId: 1, enabled: true, date: '2027-01-15' } } as const;
const [AUTOMATION] = setAutomation(
  {
    propertyId: 1,
    enabled: true,
    monthlyRentAmount: 900_000_000n,
    payoutDay: 15,
    feeBps: 700,
    today: '2027-01-15',
    installment: 0n,
    loanIsOpen: true,
  },
  notCollected,
);

const REPAYMENT = openedPayment('p', { kind: 'principal_payback', payer: 'rOwner', payee: ESCROW });

class Restored {
  readonly waiting: string[] = [];
  readonly ports: DayPorts;

  constructor(readonly few: FewLines) {
    this.ports = loanDays(few.store, (_, what) => void this.waiting.push(what));
  }

  to = (day: Day) => workDays(this.ports, day);
  goOn = async (day: Day) => workProperty(this.ports, 1, day, await loadDays(this.few.store as never));
  typesOf = async () =>
    (await collect(this.few.store.read(loanStream(1)))).slice(1).map(({ type }) => type as LoanEvent['type']);
  books = async () => (await load(this.few.store, escrowFold)).state;
  answer = (resolution: string, people = 2) => {
    const about = { caseId: CASE, kind: 'lost-collection', summary: 'x', propertyId: 1 };
    const answered = [
      { type: 'CaseOpened', data: { ...about, wallet: null } },
      { type: 'CaseResolved', data: { caseId: CASE, resolution } },
      { type: 'CaseAnswerConfirmed', data: { caseId: CASE, resolution, proposalId: null } },
    ];
    return this.few.append(caseStream(CASE), ...answered.slice(0, people + 1));
  };
}

/** The loan has opened, and three holders have tokens. */
async function opened(): Promise<Restored> {
  const few = await new FewLines(HOLDERS).open();
  await few.append(loanStream(1), ...loanOpened);
  for (const wallet of HOLDERS)
    await few.append(listingStream(1), { type: 'TokensPurchased', data: { propertyId: 1, wallet, tokens: 1 } });
  await few.append(...comparedTo(90));
  return new Restored(few);
}

/** What the escrow paid to these payees when the installment was collected. */
async function collected(collecting: object = AUTOPAY, payees: readonly string[] = [...HOLDERS, FEES]) {
  const { few, to, books } = await opened();
  await few.append('collection-1', collecting as never);
  await to(COLLECTED);
  await few.go(RUN, 5);
  return { payments: few.payments.filter(({ Destination }) => payees.includes(Destination)), books: await books() };
}

async function adopts({ few }: Restored, payments: FewLines['payments'], value?: string): Promise<void> {
  for (const payment of payments) await few.adopts(payment, value);
}

const TERM = { earlyPrincipal: 'term', allEarly: false } as const;
const COLLECTS = ['InstalmentFellDue', 'RepaymentReceived', 'RepaymentAllocated'];

describe('a collection that a restored log lost, with who collects', () => {
  it.each<[string, object, readonly string[], readonly string[]]>([
    ['autopay, which paid everybody', AUTOPAY, [...HOLDERS, FEES], []],
    ['autopay, which had paid two of three', AUTOPAY, [A, B], [HOLDERS[2]!, FEES]],
    ['rent automation at another fee', AUTOMATION!, [A], [B, HOLDERS[2]!, FEES]],
  ])('%s: it is known again on its day, and nobody is paid twice', async (_, collecting, reached, left) => {
    const before = await collected(collecting, reached);
    const log = await opened();
    await adopts(log, before.payments);
    await log.to('2027-03-15');
    expect(await log.typesOf()).toEqual([...COLLECTS, 'InstalmentFellDue']);
    await log.few.go(RUN, 8);
    expect(log.few.sent).toEqual(left.map((wallet) => `to ${wallet}`));
    expect(await log.few.run(RUN)).toEqual({ phase: 'completed', paused: null, open: [] });
    expect((await log.books()).balances).toEqual((await collected(collecting)).books.balances);
    expect(await lostCollections(log.few.store)).toEqual([]);
  });

  it('is known although a repayment is under way, for which collections wait', async () => {
    const log = await opened();
    await adopts(log, (await collected()).payments);
    const order = { paymentId: 'p', amount: 100_000_000n, to: 'escrow', today: '2027-02-01' } as const;
    await log.few.append(loanStream(1), ...beginRepayment({ ...order, ...TERM }, openedLoan));
    await log.to(COLLECTED);
    expect(await log.typesOf()).toEqual(['RepaymentBegun', ...COLLECTS]);
  });

  it('is known at once where its day is over already', async () => {
    const { payments } = await collected();
    const log = await opened();
    const today: Day = '2027-02-17';
    await log.to(today);
    await adopts(log, payments);
    const { store } = log.few;
    const [adopted] = await collect(store.read('account-payoutEscrow', { backwards: true, limit: 1 }));
    expect(await log.typesOf()).toEqual(['InstalmentFellDue']);
    await collectsAt(adopted!, today, store);
    expect(await log.typesOf()).toEqual(COLLECTS);
  });
});

describe('payments that fit no collection of the log', () => {
  async function unclear(): Promise<Restored> {
    const log = await opened();
    await adopts(log, (await collected(AUTOPAY, [A, B])).payments, '4.9');
    return log;
  }

  it('hold the day, open a case, and are known once two people say that they were the collection', async () => {
    const log = await unclear();
    const { few } = log;
    await log.to(LATER);
    expect([await log.typesOf(), log.waiting.at(-1)]).toEqual([['InstalmentFellDue'], LOST_COLLECTION]);
    const nothing = { claims: async () => new Map(), unexplained: async () => [], feesOfRuns: async () => 0n };
    const repay = () => moneyObjection({ ...few.ports, ledger: { account: async () => null } } as never, REPAYMENT);
    expect(await repay()).toMatchObject({ code: 'collection-unclear' });
    const [found] = (await unattended({ store: few.store, ...nothing })).filter(
      ({ kind }) => kind === 'lost-collection',
    );
    expect(found).toMatchObject({ subject: RUN, propertyId: 1, details: { amount: '9.8', payments: 2, fee: null } });
    await log.answer('collected');
    expect(await unclearCollections(few.store, 1)).toEqual([]);
    expect(await repay()).toMatchObject({ code: 'payer-unknown' });
    log.waiting.length = 0;
    await log.goOn(LATER);
    expect([await log.typesOf(), log.waiting]).toEqual([COLLECTS, []]);
    await few.go(RUN, 8);
    expect(few.sent).toEqual([`to ${HOLDERS[2]}`, `to ${FEES}`]);
    for (const wallet of [A, B]) expect(await few.line(RUN, wallet)).toMatchObject({ unpayable: 'held' });
  });

  it('hold nothing once two people say that they were something else', async () => {
    const log = await unclear();
    await log.to(LATER);
    await log.answer('no-action');
    await log.goOn(LATER);
    expect(await log.typesOf()).toEqual(['InstalmentFellDue', 'LoanInArrears']);
    expect(depositOf(await log.books(), 1)).toBe(500_000_000_000_000n);
    expect(await lostCollections(log.few.store)).toEqual([]);
  });

  it('hold the day where only one person has answered', async () => {
    const log = await unclear();
    await log.answer('no-action', 1);
    await log.to(LATER);
    expect([await log.typesOf(), log.waiting.at(-1)]).toEqual([['InstalmentFellDue'], LOST_COLLECTION]);
  });
});
