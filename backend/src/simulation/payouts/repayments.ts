/** Landlords' payments in the simulation: reported early, late, or twice. */
import type { PaymentEvent, BusinessDate } from '@tknest/contracts/events';
import { OWNERS } from './payout-cast.js';
import { toDecimal, type Micro } from '@tknest/contracts/money';
import { deposit } from '#features/payments/kinds/deposit.js';
import { principalPayback } from '#features/payments/kinds/principal-payback.js';
import { openPayment } from '#features/payments/payment.evolve.js';
import type { PaidPayment, Payment } from '#features/payments/payment.state.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { commitOnce, writeTo } from '#platform/event-store/commit-once.js';
import { expectedOf, load, type Folded } from '#platform/event-store/folding.js';

export const RECIPES = { deposit, principal_payback: principalPayback };

/** A payment's state in its engine once its principal is validated. */
export interface Repayment {
  payment: PaidPayment;
  /** Its principal was validated a second time. */
  again: { hash: string; ledgerIndex: number } | null;
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

export const landed = (payment: Payment, hash: string, ledgerIndex: number, isLate = false): PaidPayment => ({
  ...payment,
  phase: 'settling',
  error: null,
  principal: { hash, ledgerIndex, paidOn: '2026-12-01', isLate },
});

/** The payment's own stream changes in the same commit, so it is settled only once. */
const once = (paymentId: string) => ({ stream: `payment-${paymentId}`, initialState: false, evolve: () => true });

/** What the payment's stream says of it. */
function paid({ paymentId, principal, ...terms }: PaidPayment): PaymentEvent[] {
  const { kind, payer, payee, feeWallet, propertyId, propertyName, tokens, memo, refundOf } = terms;
  const [amount, platformFee] = [toDecimal(terms.amount), toDecimal(terms.platformFee)];
  const started = { paymentId, kind, payer, payee, feeWallet, propertyId, propertyName, tokens, memo, refundOf };
  const { hash, ledgerIndex } = principal;
  const leg = { paymentId, leg: 'recipient', attempt: 1, hash, ledgerIndex, result: 'tesSUCCESS' } as const;
  const expiresAt = new Date(0).toISOString();
  return [
    { type: 'PaymentStarted', data: { ...started, amount, platformFee, totalAmount: amount, expiresAt } },
    { type: 'LegValidated', data: { ...leg, delivered: amount } },
    { type: 'PaymentCompleted', data: { paymentId } },
  ];
}

const paidAgain = (
  { paymentId, amount, principal: { paidOn } }: PaidPayment,
  again: { hash: string; ledgerIndex: number },
): PaymentEvent => ({
  type: 'ExtraPrincipalFound',
  data: { paymentId, ...again, delivered: toDecimal(amount), paidOn },
});

/** Settles it in one commit, as the engine does. Does nothing if that is done or another process was faster. */
export async function settle(store: EventStore, { payment, again }: Repayment, today: BusinessDate): Promise<void> {
  const recipe = RECIPES[payment.kind as keyof typeof RECIPES];
  const first = await load(store, once(payment.paymentId));
  const own = again ? await load(store, once(`${payment.paymentId}-again`)) : first;
  if (own.state || (again && !first.state)) return;
  const streams = Object.entries<Folded<any, any>>(recipe.streams(payment));
  const loaded = await Promise.all(streams.map(async ([name, fold]) => [name, await load(store, fold)] as const));
  const states = Object.fromEntries(loaded.map(([name, { state }]) => [name, state]));
  const facts = again ? recipe.again!(payment, again, states, today) : recipe.settled(payment, states, today);
  const writes = loaded.map(([name, of]) => writeTo(of, facts?.[name] ?? [])).filter(({ events }) => events.length > 0);
  const guards = new Map(loaded.map(([, of]) => [of.stream, { stream: of.stream, expected: expectedOf(of) }]));
  for (const { stream } of writes) guards.delete(stream);
  const done = writeTo(own, again ? [paidAgain(payment, again)] : paid(payment));
  const at = { decidedOn: own, correlationId: null, businessDate: today, guards: [...guards.values()] };
  await commitOnce(store, at, [done, ...writes]);
}
