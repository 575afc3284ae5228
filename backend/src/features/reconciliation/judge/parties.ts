import { feeRefundMemo, type PaymentState } from '../../payments/rules.public.js';
import type { Claim } from './claim.js';

/** Who pays whom with a leg in RLUSD, and how much. */
export function partiesOf(
  leg: 'recipient' | 'platform' | 'fee-refund',
  { payer, payee, feeWallet, amount, platformFee, memo, paymentId }: PaymentState,
): Pick<Claim, 'from' | 'to' | 'value' | 'memo'> {
  if (leg === 'recipient') return { from: payer, to: payee, value: amount, memo };
  if (leg === 'platform') return { from: payer, to: feeWallet, value: platformFee, memo: null };
  return { from: feeWallet, to: payer, value: platformFee, memo: feeRefundMemo(paymentId) };
}
