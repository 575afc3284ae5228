import type { CollectionEvent, LoanEvent } from '@tknest/contracts/events';
import { exactOf, type Day, type Micro } from '@tknest/contracts/money';
import { load } from '#platform/event-store/folding.js';
import { listingStream } from '#features/listings/rules.public.js';
import { setAutomation, notCollected } from '#features/loans/collection/collection.decider.js';
import { loanFold, loanStream, type Loan } from '#features/loans/account/loan.state.js';
import { receiveRepayment } from '#features/loans/account/repayment.decider.js';
import { loadDays, workDays, workProperty, type DayPorts } from '#features/loans/schedule/work-days.js';
import { caseStream } from '#features/operations-cases/rules.public.js';
import { post } from '#features/payouts/escrow/escrow.decider.js';
import { depositOf, escrowFold } from '#features/payouts/rules.public.js';
import { collect } from '../event-store/adapter.js';
import { addressOf, FewLines } from './few-lines.js';
import { collectsAt, comparedTo, loanDays } from './loan-days.js';
import { loanOpened } from './opened-loan.js';

export const HOLDERS = [addressOf(11), addressOf(12), addressOf(13)].sort();

/** The landlord turns autopay on or off. */
export const autopay = (date: Day = '2027-01-15', enabled = true): CollectionEvent => ({
  type: 'AutopaySet',
  data: { propertyId: 1, enabled, date },
});
/** An admin sets up rent automation at 7 %. */
export const automation = (today: Day = '2027-01-15'): CollectionEvent =>
  setAutomation(
    {
      propertyId: 1,
      enabled: true,
      monthlyRentAmount: 900_000_000n,
      payoutDay: 15,
      feeBps: 700,
      today,
      installment: 0n,
      loanIsOpen: false,
    },
    notCollected,
  )[0]!;

/**
 * The log of property 1: its loan, three holders with a token each, and a large deposit. One log plays what happened;
 * another one is the restored log, which adopts what the first one paid.
 */
export class RestoredLoan {
  today: Day = '2027-01-15';
  readonly waiting: string[] = [];
  private readonly ports: DayPorts;

  private constructor(readonly few: FewLines) {
    this.ports = loanDays(few.store, (_, what) => void this.waiting.push(what));
  }

  /** The comparison has passed what the gate adopts, unless a test says that it has not. */
  static async opened({ isCompared = true } = {}): Promise<RestoredLoan> {
    const few = await new FewLines(HOLDERS).open();
    await few.append(loanStream(1), ...loanOpened);
    for (const wallet of HOLDERS)
      await few.append(listingStream(1), { type: 'TokensPurchased', data: { propertyId: 1, wallet, tokens: 1 } });
    if (isCompared) await few.append(...comparedTo(90));
    return new RestoredLoan(few);
  }

  /** The calendar gets to a day. */
  async to(day: Day): Promise<void> {
    this.today = day;
    await workDays(this.ports, day);
  }

  /** The property catches up on the days that it waited for. */
  async goOn(): Promise<void> {
    this.waiting.length = 0;
    await workProperty(this.ports, 1, this.today, await loadDays(this.few.store as never));
  }

  readonly collecting = (event: CollectionEvent) => this.few.append('collection-1', event);

  /** The newest event of a stream happens to the process that collects. */
  async wakes(stream: string, mayGoOn = true): Promise<void> {
    const { store } = this.few;
    const [event] = await collect(store.read(stream, { backwards: true, limit: 1 }));
    await collectsAt(event!, this.today, store, mayGoOn);
  }

  /** The runs are paid. */
  async pays(...runs: readonly string[]): Promise<void> {
    for (const run of runs) if ((await this.few.run(run)).phase !== 'none') await this.few.go(run, 8);
  }

  readonly loan = async () => (await load(this.few.store, loanFold(1))).state as Loan;
  readonly books = async () => (await load(this.few.store, escrowFold)).state;
  readonly deposit = async () => depositOf(await this.books(), 1);

  /** Without the opening. */
  async events(): Promise<LoanEvent[]> {
    return ((await collect(this.few.store.read(loanStream(1)))) as unknown as LoanEvent[]).slice(1);
  }
  readonly types = async () => (await this.events()).map(({ type }) => type);

  /** Which installments were in arrears. */
  async arrears(): Promise<Day[]> {
    return (await this.events()).flatMap((one) => (one.type === 'LoanInArrears' ? [one.data.dueDate] : []));
  }

  /** Who paid how much. */
  async received(): Promise<string[][]> {
    const events = await this.events();
    return events.flatMap((one) => (one.type === 'RepaymentReceived' ? [[one.data.source, one.data.amount]] : []));
  }

  /** Moves money between the deposit and the escrow's float. */
  async moves(micro: Micro): Promise<void> {
    const amount = exactOf(micro);
    const books = await this.books();
    const entries = [
      { account: 'float', amount: -amount },
      { account: 'deposit/1', amount },
    ] as const;
    const postingId = `moved/${books.balances.get('float')}`;
    await this.few.append('escrow-books', post({ postingId, kind: 'arrival', entries: [...entries] }, books));
  }
  readonly empties = async () => this.moves(-(await this.deposit()));

  /** The landlord repays by hand. */
  async repays(amount: Micro, today = this.today): Promise<void> {
    const of = { repaymentId: `p${today}`, source: 'payback', hash: 'P', ledgerIndex: 80 } as const;
    const { events } = receiveRepayment({ ...of, amount, today }, await this.loan());
    await this.few.append(loanStream(1), ...events);
  }

  /** Two people answer a case, or the first of them. */
  async answers(caseId: string, resolution: string, people = 2): Promise<void> {
    const answered = [
      { type: 'CaseOpened', data: { caseId, summary: 'x', propertyId: 1, wallet: null } },
      { type: 'CaseResolved', data: { caseId, resolution } },
      { type: 'CaseAnswerConfirmed', data: { caseId, resolution, proposalId: null } },
    ];
    await this.few.append(caseStream(caseId), ...answered.slice(0, people + 1));
  }

  /** The gate adopts payments. @param value what each of them paid */
  async adopts(payments: FewLines['payments'], value?: string): Promise<void> {
    for (const payment of payments) await this.few.adopts(payment, value);
  }
}
