import type { PropertyView } from '@tknest/contracts/api';
import { afterFees, parseRlusd } from '@tknest/contracts/money';

/** What some of its tokens cost and give back after fees, if every installment is paid on its day. */
export const returnOf = (
  {
    tokenPrice,
    monthlyPayoutPerToken,
    tokenTermMonths,
  }: Pick<PropertyView, 'tokenPrice' | 'monthlyPayoutPerToken' | 'tokenTermMonths'>,
  tokens: number,
) =>
  afterFees(
    parseRlusd(tokenPrice) * BigInt(tokens),
    parseRlusd(monthlyPayoutPerToken) * BigInt(tokens),
    tokenTermMonths,
  );
