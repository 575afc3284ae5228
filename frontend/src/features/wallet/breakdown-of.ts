import { DirectPaymentRequest } from '@tknest/contracts/api';
import { feeOf, parseRlusd, toNumber } from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';
import { problemsOf } from '../../shared/form/contract-resolver';

export interface Parts {
  amount: number;
  fee: number;
  total: number;
}

/** The amount to sign for, with its parts; null if the amount cannot be sent. */
export function breakdownOf(text: string): Parts | null {
  const amount = text.trim() === '' ? NaN : Number(text);
  const wrong = problemsOf(DirectPaymentRequest, { recipientWallet: 'r'.repeat(25), amount });
  if (wrong.amount) return null;
  const sent = parseRlusd(amount.toFixed(6));
  const fee = feeOf(sent, FEES_BPS.directPayment);
  return { amount: toNumber(sent), fee: toNumber(fee), total: toNumber(sent + fee) };
}
