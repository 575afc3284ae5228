import { describe, expect, it } from '@jest/globals';
import type { LoanEvent, RepaymentReceived } from '@tknest/contracts/events';
import { feeOf, parseRlusd, type Day, type Micro } from '@tknest/contracts/money';
import { collect } from '#test/event-store/adapter.js';
import { addressOf, FEES, FewLines } from '#test/support/few-lines.js';
import { collectsAt, comparedTo, loanDays } from '#test/support/loan-days.js';
import { loanOpened } from '#test/support/opened-loan.js';
import { startedPayment } from '#test/support/started-payment.js';
import { load } from '#platform/event-store/folding.js';
import { listingStream } from '#features/listings/rules.public.js';
import { depositOf, escrowFold } from '#features/payouts/rules.public.js';
import { loanFold, loanStream, type Loan } from '../account/loan.state.js';
import { beginRepayment, receiveRepayment } from '../account/repayment.decider.js';
import { workDays } from '../schedule/work-days.js';

const [FELL_DUE, PAID, LATER]: [Day, Day, Day] = ['2027-02-16', '2027-02-17', '2027-03-01'];
const RUN = 'due-1-2027-02-15';
const HOLDERS = [addressOf(11), addressOf(12), addressOf(13)].sort();
const INSTALLMENT = 862_960_000n;
const START = 500_000_000_000_000n;

/** Part of the installment, paid by hand before autopay collected the rest. */
const PART: Micro = (() => {
  const charges = new Set(Array.from({ length: 3_001 }, (_, bps) => feeOf(INSTALLMENT, BigInt(bps))));
  for (let part = 100_000_000n; ; part += 1_000_000n)
    if (charges.has(part + feeOf(INSTALLMENT - part, 250n))) return part;
})();

class World {
  constructor(readonly few: FewLines) {}

  static async opened(): Promise<World> {
    const few = await new FewLines(HOLDERS).open();
    await few.append(loanStream(1), ...loanOpened);
    for (const wallet of HOLDERS)
      await few.append(listingStream(1), { type: 'TokensPurchased', data: { propertyId: 1, wallet, tokens: 1 } });
    const world = new World(few);
    await world.to(FELL_DUE);
    return world;
  }

  readonly to = (day: Day) => workDays(loanDays(this.few.store), day);

  private readonly loan = async () => (await load(this.few.store, loanFold(1))).state as Loan;

  /** The landlord pays a part by hand. */
  async paysPart(): Promise<void> {
    await this.begins();
    await this.receives();
  }

  async begins(): Promise<void> {
    const order = { paymentId: 'p', amount: PART, to: 'escrow', today: PAID } as const;
    const begun = beginRepayment({ ...order, earlyPrincipal: 'term', allEarly: false }, await this.loan());
    await this.few.append(loanStream(1), ...begun);
  }

  private async receives(): Promise<void> {
    const received = { repaymentId: 'p', source: 'payback', amount: PART, today: PAID, hash: 'P', ledgerIndex: 80 };
    const { events } = receiveRepayment(received as never, await this.loan());
    await this.few.append(loanStream(1), ...events);
  }

  /** The newest event of a stream happens to the process that collects. */
  async collects(stream: string, mayGoOn = true): Promise<void> {
    const { store } = this.few;
    const [event] = await collect(store.read(stream, { backwards: true, limit: 1 }));
    await collectsAt(event!, PAID, store, mayGoOn);
  }

  async received(): Promise<[string, Micro][]> {
    const events = (await collect(this.few.store.read(loanStream(1)))) as unknown as LoanEvent[];
    return events
      .filter((one): one is RepaymentReceived => one.type === 'RepaymentReceived')
      .map(({ data }): [string, Micro] => [data.source, parseRlusd(data.amount)]);
  }

  readonly deposit = async () => depositOf((await load(this.few.store, escrowFold)).state, 1);
}

/** What the escrow paid: the landlord paid a part by hand, set up autopay, and it collected the rest at once. */
async function before() {
  const world = await World.opened();
  await world.paysPart();
  await world.few.append('collection-1', {
    type: 'AutopaySet',
    data: { propertyId: 1, enabled: true, date: PAID },
  } as never);
  await world.collects('collection-1');
  await world.few.go(RUN, 5);
  const result = { received: await world.received(), deposit: await world.deposit() };
  expect(result).toEqual({
    received: [
      ['payback', PART],
      ['autopay', INSTALLMENT - PART],
    ],
    deposit: START - (INSTALLMENT - PART),
  });
  const { payments } = world.few;
  return { result, shares: payments.filter((one) => one.Destination !== FEES), all: payments };
}

describe('a part paid by hand, and the collection of the rest, which a restored log lost', () => {
  it.each([
    ['all payments', false],
    ['the shares, and the fee was not paid yet', true],
  ])('take the rest from the deposit, once the part is found: the gate adopts %s', async (_, onlyShares) => {
    const { result, shares, all } = await before();
    const world = await World.opened();
    for (const payment of onlyShares ? shares : all) {
      await world.few.adopts(payment);
      await expect(world.collects('account-payoutEscrow')).rejects.toThrow('not known yet');
    }
    await world.to('2027-02-23');
    await world.paysPart();
    await world.few.append(...comparedTo(90));
    await world.to(LATER);
    await world.few.go(RUN, 5);
    expect(await world.few.run(RUN)).toMatchObject({ open: [] });
    expect({ received: await world.received(), deposit: await world.deposit() }).toEqual(result);
  });

  it('wait for a part that was found, and is not received yet', async () => {
    const { shares } = await before();
    const world = await World.opened();
    await world.begins();
    const at = { hash: 'P', ledgerIndex: 80, paidOn: PAID };
    const leg = { paymentId: 'p', leg: 'recipient', attempt: 1, transaction: {}, result: 'tesSUCCESS', ...at };
    const found = ['LegPrepared', 'LegSigned', 'LegValidated'].map((type) => ({ type, data: leg }));
    await world.few.append('payment-p', startedPayment('p', { kind: 'principal_payback' }), ...found);
    await world.few.append(...comparedTo(90));
    await world.few.adopts(shares[0]!);
    await expect(world.collects('account-payoutEscrow')).rejects.toThrow('not known yet');
  });

  it('wait for a shut gate, which may adopt more', async () => {
    const { shares } = await before();
    const world = await World.opened();
    await world.paysPart();
    await world.few.append(...comparedTo(90));
    await world.few.adopts(shares[0]!);
    await expect(world.collects('account-payoutEscrow', false)).rejects.toThrow('not known yet');
  });
});
