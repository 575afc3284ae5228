/** Landlords' payments in the simulation: reported early, late, or twice. */
import type { PaymentEvent, BusinessDate } from '@tknest/contracts/events';
import { OWNERS } from './payout-cast.js';
import { toDecimal, type Day, type Micro } from '@tknest/contracts/money';
import { deposit } from '#features/payments/kinds/deposit.js';
import { principalPayback } from '#features/payments/kinds/principal-payback.js';
import { openPayment } from '#features/payments/payment.evolve.js';
import { paymentStream, type Landed, type PaidPayment, type Payment } from '#features/payments/payment.state.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { commitOnce, writeTo } from '#platform/event-store/commit-once.js';
import { expectedOf, load, type Folded } from '#platform/event-store/folding.js';

export const RECIPES = { deposit, principal_payback: principalPayback };

/** A payment whose principal is validated, as its engine finds it. */
export interface Repayment {
  payment: Payment;
  landed: Landed;
  isLate: boolean;
  /** Null if the platform never learned of the signature. */
  signedOn: BusinessDate | null;
  /** Its principal was validated a second time. */
  again: Landed | null;
}

export const paymentOf = (
  kind: keyof typeof RECIPES,
  paymentId: string,
  propertyId: number,
  payee: string,
  amount: Micro,
): Payment =>
  openPayment(
    {
      paymentId,
      kind,
      payer: OWNERS[propertyId - 1]!,
      payee,
      feeWallet: '',
      propertyId,
      propertyName: null,
      tokens: null,
      amount: toDecimal(amount),
      platformFee: '0',
      totalAmount: toDecimal(amount),
      memo: null,
      refundOf: null,
      expiresAt: new Date(0).toISOString(),
    },
    new Date(0),
  );

/** What the payment's stream says: how far it has begun, and whether it is settled, or settled twice. */
interface Told {
  begun: number;
  isSettled: boolean;
  isTwice: boolean;
}

/** The payment's own stream changes in the same commit, so it is settled only once. */
const told = (paymentId: string): Folded<Told, PaymentEvent> => ({
  stream: paymentStream(paymentId),
  initialState: { begun: 0, isSettled: false, isTwice: false },
  evolve: (state, { type }) => ({
    begun: state.begun + 1,
    isSettled: state.isSettled || type === 'PaymentCompleted',
    isTwice: state.isTwice || type === 'ExtraPrincipalFound',
  }),
});

/** What its stream contains once its submission has begun; as far as `LegPrepared` if the wallet is only asked. */
export function submitted(
  { paymentId, ...terms }: Payment,
  signedOn: BusinessDate | null,
  sequence = 1,
): PaymentEvent[] {
  const { kind, payer, payee, feeWallet, propertyId, propertyName, tokens, memo, refundOf } = terms;
  const [amount, platformFee] = [toDecimal(terms.amount), toDecimal(terms.platformFee)];
  const started = { paymentId, kind, payer, payee, feeWallet, propertyId, propertyName, tokens, memo, refundOf };
  const leg = { paymentId, leg: 'recipient', attempt: 1 } as const;
  const place = { sequence, lastLedgerSequence: 1, ledgerIndex: 1 };
  const signed = { ...leg, hash: paymentId, sequence, ticket: null, lastLedgerSequence: 1 };
  const expiresAt = new Date(0).toISOString();
  return [
    { type: 'PaymentStarted', data: { ...started, amount, platformFee, totalAmount: amount, expiresAt } },
    { type: 'LegPrepared', data: { ...leg, ...place, identifier: paymentId, transaction: {} } },
    { type: 'LegSigned', data: { ...signed, blobItem: '', ...(signedOn !== null && { signedOn }) } },
    { type: 'PaymentSubmitted', data: { ...signed, ledgerIndex: 1 } },
  ];
}

function completed({ paymentId, amount, principal }: PaidPayment): PaymentEvent[] {
  const { hash, ledgerIndex, paidOn } = principal;
  const leg = { paymentId, leg: 'recipient', attempt: 1, hash, ledgerIndex, result: 'tesSUCCESS' } as const;
  return [
    { type: 'LegValidated', data: { ...leg, delivered: toDecimal(amount), paidOn } },
    { type: 'PaymentCompleted', data: { paymentId } },
  ];
}

/** Who knows the days of the story's ledgers. */
interface Dating {
  variant: { datedByDiscovery?: true };
  paidOn(ledgerIndex: number, signedOn: BusinessDate | null, today: BusinessDate): BusinessDate;
  isFollowed(day: Day): Promise<boolean>;
}

/**
 * Settles it in one commit, as the engine does. Does nothing if that is done, another process was faster, or the
 * repayment's day waits for the follower of the escrow.
 */
export async function settle(world: Dating, store: EventStore, repayment: Repayment, today: Day): Promise<void> {
  const { payment, landed, isLate, signedOn, again } = repayment;
  const own = await load(store, told(payment.paymentId));
  if (again ? !own.state.isSettled || own.state.isTwice : own.state.isSettled) return;
  const paidOn = world.variant.datedByDiscovery ? today : world.paidOn(landed.ledgerIndex, signedOn, today);
  const recipe = RECIPES[payment.kind as keyof typeof RECIPES];
  if (!again && recipe.waitsForEscrow && !(await world.isFollowed(paidOn))) return;
  const principal = { ...landed, paidOn, foundOn: today, isLate };
  const paid: PaidPayment = { ...payment, phase: 'settling', error: null, principal };
  const streams = Object.entries<Folded<any, any>>(recipe.streams(paid));
  const loaded = await Promise.all(streams.map(async ([name, fold]) => [name, await load(store, fold)] as const));
  const states = Object.fromEntries(loaded.map(([name, { state }]) => [name, state]));
  const facts = again ? recipe.again!(paid, again, states, today) : recipe.settled(paid, states, today);
  const writes = loaded.map(([name, of]) => writeTo(of, facts?.[name] ?? [])).filter(({ events }) => events.length > 0);
  const guards = new Map(loaded.map(([, of]) => [of.stream, { stream: of.stream, expected: expectedOf(of) }]));
  for (const { stream } of writes) guards.delete(stream);
  const { paymentId } = payment;
  const twice = { paymentId, ...again!, delivered: toDecimal(payment.amount), foundOn: today };
  const events: PaymentEvent[] = again
    ? [{ type: 'ExtraPrincipalFound', data: twice }]
    : [...submitted(payment, signedOn).slice(own.state.begun), ...completed(paid)];
  const at = { decidedOn: own, correlationId: null, businessDate: today, guards: [...guards.values()] };
  await commitOnce(store, at, [writeTo(own, events), ...writes]);
}
