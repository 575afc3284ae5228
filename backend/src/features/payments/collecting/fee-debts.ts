/** Owed fees, in the commit of the event by which they become owed, or cease to be. */
import type { PayerEvent, PaymentEvent } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import { writeTo } from '#platform/event-store/commit-once.js';
import type { StreamWrite } from '#platform/event-store/event-store.js';
import { load, type Loaded } from '#platform/event-store/folding.js';
import { closing, opening } from '#features/operations-cases/rules.public.js';
import { payerFold } from '../payer.decider.js';
import { evolvePayment } from '../payment.evolve.js';
import { feeOwed, type Payment, type PaymentState } from '../payment.state.js';
import { feeOwedCase } from './cases.js';
import type { PaymentPorts } from './ports.js';

/**
 * Adds what the writes change about an owed fee: to its payer's stream, which decides what may begin, and its case.
 * @param payments those whose streams the writes may append to, as they are before
 */
export async function withFeeDebts(
  { store }: Pick<PaymentPorts, 'store'>,
  payments: readonly (Pick<Loaded<PaymentState>, 'stream' | 'state'> | undefined)[],
  writes: readonly StreamWrite[],
): Promise<readonly StreamWrite[]> {
  let all = [...writes];
  for (const payment of payments) {
    const events = writes.find(({ stream }) => stream === payment?.stream)?.events ?? [];
    if (!payment || payment.state.phase === 'none' || events.length === 0) continue;
    const after = (events as PaymentEvent[]).reduce((state, event) => evolvePayment(state, event, EVER), payment.state);
    if (feeOwed(after) === feeOwed(payment.state)) continue;
    const payer = await load(store, payerFold(after.payer));
    const before = all.find(({ stream }) => stream === payer.stream) ?? writeTo(payer, []);
    all = [
      ...all.filter((one) => one !== before),
      { ...before, events: [...before.events, debtOf(after)] },
      ...(await (feeOwed(after) ? opening(store, feeOwedCase(after)) : closing(store, caseOf(after), PAID))),
    ];
  }
  return all;
}

/** Nothing here depends on when it happened. */
const EVER = new Date(0);
const PAID = { resolution: 'settled', note: 'The fee was paid.' } as const;
const caseOf = ({ paymentId }: Payment) => ({ kind: 'fee-owed', subject: paymentId }) as const;

const debtOf = (payment: Payment): PayerEvent => {
  const { payer: wallet, paymentId, platformFee } = payment;
  return feeOwed(payment)
    ? { type: 'PayerFeeOwed', data: { wallet, paymentId, amount: toDecimal(platformFee) } }
    : { type: 'PayerFeeSettled', data: { wallet, paymentId } };
};
