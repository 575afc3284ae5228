import type { LoanRecommendation } from '@tknest/contracts/api';
import { PAYMENT } from '@tknest/contracts/rules';
import { useState } from 'react';
import { useKept } from '../../shared/form/use-kept';

export interface Payback {
  amount: string;
  investorWallet: string;
  earlyPrincipal: 'term' | 'instalment';
  /** The recommendation in the form; null once the user types another amount. */
  chosen: LoanRecommendation | null;
  setAmount(value: string): void;
  setInvestorWallet(value: string): void;
  setEarlyPrincipal(value: 'term' | 'instalment'): void;
  choose(one: LoanRecommendation): void;
  /** Deletes the draft after it was sent. */
  forget(): void;
}

/** An empty text means that the user deleted the wallet; this means that it was never edited. */
const NOT_TYPED: readonly string[] = [];

/** The payback form: choosing a card fills the amount, typing another amount deselects the card. */
export function usePayback(propertyId: number, payoutEscrow: string): Payback {
  const [amount, setAmount, forgetAmount] = useKept(`payback:${propertyId}`, String(PAYMENT.payback.default));
  const [wallet, setWallet, forgetWallet] = useKept<readonly string[]>(`payback-wallet:${propertyId}`, NOT_TYPED);
  const [early, setEarlyPrincipal, forgetEarly] = useKept<string>(`payback-early:${propertyId}`, 'term');
  const [chosen, setChosen] = useState<LoanRecommendation | null>(null);
  return {
    amount,
    // Defaults to the escrow, which may be known only later.
    investorWallet: wallet[0] ?? payoutEscrow,
    earlyPrincipal: early === 'instalment' ? 'instalment' : 'term',
    chosen,
    setAmount(value) {
      setAmount(value);
      if (chosen && Number(value) !== chosen.recommendedAmount) setChosen(null);
    },
    setInvestorWallet: (value) => setWallet([value]),
    forget() {
      forgetAmount();
      forgetWallet();
      forgetEarly();
      // The card belongs to the amount that was sent.
      setChosen(null);
    },
    setEarlyPrincipal,
    choose(one) {
      setChosen(one);
      setAmount(String(one.recommendedAmount));
    },
  };
}
