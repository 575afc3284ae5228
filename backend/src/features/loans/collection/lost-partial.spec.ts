import { describe, expect, it } from '@jest/globals';
import { feeOf, toDecimal, type Day, type Micro } from '@tknest/contracts/money';
import { FEES } from '#test/support/few-lines.js';
import { comparedTo } from '#test/support/loan-days.js';
import { autopay, RestoredLoan } from '#test/support/restored-loan.js';
import { startedPayment } from '#test/support/started-payment.js';
import { loanStream } from '../account/loan.state.js';
import { beginRepayment } from '../account/repayment.decider.js';

const [FELL_DUE, PAID, LATER]: [Day, Day, Day] = ['2027-02-16', '2027-02-17', '2027-03-01'];
const [FEB, MAR] = ['due-1-2027-02-15', 'due-1-2027-03-15'] as const;
const INSTALLMENT = 862_960_000n;
const START = 500_000_000_000_000n;

/** Part of the installment, paid by hand before autopay collected the rest. */
const PART: Micro = (() => {
  const charges = new Set(Array.from({ length: 3_001 }, (_, bps) => feeOf(INSTALLMENT, BigInt(bps))));
  for (let part = 100_000_000n; ; part += 1_000_000n)
    if (charges.has(part + feeOf(INSTALLMENT - part, 250n))) return part;
})();

/** The installment has fallen due. */
async function opened(): Promise<RestoredLoan> {
  const log = await RestoredLoan.opened({ isCompared: false });
  await log.to(FELL_DUE);
  log.today = PAID;
  return log;
}

async function begins({ few, loan }: RestoredLoan, today = PAID): Promise<void> {
  const order = { paymentId: 'p', amount: PART, to: 'escrow', today } as const;
  await few.append(
    loanStream(1),
    ...beginRepayment({ ...order, earlyPrincipal: 'term', allEarly: false }, await loan()),
  );
}

/** The comparison has found a repayment on a ledger. */
async function finds(log: RestoredLoan, ledgerIndex: number, paidOn = PAID): Promise<void> {
  await begins(log, paidOn);
  const leg = { paymentId: 'p', leg: 'recipient', attempt: 1, transaction: {}, result: 'tesSUCCESS' };
  const found = ['LegPrepared', 'LegSigned', 'PaymentSubmitted', 'LegValidated'].map((type) => ({
    type,
    data: { ...leg, hash: 'P', ledgerIndex, paidOn },
  }));
  await log.few.append('payment-p', startedPayment('p', { kind: 'principal_payback' }), ...found);
}

/** What the escrow paid: the landlord paid a part by hand, set up autopay, and it collected the rest at once. */
async function before() {
  const world = await opened();
  await world.repays(PART, PAID);
  await world.collecting(autopay(PAID));
  await world.wakes('collection-1');
  await world.pays(FEB);
  const result = { received: await world.received(), deposit: await world.deposit() };
  expect(result).toEqual({
    received: [
      ['payback', toDecimal(PART)],
      ['autopay', toDecimal(INSTALLMENT - PART)],
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
    const world = await opened();
    for (const payment of onlyShares ? shares : all) {
      await world.few.adopts(payment);
      await expect(world.wakes('account-payoutEscrow')).rejects.toThrow('not known yet');
    }
    await world.to('2027-02-23');
    await world.repays(PART, PAID);
    await world.few.append(...comparedTo(90));
    await world.to(LATER);
    await world.pays(FEB);
    expect(await world.few.run(FEB)).toMatchObject({ open: [] });
    expect({ received: await world.received(), deposit: await world.deposit() }).toEqual(result);
  });

  it('wait for a part that was found, and is not received yet', async () => {
    const { shares } = await before();
    const world = await opened();
    await finds(world, 80);
    await world.few.append(...comparedTo(90));
    await world.few.adopts(shares[0]!);
    await expect(world.wakes('account-payoutEscrow')).rejects.toThrow('not known yet');
  });

  it('wait for a shut gate, which may adopt more', async () => {
    const { shares } = await before();
    const world = await opened();
    await world.repays(PART, PAID);
    await world.few.append(...comparedTo(90));
    await world.few.adopts(shares[0]!);
    await expect(world.wakes('account-payoutEscrow', false)).rejects.toThrow('not known yet');
  });

  it.each([
    ['do not wait for a repayment on a later ledger, though it counts on a day before them', [FEB]],
    ['nor for another collection, which waits for that repayment', [FEB, MAR]],
  ])('%s', async (_, runs) => {
    const whole = await RestoredLoan.opened();
    await whole.collecting(autopay());
    await whole.to('2027-03-16');
    await whole.pays(...runs);
    const world = await RestoredLoan.opened();
    // The calendar is not there yet, and nothing counts after today.
    await world.to('2027-02-10');
    await finds(world, 95, '2027-02-10');
    await world.few.append(...comparedTo(99));
    for (const [index, payment] of whole.few.payments.entries())
      await world.few.adopts(payment, undefined, index < 4 ? 90 : 99);
    await world.to(LATER);
    expect([await world.received(), await world.arrears(), world.waiting.at(-1)]).toEqual([
      [['autopay', '862.96']],
      [],
      'p',
    ]);
  });
});
