import type { PayoutView } from '@tknest/contracts/api';
import { monthOf } from '../format/time';

/** The source of a payout's money. */
const SOURCES: Record<string, string> = {
  payback: 'Repayment',
  autopay: 'Autopay',
  automation: 'Rent automation',
  bulk: 'Bulk payout',
  'by-hand': 'Manual payout',
  withdrawal: 'Withdrawal',
  return: 'Return',
  refund: 'Refund',
  revenue: 'Revenue',
  'fee-return': 'Return',
};
export const sourceOf = ({ source }: Pick<PayoutView, 'source'>) => SOURCES[source] ?? source;

/** Why a payout is paused, and what ends that. */
const PAUSES: Record<string, string> = {
  admin: 'An admin paused it.',
  balance: 'The escrow holds less than its books show.',
  'global-freeze': 'The issuer has frozen RLUSD. The payout continues when the freeze ends.',
  'escrow-freeze': 'The issuer of RLUSD froze the escrow’s trust line.',
  'transfer-fee': 'The issuer of RLUSD takes a fee on transfers: the shares would not arrive in full.',
  xrp: 'The escrow lacks XRP for fees. The payout continues once it has some.',
  clawback: 'The issuer of RLUSD clawed money back from the escrow.',
  'no-holders': 'There were no token holders at the record position.',
};
export const pauseOf = (cause: string) => PAUSES[cause] ?? 'It was paused.';

/** Why a share could not be paid, and what the holder can do about it. */
const REASONS: Record<string, string> = {
  'no-account': 'The account is no longer on the ledger',
  'no-line': 'No RLUSD trust line',
  'deep-frozen': 'The RLUSD trust line is deep-frozen by its issuer',
  limit: 'The limit of the RLUSD trust line is reached',
  'deposit-auth': 'The account accepts no deposits from us',
  'tag-required': 'The account requires a destination tag',
  'holder-frozen': 'The holder has frozen the RLUSD trust line or the account',
  quality: 'The RLUSD trust line has a QualityIn other than 1',
  unexplained: 'The ledger refused it for an unknown reason',
  held: 'Under review: it may have been paid',
  compliance: 'Held until the case desk has decided',
  /** Of both, those who are not the office are told only this. */
  'under-review': 'Under review',
};
export const reasonOf = (reason: string) => REASONS[reason] ?? reason;

/** `November 2026`: the period of a payout. */
export const periodOf = ({ period }: Pick<PayoutView, 'period'>) => monthOf(period);
