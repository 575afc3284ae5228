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

/** The payback form: choosing a card fills the amount, typing another amount deselects the card. */
export function usePayback(propertyId: number, payoutEscrow: string): Payback {
  const [amount, setAmount, forget] = useKept(`payback:${propertyId}`, String(PAYMENT.payback.default));
  const [wallet, setInvestorWallet] = useState<string | null>(null);
  const [earlyPrincipal, setEarlyPrincipal] = useState<'term' | 'instalment'>('term');
  const [chosen, setChosen] = useState<LoanRecommendation | null>(null);
  return {
    amount,
    // Defaults to the escrow, which may be known only later.
    investorWallet: wallet ?? payoutEscrow,
    earlyPrincipal,
    chosen,
    setAmount(value) {
      setAmount(value);
      if (chosen && Number(value) !== chosen.recommendedAmount) setChosen(null);
    },
    setInvestorWallet,
    forget,
    setEarlyPrincipal,
    choose(one) {
      setChosen(one);
      setAmount(String(one.recommendedAmount));
    },
  };
}
