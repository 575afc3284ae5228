/** What landlords do: they deposit, repay, and turn automation on and off. */
import { addDays, dueOf, payoffQuote, totalOf, type Day, type Micro } from '@tknest/contracts/money';
import { collectionFold, setAutomation, setAutopay } from '#features/loans/collection/collection.decider.js';
import { loanFold, upTo } from '#features/loans/rules.public.js';
import { principalPayback } from '#features/payments/kinds/principal-payback.js';
import { paymentStream, type Payment } from '#features/payments/payment.state.js';
import { load } from '#platform/event-store/folding.js';
import { Broken } from '../broken.js';
import type { PayoutPlatform } from './payout-instance.js';
import { ESCROW_ADDRESS, PROPERTIES, type PayoutWorld } from './payout-world.js';
import { paymentOf, submitted } from './repayments.js';

export const someAmount = ({ random }: PayoutWorld): Micro => BigInt(1 + random.below(900_000_000));

/** A landlord deposits through the platform: the payment is journaled, and posted by its kind. */
export function deposit({ world }: PayoutPlatform): void {
  const propertyId = world.random.pick(PROPERTIES);
  const payment = paymentOf('deposit', world.random.uuid(), propertyId, ESCROW_ADDRESS, someAmount(world));
  pay(world, payment, { fields: { DestinationTag: propertyId } });
}

interface Paying {
  fields?: Record<string, unknown>;
  /** The platform learns of it some time afterwards. */
  isOwnHand?: boolean;
  isLate?: boolean;
  signedOn?: Day | null;
}

/**
 * The money of a payment moves. The phone may send it before the platform knows of the signature, and once more
 * afterwards.
 */
function pay(
  world: PayoutWorld,
  payment: Payment,
  { fields = {}, isOwnHand = false, isLate = false, signedOn = null }: Paying = {},
): void {
  const { ledger, journaled, settling, random } = world;
  const { payer, payee, amount } = payment;
  const hash = ledger.move(payer, payee, amount, fields);
  if (payment.kind === 'principal_payback') world.repaidOn.set(payment.paymentId, world.dayOf(ledger.index));
  const repayment = { payment, landed: { hash, ledgerIndex: ledger.index }, isLate, signedOn, again: null };
  const known = () => {
    journaled.add(hash);
    settling.push(repayment);
    if (payee !== ESCROW_ADDRESS || !random.chance(0.05)) return;
    const second = ledger.move(payer, payee, amount, fields);
    journaled.add(second);
    settling.push({ ...repayment, again: { hash: second, ledgerIndex: ledger.index } });
  };
  if (!isOwnHand && random.chance(0.7)) known();
  else world.late.push(known);
}

/** A landlord begins to repay; the payment is validated, abandoned, or abandoned and validated later. */
export async function repay({ world }: PayoutPlatform): Promise<void> {
  const { random, store } = world;
  const propertyId = random.pick(PROPERTIES);
  const today = await world.workedUntil();
  const { state: loan } = await load(store, loanFold(propertyId));
  if (loan.status !== 'open') return;
  const holders = [...world.holdersAt(propertyId, await store.head()).keys()];
  const to = holders.length === 1 && random.chance(0.7) ? 'holder' : 'escrow';
  const { account } = upTo(today, loan).state;
  const payoff = payoffQuote(account, today).amount;
  const amounts = [someAmount(world), totalOf(dueOf(account)), account.level, payoff, payoff + 5_000_000n];
  const amount = random.pick(amounts);
  const payee = to === 'escrow' ? ESCROW_ADDRESS : holders[0]!;
  const payment = paymentOf('principal_payback', random.uuid(), propertyId, payee, amount);
  const earlyPrincipal = random.pick(['term', 'instalment'] as const);
  if (world.ledger.away || (await world.objectionTo(payment))) return;
  const started = { ...payment, repayment: { to, earlyPrincipal, allEarly: random.chance(0.2) } as const, today };
  const onLoan = (decide: (states: { loan: any }) => object) =>
    world.decide('none', decide, { loan: loanFold(propertyId) });
  const begun = await onLoan(({ loan: state }) => {
    principalPayback.mustFit!(started, { loan: state });
    return principalPayback.begun(started, { loan: state });
  });
  if (!begun) return;
  // A faulty process counts a payment that it has only requested.
  if (world.variant.allocatesEarly) {
    const landed = { hash: random.uuid(), ledgerIndex: 1 };
    world.settling.push({ payment, landed, isLate: false, signedOn: today, again: null });
  }
  const fate = random.next();
  const end = (reason: 'failed' | 'expired') =>
    onLoan(({ loan: state }) => principalPayback.unpaid(payment, reason, { loan: state }));
  const submit = async (): Promise<void> => {
    if (world.ledger.away) return void world.late.push(submit);
    const isLookedAt = to === 'escrow' || !world.variant.directPayeeAtStart;
    if (isLookedAt && (await world.objectionTo(payment))) return void (await end('failed'));
    if (world.blocked.has(payee)) throw new Broken('nobody who is suspended is paid', `${payee}, directly`);
    const signedOn = world.dayOf(world.ledger.index);
    await world.append(paymentStream(payment.paymentId), submitted(payment, signedOn));
    pay(world, payment, { signedOn });
  };
  // What it is only asked to sign, at once or later.
  const sendsItself = async (): Promise<void> => {
    const account = world.ledger.accounts.get(payment.payer)!;
    const asked = submitted(payment, null, account.sequence).slice(0, 2);
    await world.append(paymentStream(payment.paymentId), asked);
    const sends = () => {
      account.sequence++;
      pay(world, payment, { isOwnHand: true });
    };
    if (random.chance(0.5)) sends();
    else world.late.push(sends);
  };
  if (fate < 0.75) {
    if (to === 'escrow') return fate < 0.25 ? sendsItself() : submit();
    // The compliance desk may suspend the holder while the landlord signs.
    if (random.chance(0.6)) world.suspend(payee);
    return void world.late.push(submit);
  }
  await end('expired');
  if (fate < 0.9) world.late.push(() => pay(world, payment, { isLate: true }));
}

/** The property's landlord turns autopay on or off, or an admin rent automation. */
export async function configure({ world }: PayoutPlatform): Promise<void> {
  const { random } = world;
  const propertyId = random.pick(PROPERTIES);
  const today = await world.workedUntil();
  const enabled = random.chance(0.7);
  const { state: loan } = await load(world.store, loanFold(propertyId));
  const automation = {
    propertyId,
    enabled,
    today,
    installment: loan.status === 'none' ? 0n : loan.account.level,
    monthlyRentAmount: random.pick([300_000_000n, 2_000_000_000n]),
    payoutDay: 1,
    feeBps: random.pick([0, 500, 1_000]),
    loanIsOpen: true,
  };
  await world.decide(
    'none',
    ({ collection }: any) => ({
      collection: random.chance(0.5)
        ? setAutopay({ propertyId, enabled, today }, collection)
        : setAutomation(automation, collection),
    }),
    { collection: collectionFold(propertyId) },
  );
}

/** The amount due on a loan is collected from its deposit. */
export const collectSomething = (platform: PayoutPlatform): void =>
  platform.attempt((instance) => instance.collect(platform.world.random.pick(PROPERTIES)));

/** A payment whose money has arrived is settled, perhaps a second time. */
export function settleSomething(platform: PayoutPlatform): void {
  const { settling, random } = platform.world;
  const repayment = settling.length > 0 ? random.pick(settling) : null;
  if (repayment) platform.attempt((instance) => instance.settle(repayment));
}

/** Advances the calendar, often before the escrow is followed that far; the process may be killed meanwhile. */
export const daysPass =
  (days: readonly number[]) =>
  (platform: PayoutPlatform): void => {
    const { world } = platform;
    world.today = addDays(world.today, world.random.pick(days));
    const isFollowed = world.random.chance(0.5);
    if (isFollowed) world.closeLedgers(3);
    platform.attempt(async (instance) => {
      if (isFollowed) await instance.bookArrivals();
      await instance.workDays();
    });
  };

/** Somebody who buys after the record date gets nothing from that run. */
export const thenSell = (happens: (platform: PayoutPlatform) => void) => async (platform: PayoutPlatform) => {
  happens(platform);
  const { scheduler, random } = platform.world;
  for (let i = 0; i < 6; i++) await scheduler.step();
  if (random.chance(0.5)) for (const propertyId of PROPERTIES) await platform.world.sell(propertyId);
};
