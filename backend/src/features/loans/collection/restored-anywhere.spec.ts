import { describe, expect, it } from '@jest/globals';
import { automation, autopay, RestoredLoan } from '#test/support/restored-loan.js';
import { lostCollections } from '#features/payouts/rules.public.js';

const RUNS = ['02-15', '03-15', '04-15'].map((day) => `due-1-2027-${day}`);
const DEPOSITED = 3_000_000_000n;
const set = async (log: RestoredLoan, event: ReturnType<typeof autopay>) => {
  await log.collecting(event);
  await log.wakes('collection-1');
};
const STORY: readonly [string, (log: RestoredLoan) => Promise<unknown>][] = [
  ['Feb falls due', (log) => log.to('2027-02-16')],
  ['a deposit', (log) => log.moves(DEPOSITED)],
  ['autopay, which collects Feb', async (log) => (await log.to('2027-02-19'), set(log, autopay('2027-02-19')))],
  ['it is paid', (log) => log.pays(...RUNS)],
  ['Mar is collected', (log) => log.to('2027-03-16')],
  ['it is paid too', (log) => log.pays(...RUNS)],
  ['autopay ends', (log) => set(log, autopay('2027-03-20', false))],
  ['rent automation', async (log) => (await log.to('2027-03-20'), set(log, automation('2027-03-20')))],
  ['Apr is collected', (log) => log.to('2027-04-16')],
  ['and paid', (log) => log.pays(...RUNS)],
];

const told = async (until: number) => {
  const log = await RestoredLoan.opened();
  await log.empties();
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
    if (until < 2) await log.moves(DEPOSITED);
    log.few.sent.length = 0;
    for (const [index, payment] of whole.few.payments.entries()) {
      if (known.has(idOf(payment)) || index % 4 >= paid) continue;
      await log.few.adopts({ ...payment, TicketSequence: 100 + index });
      await log.wakes('account-payoutEscrow');
    }
    await log.to('2027-04-16');
    await log.pays(...RUNS);
    const lost = 12 - known.size;
    expect(log.few.sent.length).toBe((lost / 4) * (4 - paid));
    expect([log.waiting, await lostCollections(log.few.store)]).toEqual([[], []]);
    expect([await log.received(), await log.arrears(), (await log.books()).balances]).toEqual([
      await whole.received(),
      await whole.arrears(),
      (await whole.books()).balances,
    ]);
  });
});
