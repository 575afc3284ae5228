import type { LoanRecommendation, LoanView } from '@tknest/contracts/api';
import type { EarlyPrincipal } from '@tknest/contracts/money';
import { PAYMENT } from '@tknest/contracts/rules';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { resolveWith, type Problems } from '../../shared/form/contract-resolver';
import { rlusd } from '../../shared/format/format';
import { useLoanRecommendationsQuery } from './api';
import { amountOf } from './payback';

export interface PaybackForm {
  amount: string;
  investorWallet: string;
  earlyPrincipal: EarlyPrincipal;
}

export interface Payback {
  form: UseFormReturn<PaybackForm>;
  values: PaybackForm;
  /** What cannot be paid yet. */
  problems: Problems;
  /** The recommendation in the form; null once the user types another amount. */
  chosen: LoanRecommendation | null;
  setAmount(value: string): void;
  choose(one: LoanRecommendation): void;
  /** Begins again after it was sent. */
  reset(): void;
  /** Whether the recommendations are still loading: until then the page offers no amount. */
  suggesting: boolean;
}

/** The payback form: choosing a card fills the amount, typing another amount deselects the card. */
export function usePayback({ propertyId, minimumRepayment }: LoanView, payoutEscrow: string): Payback {
  const { isLoading: suggesting } = useLoanRecommendationsQuery(propertyId);
  const problemsIn = ({ amount, investorWallet }: PaybackForm): Problems => ({
    ...problemOf(amount, minimumRepayment ?? PAYMENT.payback.min),
    ...(investorWallet.trim() === '' && { investorWallet: 'Investor wallet is required' }),
  });
  const form = useForm<PaybackForm>({
    mode: 'onChange',
    defaultValues: { amount: String(PAYMENT.payback.default), investorWallet: payoutEscrow, earlyPrincipal: 'term' },
    resolver: resolveWith(problemsIn),
  });
  const values = useWatch({ control: form.control }) as PaybackForm;
  const [chosen, setChosen] = useState<LoanRecommendation | null>(null);
  const setAmount = (value: string) => {
    form.setValue('amount', value, { shouldDirty: true, shouldValidate: true });
    if (chosen && Number(value) !== chosen.recommendedAmount) setChosen(null);
  };
  return {
    form,
    values,
    problems: problemsIn(values),
    chosen,
    setAmount,
    choose(one) {
      setAmount(String(one.recommendedAmount));
      setChosen(one);
    },
    reset() {
      form.reset();
      // The card belongs to the amount that was sent.
      setChosen(null);
    },
    suggesting,
  };
}

function problemOf(typed: string, minimum: number): Problems {
  const amount = amountOf(typed);
  if (typed === '') return { amount: 'Amount is required' };
  if (amount === null) return { amount: 'Amounts have at most 2 decimals' };
  return amount < minimum ? { amount: `The minimum payment is ${rlusd(minimum)} RLUSD` } : {};
}
