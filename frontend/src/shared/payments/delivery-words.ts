import type { PaymentView } from '@tknest/contracts/api';
import type { DeliveryObstacle } from '@tknest/contracts/events';
import { rlusd, shortWallet } from '../format/format';
import { businessDay } from '../format/time';

/** Why tokens that are paid for are not issued, and what the buyer can do. */
const NOT_VERIFIED = {
  why: 'Your identity verification is not valid now.',
  todo: 'See your verification for what is needed. The tokens are issued once it is valid.',
};
const OBSTACLES: Record<DeliveryObstacle, { why: string; todo: string }> = {
  'deposit-auth': {
    why: 'Your wallet takes payments from approved senders only (DepositAuth).',
    todo: 'Turn DepositAuth off in your wallet app. The tokens are then issued within a minute.',
  },
  'destination-tag': {
    why: 'Your wallet takes payments with a destination tag only (RequireDestTag).',
    todo: 'Turn “require destination tag” off in your wallet app. The tokens are then issued within a minute.',
  },
  'account-deleted': {
    why: 'Your account no longer exists on the ledger.',
    todo: 'Fund the same address with XRP again and sign the trust line that you are asked for.',
  },
  'line-missing': { why: 'Your TKNEST trust line was removed.', todo: 'Sign the trust line in your wallet app.' },
  'line-limit': {
    why: 'The limit of your TKNEST trust line is too small.',
    todo: 'Sign the trust line in your wallet app.',
  },
  'line-quality': {
    why: 'Your TKNEST trust line does not take tokens at face value (QualityIn, QualityOut).',
    todo: 'Set both to 0 in your wallet app. The tokens are then issued within a minute.',
  },
  'line-frozen': {
    why: 'Your TKNEST trust line is frozen.',
    todo: 'We are looking into it. You don’t need to do anything.',
  },
  // Worded alike, so that a review tells nobody more than that it takes place.
  suspended: NOT_VERIFIED,
  'verification-lapsed': NOT_VERIFIED,
  'sold-out': {
    why: 'Others had bought the tokens before you.',
    todo: 'You don’t need to do anything: the landlord owes you the payment back.',
  },
  'terms-differ': {
    why: 'The payment does not match the terms of the property.',
    todo: 'You don’t need to do anything: the landlord owes you the payment back.',
  },
  unexplained: {
    why: 'The ledger refused the tokens three times and we do not know why yet.',
    todo: 'We are looking into it. You don’t need to do anything.',
  },
};

/** Why the tokens are not issued, what to do, and by which day. */
export function undeliverableWords({ reason, until }: NonNullable<PaymentView['undeliverable']>) {
  const { why, todo } = OBSTACLES[reason];
  return {
    why: `Your payment has arrived. ${why}`,
    todo,
    until: `If this is not solved by ${businessDay(until)}, the purchase ends and the landlord owes you the payment back.`,
  };
}

type OwedBack = NonNullable<PaymentView['owedBack']>;

/** What is owed back to the buyer, by whom and until when. */
export function owedWords({ by, amount, status, dueOn }: OwedBack, propertyName: string | null): string {
  const sum = `${rlusd(Number(amount), 'six')} RLUSD`;
  const landlord = `The landlord${propertyName ? ` of ${propertyName}` : ''} (${shortWallet(by)})`;
  if (status === 'paid') return `${landlord} has paid ${sum} back to you.`;
  if (status === 'held') return `${landlord} owes you ${sum} back. It is not due yet. We will tell you when it is.`;
  if (status === 'overdue')
    return `${landlord} owes you ${sum} back, overdue since ${businessDay(dueOn)}. Their listings are hidden until it is paid.`;
  return `${landlord} owes you ${sum} back${dueOn ? `, due ${businessDay(dueOn)}` : ''}.`;
}

/** What a landlord owes a buyer. */
export function oweWords({ owedBack }: Pick<PaymentView, 'owedBack'>): string {
  if (owedBack?.status === 'held') return 'This refund is not due yet. We will tell you when you can pay it.';
  if (owedBack?.status === 'overdue')
    return `This was due on ${businessDay(owedBack.dueOn)}: your listings are hidden and deposits cannot be withdrawn until it is paid.`;
  return owedBack?.dueOn ? `Pay it back by ${businessDay(owedBack.dueOn)}.` : 'Please pay it back.';
}
