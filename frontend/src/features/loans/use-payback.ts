import type { LoanRecommendation, LoanView } from '@tknest/contracts/api';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLoanRecommendationsQuery } from './api';
import { shortOf } from './payback';

export interface Payback {
  /** The recommendation to pay: the chosen one, otherwise what is due, unless the deposit covers it. */
  chosen: LoanRecommendation | undefined;
  /** @param one null to go back to what is due */
  choose(one: LoanRecommendation | null): void;
  /** Whether the recommendations are still loading. */
  suggesting: boolean;
}

/** What is paid with one tap. */
export function usePayback(loan: LoanView): Payback {
  const { data, isLoading: suggesting } = useLoanRecommendationsQuery(loan.propertyId);
  // By its type: its amount may be another one with the next answer.
  const [type, setType] = useState<string | null>(null);
  const all = data?.recommendations ?? [];
  return {
    chosen: all.find(({ paymentType }) => paymentType === type) ?? (shortOf(loan) === 0 ? undefined : dueNow(all)),
    choose: (one) => setType(one && one.paymentType),
    suggesting,
  };
}

/** What the plan asks for, first of all; none if that is paid already, but for paying off what is left. */
const dueNow = (all: readonly LoanRecommendation[]) =>
  all.find(({ paymentType }) => paymentType === 'regular' || paymentType === 'catch_up') ??
  (all.length === 1 ? all[0] : undefined);

/** An amount that another part of the page fills into a form; gone once the form has begun. */
export type Filled = string | undefined;

interface Begun {
  filled?: Filled;
  /** Called once something is typed, filled in, or kept from before, so that it comes into sight. */
  onBegun(): void;
}

/** For the forms that are loaded after the page: they take amounts from its other parts. */
export function useFilled<V extends { amount: string }>(form: UseFormReturn<V>, { filled, onBegun }: Begun): void {
  const { isDirty } = form.formState;
  useEffect(() => {
    if (isDirty) onBegun();
  }, [isDirty]); // eslint-disable-line react-hooks/exhaustive-deps -- what is called does not depend on the rendering
  useEffect(() => {
    if (filled === undefined) return;
    const { setValue, setFocus } = form as unknown as UseFormReturn<{ amount: string }>;
    setValue('amount', filled, { shouldDirty: true, shouldValidate: true });
    onBegun();
    // If the form comes late, somebody types elsewhere meanwhile.
    if (document.activeElement?.closest('input, [role="dialog"]')) return;
    // Once the form is unfolded.
    setTimeout(() => setFocus('amount'));
  }, [filled]); // eslint-disable-line react-hooks/exhaustive-deps -- only another amount is filled in
}
