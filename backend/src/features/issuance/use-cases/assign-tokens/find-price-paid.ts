/** Which direct payment paid for tokens that were issued by hand or by automation. */
import { toDecimal, type Micro } from '@tknest/contracts/money';
import { DataSource } from 'typeorm';
import { Refused } from '../../../../platform/domain/refused.js';
import type { PaymentState } from '../../../payments/rules.public.js';

export interface Price {
  from: string;
  to: string;
  amount: Micro;
}

/** Why a payment is not the price of these tokens; null where it is. */
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

/** Settled direct payments with these figures that count for no tokens yet, oldest first. @throws Refused */
export async function findPricePaid(db: DataSource, { from, to, amount }: Price): Promise<string> {
  const rows: { id: string }[] = await db.query(
    `select payment_id as id from transactions t
     where leg = 'recipient' and type = 'rlusd_payment' and status = 'completed'
       and user_wallet = $1 and counterparty = $2 and amount = $3::numeric
       and not exists (select from participations p where p.payment_id = t.payment_id)
     order by seq limit 1`,
    [from, to, toDecimal(amount)],
  );
  if (rows[0]) return rows[0].id;
  throw new Refused(
    'conflict',
    `No settled payment of ${toDecimal(amount)} RLUSD from the holder to the landlord of the property was found`,
    { code: 'price-not-paid', price: toDecimal(amount) },
  );
}
