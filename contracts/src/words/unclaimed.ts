/** What keeps a payout from a holder's wallet, in the holder's words, and what to change. */
const CURES: Readonly<Record<string, string>> = {
  'no-account': 'The account is no longer on the ledger. Contact support.',
  'no-line': 'Set up your RLUSD trust line to receive it.',
  limit: 'Raise the limit of your RLUSD trust line to receive it.',
  'deposit-auth':
    'Your wallet takes payments from approved senders only (DepositAuth). Turn that off in your wallet app to receive it.',
  'tag-required':
    'Your wallet requires a destination tag (RequireDestTag). Turn that off in your wallet app to receive it.',
  'holder-frozen': 'You have frozen your RLUSD trust line or account. Lift the freeze to receive it.',
  quality: 'Your RLUSD trust line has a QualityIn other than 1. Set it back to receive it.',
};

/** What a holder can do about a payout that did not arrive; null if it is not up to the holder. */
export const unclaimedCure = (reason: string): string | null => CURES[reason] ?? null;
