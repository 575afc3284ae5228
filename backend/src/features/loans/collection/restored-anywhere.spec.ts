import { describe, expect, it } from '@jest/globals';
import type { LoanEvent } from '@tknest/contracts/events';
import { exactOf, type Day } from '@tknest/contracts/money';
import { collect } from '#test/event-store/adapter.js';
import { addressOf, FewLines } from '#test/support/few-lines.js';
import { collectsAt, comparedTo, loanDays } from '#test/support/loan-days.js';
import { loanOpened } from '#test/support/opened-loan.js';
import { load } from '#platform/event-store/folding.js';
import { listingStream } from '#features/listings/rules.public.js';
import { post } from '#features/payouts/escrow/escrow.decider.js';
import { depositOf, escrowFold, lostCollections } from '#features/payouts/rules.public.js';
import { loanStream } from '../account/loan.state.js';
import { workDays, type DayPorts } from '../schedule/work-days.js';
import { notCollected, setAutomation } from './collection.decider.js';

const HOLDERS = [addressOf(11), addressOf(12), addressOf(13)].sort();
const RUNS = ['02-15', '03-15', '04-15'].map((day) => `due-1-2027-${day}`);
const autopay = (enabled: boolean, date: Day) =>
  ({ type: 'AutopaySet', data: { propertyId: 1, enabled, date } }) as const;
const [AUTOMATION] = setAutomation(
  {
    propertyId: 1,
    enabled: true,
    monthlyRentAmount: 900_000_000n,
    payoutDay: 15,
    feeBps: 700,
    today: '2027-03-20',
    installment: 0n,
    loanIsOpen: false,
  },
  notCollected,
);

class Log {
  readonly waiting: string[] = [];
  today: Day = '2027-01-15';
  private readonly ports: DayPorts;

  constructor(readonly few: FewLines) {
    this.ports = loanDays(few.store, (_, what) => void this.waiting.push(what));
  }

  static async opened(): Promise<Log> {
    const log = new Log(await new FewLines(HOLDERS).open());
    const amount = exactOf(depositOf(await log.books(), 1));
    await log.few.append(loanStream(1), ...loanOpened);
    for (const wallet of HOLDERS)
      await log.few.append(listingStream(1), { type: 'TokensPurchased', data: { propertyId: 1, wallet, tokens: 1 } });
    await log.moves('emptied', -amount);
    await log.few.append(...comparedTo(90));
    return log;
  }

  readonly books = async () => (await load(this.few.store, escrowFold)).state;
  async moves(postingId: string, amount: bigint): Promise<void> {
    const entries = [
      { account: 'float', amount: -amount },
      { account: 'deposit/1', amount },
    ] as const;
    await this.few.append(
      'escrow-books',
      post({ postingId, kind: 'arrival', entries: [...entries] }, await this.books()),
    );
  }
  async to(day: Day): Promise<void> {
    this.today = day;
    await workDays(this.ports, day);
  }
  async set(event: object): Promise<void> {
    await this.few.append('collection-1', event as never);
    await this.wakes('collection-1');
  }
  /** The process that collects gets the newest event of a stream. */
  async wakes(stream: string): Promise<void> {
    const { store } = this.few;
    const [event] = await collect(store.read(stream, { backwards: true, limit: 1 }));
    await collectsAt(event!, this.today, store);
  }
  async pays(): Promise<void> {
    for (const run of RUNS) if ((await this.few.run(run)).phase !== 'none') await this.few.go(run, 8);
  }
  async received(): Promise<string[][]> {
    const events = (await collect(this.few.store.read(loanStream(1)))) as unknown as LoanEvent[];
    return events.flatMap((one) =>
      one.type === 'RepaymentReceived'
        ? [[one.data.source, one.data.amount]]
        : one.type === 'LoanInArrears'
          ? [['arrears']]
          : [],
    );
  }
}

const DEPOSITED = exactOf(3_000_000_000n);
const STORY: readonly [string, (log: Log) => Promise<unknown>][] = [
  ['Feb falls due', (log) => log.to('2027-02-16')],
  ['a deposit', (log) => log.moves('deposited', DEPOSITED)],
  ['autopay, which collects Feb', async (log) => (await log.to('2027-02-19'), log.set(autopay(true, '2027-02-19')))],
  ['it is paid', (log) => log.pays()],
  ['Mar is collected', (log) => log.to('2027-03-16')],
  ['it is paid too', (log) => log.pays()],
  ['autopay ends', (log) => log.set(autopay(false, '2027-03-20'))],
  ['rent automation', async (log) => (await log.to('2027-03-20'), log.set(AUTOMATION!))],
  ['Apr is collected', (log) => log.to('2027-04-16')],
  ['and paid', (log) => log.pays()],
];

const told = async (until: number) => {
  const log = await Log.opened();
  for (const [, step] of STORY.slice(0, until)) await step(log);
  return log;
};

/**
 * After each step, the log is restored to there; the gate adopts what the log lost, as far as the ledger has it, and
 * the days are worked through.
 */
describe.each([4, 3, 1])('a restored log, where %s payments of each lost run are on the ledger', (paid) => {
  it.each(STORY.map(([name], at) => [name, at + 1] as const))('to after: %s', async (_, until) => {
    const whole = await told(STORY.length);
    expect(whole.few.payments.length).toBe(12);
    const log = await told(until);
    const idOf = ({ Destination, Memos }: Record<string, any>) => `${Destination}/${JSON.stringify(Memos)}`;
    const known = new Set(log.few.payments.map(idOf));
    if (until < 2) await log.moves('deposited', DEPOSITED);
    log.few.sent.length = 0;
    for (const [index, payment] of whole.few.payments.entries()) {
      if (known.has(idOf(payment)) || index % 4 >= paid) continue;
      await log.few.adopts({ ...payment, TicketSequence: 100 + index });
      await log.wakes('account-payoutEscrow');
    }
    await log.to('2027-04-16');
    await log.pays();
    const lost = 12 - known.size;
    expect(log.few.sent.length).toBe((lost / 4) * (4 - paid));
    expect([log.waiting, await lostCollections(log.few.store)]).toEqual([[], []]);
    expect([await log.received(), (await log.books()).balances]).toEqual([
      await whole.received(),
      (await whole.books()).balances,
    ]);
  });
});
