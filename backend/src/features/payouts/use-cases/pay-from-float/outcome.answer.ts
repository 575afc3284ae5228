import type { IssuanceAnswer } from '@tknest/contracts/api';
import type { Unpayable } from '@tknest/contracts/events';
import type { PayoutOutcome } from './payout-outcome.query.js';

/** Why a recipient cannot be paid, worded for the admin. */
const WORDS: Record<Unpayable, string> = {
  'no-account': 'The recipient has no account on the ledger',
  'no-line': 'The recipient has no RLUSD trust line',
  'deep-frozen': 'The recipient’s RLUSD trust line is deep-frozen by its issuer',
  limit: 'The limit of the recipient’s RLUSD trust line is too small',
  'deposit-auth': 'The recipient accepts no deposits from us',
  'tag-required': 'The recipient requires a destination tag',
  'holder-frozen': 'The recipient has frozen the RLUSD trust line or the whole account',
  quality: 'The recipient’s RLUSD trust line has a QualityIn other than 1',
  unexplained: 'The ledger refused the payment three times for an unknown reason',
  held: 'Another transaction used the payment’s ticket. An admin must find out what it did.',
  'destination-changed': 'The settings name another address or destination tag than the signed one',
  canceled: 'An admin canceled it',
  compliance: 'The recipient is on hold until the case desk decides',
};

/** The outcome of a manual payout. If it says that nothing was paid, the money is back in the float. */
export function outcomeAnswer(id: string, outcome: PayoutOutcome): IssuanceAnswer {
  switch (outcome.state) {
    case 'under-way':
      return { success: true, id, txHash: null, error: null };
    case 'paid':
      return { success: true, id, txHash: outcome.hash, error: null };
    case 'returned':
      return { success: false, id, txHash: null, error: WORDS[outcome.reason as Unpayable] ?? outcome.reason };
  }
}
