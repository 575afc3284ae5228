import type { IssuanceAnswer } from '@tknest/contracts/api';
import type { Unpayable } from '@tknest/contracts/events';
import type { PayoutOutcome } from './payout-outcome.query.js';

/** Why a recipient cannot be paid, as the admin reads it. */
const WORDS: Record<Unpayable, string> = {
  'no-account': 'The recipient has no account on the ledger',
  'no-line': 'The recipient has no RLUSD trust line',
  'deep-frozen': 'The recipient’s RLUSD line is deep-frozen by its issuer',
  limit: 'The limit of the recipient’s RLUSD line is too small',
  'deposit-auth': 'The recipient accepts no deposits from us',
  'tag-required': 'The recipient asks for a destination tag',
  compliance: 'The recipient is held until the case desk has decided',
};

/** What became of a payout by hand; nothing was paid where it says so, and the money is back in the float. */
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
