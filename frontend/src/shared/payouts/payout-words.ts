import type { PayoutView } from '@tknest/contracts/api';
import { monthOf } from '../format/time';

/** Where the money of a payout came from. */
const SOURCES: Record<string, string> = {
  payback: 'Payback',
  autopay: 'Autopay',
  automation: 'Rent automation',
  bulk: 'Bulk payout',
  'by-hand': 'Payout by hand',
  withdrawal: 'Withdrawal',
  return: 'Return',
};
export const sourceOf = ({ source }: Pick<PayoutView, 'source'>) => SOURCES[source] ?? source;

/** Why a payout stands still, and what ends that. */
const PAUSES: Record<string, string> = {
  admin: 'An admin paused it.',
  balance: 'The escrow holds less than its books say.',
  'global-freeze':
    'RLUSD is frozen by its issuer. Nobody on the list is to blame; the payout continues when that ends.',
  'escrow-freeze': 'The issuer of RLUSD froze the escrow’s line.',
  'transfer-fee': 'The issuer of RLUSD takes a fee on transfers: the shares would not arrive whole.',
  xrp: 'The escrow lacks XRP for fees. The payout continues once it has some.',
  refused: 'The ledger refused a line for a reason that its holder did not cause.',
  clawback: 'The issuer of RLUSD took money back from the escrow.',
  'no-holders': 'Nobody held a token at the record position.',
};
export const pauseOf = (cause: string) => PAUSES[cause] ?? 'It was paused.';

/** Why a share could not be paid, and what the holder does about it. */
const REASONS: Record<string, string> = {
  'no-account': 'The account is no longer on the ledger',
  'no-line': 'No RLUSD trust line',
  'deep-frozen': 'The RLUSD line is deep-frozen by its issuer',
  limit: 'The limit of the RLUSD line is reached',
  'deposit-auth': 'The account accepts no deposits from us',
  'tag-required': 'The account asks for a destination tag',
  'holder-frozen': 'The RLUSD line, or the account, is frozen by its holder',
  quality: 'The RLUSD line has a QualityIn other than 1',
  unexplained: 'The ledger refused it, and the reason is not known',
  held: 'Under review: it may have been paid',
  compliance: 'Held until the case desk has decided',
};
export const reasonOf = (reason: string) => REASONS[reason] ?? reason;

/** `November 2026`: what a payout is for. */
export const periodOf = ({ period }: Pick<PayoutView, 'period'>) => monthOf(period);
