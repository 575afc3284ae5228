import type { LoanRecommendation, LoanView } from '@tknest/contracts/api';
import type { EarlyPrincipal } from '@tknest/contracts/money';
import { PAYMENT } from '@tknest/contracts/rules';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { resolveWith, type Problems } from '../../shared/form/contract-resolver';
import { rlusd } from '../../shared/format/format';
import { useLoanRecommendationsQuery } from './api';
import { amountOf, shortOf } from './payback';

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
  setAmount(value: string): void;
  /** The recommendation to pay: the chosen one, otherwise what is due, unless the deposit covers it. */
  chosen: LoanRecommendation | undefined;
  /** @param one null to go back to what is due */
  choose(one: LoanRecommendation | null): void;
  /** Whether the recommendations are still loading. */
  suggesting: boolean;
}

/** What is paid now: a recommendation, or any other amount of the form. */
export function usePayback(loan: LoanView, payoutEscrow: string): Payback {
  const { data, isLoading: suggesting } = useLoanRecommendationsQuery(loan.propertyId);
  const problemsIn = ({ amount, investorWallet }: PaybackForm): Problems => ({
    ...problemOf(amount, loan.minimumRepayment ?? PAYMENT.payback.min),
    ...(investorWallet.trim() === '' && { investorWallet: 'Investor wallet is required' }),
  });
  const form = useForm<PaybackForm>({
    mode: 'onChange',
    defaultValues: { amount: String(PAYMENT.payback.default), investorWallet: payoutEscrow, earlyPrincipal: 'term' },
    resolver: resolveWith(problemsIn),
  });
  const values = useWatch({ control: form.control }) as PaybackForm;
  // By its type: its amount may be another one with the next answer.
  const [type, setType] = useState<string | null>(null);
  const all = data?.recommendations ?? [];
  return {
    form,
    values,
    problems: problemsIn(values),
    setAmount: (amount) => form.setValue('amount', amount, { shouldDirty: true, shouldValidate: true }),
    chosen: all.find(({ paymentType }) => paymentType === type) ?? (shortOf(loan) === 0 ? undefined : dueNow(all)),
    choose: (one) => setType(one && one.paymentType),
    suggesting,
  };
}

/** What the plan asks for, first of all; none if that is paid already, but for paying off what is left. */
const dueNow = (all: readonly LoanRecommendation[]) =>
  all.find(({ paymentType }) => paymentType === 'regular' || paymentType === 'catch_up') ??
  (all.length === 1 ? all[0] : undefined);

function problemOf(typed: string, minimum: number): Problems {
  const amount = amountOf(typed);
  if (typed === '') return { amount: 'Amount is required' };
  if (amount === null) return { amount: 'Amounts have at most 2 decimals' };
  return amount < minimum ? { amount: `The minimum payment is ${rlusd(minimum)} RLUSD` } : {};
}
