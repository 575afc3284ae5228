import {
  judgeTerms,
  largestGoalThatFits,
  parseRlusd,
  payoutPerToken,
  percent,
  recomputedTerm,
  toNumber,
  type TermsVerdict,
} from '@tknest/contracts/money';
import { LISTING } from '@tknest/contracts/rules';
import { useEffect, useMemo, useRef, useState } from 'react';
import { keepDraft, readDraft } from '../../shared/drafts';

export interface ListingForm {
  name: string;
  address: string;
  monthlyRent: string;
  fundingPurpose: string;
  fundingGoal: number;
  tokenTermMonths: number;
  monthlyRate: number;
  tokenPrice: string;
  tokenCount: string;
  redemptionClause: string;
}

const DRAFT = 'listing-draft';
const DRAFT_AFTER_MS = 600;
/** Beyond it no rent, price or count is meant; a figure as text stays exact below it. */
const MOST = 1e15;

export const emptyForm: ListingForm = {
  name: '',
  address: '',
  monthlyRent: '',
  fundingPurpose: '',
  fundingGoal: LISTING.fundingGoal.default,
  tokenTermMonths: LISTING.termMonths.default,
  monthlyRate: LISTING.monthlyRate.default,
  tokenPrice: String(LISTING.defaultTokenPrice),
  tokenCount: String(LISTING.defaultTokenCount),
  redemptionClause: LISTING.defaultRedemptionClause,
};

const positive = (text: string): number | null => {
  const value = Number(text);
  return text.trim() !== '' && value > 0 && value < MOST ? value : null;
};
const amount = (value: number) => parseRlusd(value.toFixed(2));
/** D1 §9: the rent is 2,500 where none is given. */
const rentOf = (form: ListingForm) => positive(form.monthlyRent) ?? LISTING.defaultRent;
const clampGoal = (goal: number) => {
  const { min, max, step } = LISTING.fundingGoal;
  return Math.min(max, Math.max(min, Math.round(goal / step) * step));
};
const withTerm = (form: ListingForm): ListingForm => ({
  ...form,
  tokenTermMonths: recomputedTerm(amount(form.fundingGoal), amount(rentOf(form)), percent(form.monthlyRate.toFixed(1))),
});

/** The form recomputes itself (D1 §9): each change below has the document's consequences. */
export const changes = {
  rent: (form: ListingForm, monthlyRent: string): ListingForm => {
    const rent = positive(monthlyRent) ?? LISTING.defaultRent;
    const fundingGoal = clampGoal(rent * LISTING.goalPerRent);
    return withTerm({
      ...form,
      monthlyRent,
      fundingGoal,
      tokenPrice: String(LISTING.defaultTokenPrice),
      tokenCount: String(Math.ceil(fundingGoal / LISTING.defaultTokenPrice)),
    });
  },
  goal: (form: ListingForm, fundingGoal: number): ListingForm => ({
    ...form,
    fundingGoal,
    tokenCount: String(Math.ceil(fundingGoal / (positive(form.tokenPrice) ?? LISTING.defaultTokenPrice))),
  }),
  count: (form: ListingForm, tokenCount: string): ListingForm => ({
    ...form,
    tokenCount,
    tokenPrice: String(
      Math.round((form.fundingGoal / (positive(tokenCount) ?? LISTING.defaultTokenCount)) * 100) / 100,
    ),
  }),
  rate: (form: ListingForm, monthlyRate: number): ListingForm => withTerm({ ...form, monthlyRate }),
};

export interface LiveTerms extends TermsVerdict {
  perToken: number;
  largestGoal: number | null;
  matchesCap: boolean;
  rent: number;
}

export function liveTerms(form: ListingForm): LiveTerms {
  const rent = rentOf(form);
  const annual = percent(form.monthlyRate.toFixed(1));
  const goal = amount(form.fundingGoal);
  const count = Math.floor(positive(form.tokenCount) ?? 0);
  const largest = largestGoalThatFits(amount(rent), annual);
  return {
    ...judgeTerms({ goal, rent: amount(rent), annual, months: form.tokenTermMonths }),
    perToken: count > 0 ? toNumber(payoutPerToken(goal, annual, form.tokenTermMonths, count)) : 0,
    largestGoal: largest === null ? null : toNumber(largest),
    matchesCap: Math.abs(count * (positive(form.tokenPrice) ?? 0) - form.fundingGoal) <= LISTING.capTolerance,
    rent,
  };
}

const within = (value: number, { min, max }: { min: number; max: number }) => Math.min(max, Math.max(min, value));

/** The form as it was left, its sliders within their ends. */
function keptForm(): ListingForm {
  const kept = readDraft(DRAFT, emptyForm);
  return {
    ...kept,
    fundingGoal: clampGoal(kept.fundingGoal),
    tokenTermMonths: within(kept.tokenTermMonths, LISTING.termMonths),
    monthlyRate: within(kept.monthlyRate, LISTING.monthlyRate),
  };
}

/**
 * The form's state with its draft, kept on this device until it is submitted. `savedAt` is null until something was
 * changed.
 */
export function useListingForm() {
  const [form, change] = useState(keptForm);
  const [unsaved, setUnsaved] = useState<ListingForm | null>(null);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  useEffect(() => {
    if (!unsaved) return;
    const timer = setTimeout(() => {
      keepDraft(DRAFT, unsaved);
      setSavedAt(new Date());
    }, DRAFT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [unsaved]);
  const latest = useRef(unsaved);
  useEffect(() => void (latest.current = unsaved), [unsaved]);
  // Whoever leaves the page, or is led away from it, loses nothing of the last moment either.
  useEffect(
    () => () => {
      if (latest.current) keepDraft(DRAFT, latest.current);
    },
    [],
  );
  const terms = useMemo(() => liveTerms(form), [form]);
  const setForm = (next: ListingForm) => {
    change(next);
    setUnsaved(next);
  };
  const reset = () => {
    localStorage.removeItem(DRAFT);
    change(emptyForm);
    setUnsaved(null);
    setSavedAt(null);
  };
  return { form, setForm, terms, savedAt, reset };
}
