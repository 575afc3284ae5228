import {
  judgeTerms,
  largestGoalThatFits,
  parseRlusd,
  payoutPerToken,
  percent,
  recomputedTerm,
  toNumber,
  type Micro,
  type TermsVerdict,
} from '@tknest/contracts/money';
import { LISTING, type PropertyType } from '@tknest/contracts/rules';
import { CreateListingRequest } from '@tknest/contracts/api';
import { plainToInstance } from 'class-transformer';
import { useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { contractResolver } from '../../shared/form/contract-resolver';
import { useDraft } from '../../shared/form/use-draft';
import { draftOf, DRAFTS } from '../../shared/storage/keys';

export interface ListingForm {
  name: string;
  address: string;
  /** '' if nothing is chosen. */
  propertyType: PropertyType | '';
  monthlyRent: string;
  fundingPurpose: string;
  fundingGoal: number;
  tokenTermMonths: number;
  monthlyRate: number;
  tokenPrice: string;
  tokenCount: string;
  redemptionClause: string;
}

/** No real rent, price or count is larger; smaller numbers keep all typed digits. */
const MOST = 1e15;

const positive = (text: string): number | null => {
  const value = Number(text);
  return text.trim() !== '' && value > 0 && value < MOST ? value : null;
};
const amount = (value: number) => parseRlusd(value.toFixed(2));
/** REQ-1.9.2: the rent is 2,500 if none is given. */
const rentOf = (form: ListingForm) => positive(form.monthlyRent) ?? LISTING.defaultRent;
const within = (value: number, { min, max }: { min: number; max: number }) => Math.min(max, Math.max(min, value));
const countOf = (form: ListingForm) => Math.floor(positive(form.tokenCount) ?? 0);
/** The amount that may be raised, by which terms are judged, as on the server. */
const raisable = (form: ListingForm): Micro => {
  const goal = amount(form.fundingGoal);
  const sellable = amount(positive(form.tokenPrice) ?? 0) * BigInt(countOf(form));
  return sellable > goal ? sellable : goal;
};
const withTerm = (form: ListingForm): ListingForm => ({
  ...form,
  tokenTermMonths: recomputedTerm(raisable(form), amount(rentOf(form)), percent(form.monthlyRate.toFixed(1))),
});

/** The defaults fit the rule: the term is the shortest one that the default rent carries (42 months). */
export const emptyForm: ListingForm = withTerm({
  name: '',
  address: '',
  propertyType: '',
  monthlyRent: '',
  fundingPurpose: '',
  fundingGoal: LISTING.fundingGoal.default,
  tokenTermMonths: LISTING.termMonths.default,
  monthlyRate: LISTING.monthlyRate.default,
  tokenPrice: String(LISTING.defaultTokenPrice),
  tokenCount: String(LISTING.defaultTokenCount),
  redemptionClause: LISTING.defaultRedemptionClause,
});

/**
 * The form recomputes itself (REQ-1.9.2 to REQ-1.9.5): each change below has the consequences given in the
 * specification.
 */
export const changes = {
  rent: (form: ListingForm, monthlyRent: string): ListingForm => {
    const rent = positive(monthlyRent) ?? LISTING.defaultRent;
    // To the cent, even between two steps of the slider (REQ-1.9.4).
    const fundingGoal = within(Number((rent * LISTING.goalPerRent).toFixed(2)), LISTING.fundingGoal);
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
  /** The largest goal that fits, over the longest term. A price that does not divide it would raise more than fits. */
  largest: (form: ListingForm, goal: number): ListingForm => {
    const price = goal % Number(form.tokenPrice) === 0 ? form.tokenPrice : String(LISTING.defaultTokenPrice);
    return { ...changes.goal({ ...form, tokenPrice: price }, goal), tokenTermMonths: LISTING.termMonths.max };
  },
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
  const count = countOf(form);
  const largest = largestGoalThatFits(amount(rent), annual);
  return {
    ...judgeTerms({ goal: raisable(form), rent: amount(rent), annual, months: form.tokenTermMonths }),
    perToken: count > 0 ? toNumber(payoutPerToken(goal, annual, form.tokenTermMonths, count)) : 0,
    largestGoal: largest === null ? null : toNumber(largest),
    matchesCap: Math.abs(count * (positive(form.tokenPrice) ?? 0) - form.fundingGoal) <= LISTING.capTolerance,
    rent,
  };
}

/** The stored form: values of a wrong type are left out, and sliders are kept within their limits. */
function keptForm(key: string): ListingForm {
  const fits = Object.entries(DRAFTS.read(key) ?? {}).filter(
    ([name, value]) => name in emptyForm && typeof value === typeof emptyForm[name as keyof ListingForm],
  );
  const kept: ListingForm = { ...emptyForm, ...Object.fromEntries(fits) };
  return {
    ...kept,
    fundingGoal: within(kept.fundingGoal, LISTING.fundingGoal),
    tokenTermMonths: within(kept.tokenTermMonths, LISTING.termMonths),
    monthlyRate: within(kept.monthlyRate, LISTING.monthlyRate),
  };
}

/** The form with its draft, stored in this tab for this wallet until it is submitted, and its live verdict. */
export function useListingForm(wallet: string) {
  const key = draftOf('listing', wallet);
  const form = useForm<ListingForm>({
    defaultValues: keptForm(key),
    resolver: contractResolver<ListingForm>(CreateListingRequest, asRequest),
  });
  const { savedAt, forget } = useDraft(form, key, { start: emptyForm });
  const values = useWatch({ control: form.control }) as ListingForm;
  const terms = useMemo(() => liveTerms(values), [values]);
  /** Sets the changed fields, and the fields that depend on them. */
  const change = (next: ListingForm) => {
    for (const name of Object.keys(next) as (keyof ListingForm)[])
      if (next[name] !== values[name])
        form.setValue(name, next[name], { shouldValidate: form.formState.isSubmitted, shouldDirty: true });
  };
  const reset = () => {
    form.reset(emptyForm);
    forget();
  };
  return { form, values, terms, savedAt, change, reset };
}

/** The request made from the fields' values; numbers typed as text are sent as numbers. */
export const asRequest = (form: ListingForm): CreateListingRequest =>
  plainToInstance(CreateListingRequest, {
    ...form,
    // Left out if nothing is chosen, so that the same listing is the same request, whichever page sends it.
    propertyType: form.propertyType || undefined,
    monthlyRent: Number(form.monthlyRent),
    monthlyRate: Number(form.monthlyRate.toFixed(1)),
    tokenPrice: Number(form.tokenPrice),
    tokenCount: Number(form.tokenCount),
  });
