/** Finds the direct payment that paid for tokens issued manually or by automation. */
import { toDecimal, type Micro } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import type { Reads } from '#platform/projections/readers.js';
import { purchasesAmong } from '#features/investments/readers.public.js';
import { settledDirectPayments } from '#features/payments/readers.public.js';
import type { PaymentState } from '#features/payments/rules.public.js';

export interface Price {
  from: string;
  to: string;
  amount: Micro;
}

/** Why a payment is not the price of these tokens; null if it is. */
export function notThePrice(payment: PaymentState, { from, to, amount }: Price): string | null {
  if (payment.phase === 'none' || payment.kind !== 'rlusd_payment') return 'No such direct payment';
  if (payment.phase !== 'completed' || payment.legs.recipient?.state !== 'validated')
    return 'The payment is not settled';
  if (payment.payer !== from) return 'The payment was not made by the wallet that holds the tokens';
  if (payment.payee !== to) return 'The payment did not go to the landlord of the property';
  if (payment.amount !== amount)
    return `The payment is ${toDecimal(payment.amount)} RLUSD; the tokens cost ${toDecimal(amount)} RLUSD`;
  return null;
}

/**
 * The oldest settled direct payment with these figures that has not paid for any tokens yet. Only a proposal: the
 * decision is made on the streams. @throws Refused
 */
export async function findPricePaid(db: Reads, price: Price): Promise<string> {
  const settled = await settledDirectPayments(price, db);
  const counted = await purchasesAmong(settled, db);
  const free = settled.find((id) => !counted.has(id));
  if (free) return free;
  throw new Refused(
    'conflict',
    `No settled payment of ${toDecimal(price.amount)} RLUSD from the holder to the landlord of the property was found`,
    { code: 'price-not-paid', price: toDecimal(price.amount) },
  );
}
