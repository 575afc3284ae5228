import { describe, expect, it } from '@jest/globals';
import { toDecimal } from '@tknest/contracts/money';
import { readFileSync } from 'node:fs';
import { onRoof } from '../../shared/ui/roof/geometry';
import { changes, emptyForm, liveTerms } from './use-listing-form';

interface TermCase {
  principal: string;
  annual_rate_pct: string;
  monthly_rent: string;
  min_term_exact: number | null;
  within_60_months: boolean;
  term_rounded_up_to_slider_step_6: number;
}
interface PaymentCase {
  principal: string;
  annual_rate_pct: string;
  months: number;
  payment_half_up: string;
}
const golden = JSON.parse(readFileSync('contracts/test/data/loan_cases.json', 'utf8')) as {
  min_term_cases: TermCase[];
  payment_cases: PaymentCase[];
};
/** The precision of the form's sliders: a rate with one decimal. */
const sayable = ({ annual_rate_pct: rate }: { annual_rate_pct: string }) => /^\d+(\.\d)?$/.test(rate);

describe('document 1 §5 and §9: the live verdict', () => {
  it.each(golden.payment_cases.filter(sayable))(
    '$principal at $annual_rate_pct % over $months months costs $payment_half_up a month',
    ({ principal, annual_rate_pct: rate, months, payment_half_up: payment }) => {
      const terms = liveTerms({
        ...emptyForm,
        fundingGoal: Number(principal),
        tokenCount: '',
        monthlyRate: Number(rate),
        tokenTermMonths: months,
      });
      expect(Number(toDecimal(terms.payment))).toBe(Number(payment));
    },
  );

  it.each(golden.min_term_cases.filter(sayable))(
    '$principal at $annual_rate_pct % on a rent of $monthly_rent needs $min_term_exact months',
    ({ principal, annual_rate_pct: rate, monthly_rent: rent, min_term_exact: minimum }) => {
      const goal = { fundingGoal: Number(principal), tokenCount: '' };
      const form = { ...emptyForm, ...goal, monthlyRate: Number(rate), monthlyRent: rent };
      expect(liveTerms(form).minimumTerm).toBe(minimum);
    },
  );

  it('document 1 §5: "Payment complies with 30% rule. Monthly payment is {x}% of rent."', () => {
    expect(liveTerms({ ...emptyForm, tokenTermMonths: 42 }).message).toBe(
      'Payment complies with 30% rule. Monthly payment is 26.7% of rent.',
    );
  });
  it('document 1 §5: "Term too short. Minimum {n} months required to keep payments under 30% of rent."', () => {
    expect(liveTerms({ ...emptyForm, tokenTermMonths: 36 }).message).toBe(
      'Term too short. Minimum 37 months required to keep payments under 30% of rent.',
    );
  });
  it('document 1 §5: "Funding goal too high. Even with maximum term, payments would exceed 30% of rent."', () => {
    const terms = liveTerms({ ...emptyForm, fundingGoal: 40_000, tokenTermMonths: 60 });
    expect(terms.message).toBe('Funding goal too high. Even with maximum term, payments would exceed 30% of rent.');
    expect(terms.largestGoal).toBe(35_000);
  });
  it('document 1 §2: the minimum is missing where no term repays at all', () =>
    expect(liveTerms({ ...emptyForm, fundingGoal: 200_000, monthlyRate: 12 }).minimumTerm).toBeNull());
});

describe('document 1 §9: the form recomputes itself', () => {
  it('the redemption clause stands there from the start', () =>
    expect(emptyForm.redemptionClause).toBe('Landlord has the right to redeem all tokens with 30-day notice.'));
  it('the rent is 2500 when empty', () => expect(liveTerms({ ...emptyForm, monthlyRent: '' }).rent).toBe(2500));
  it('changing the rent sets the goal to 10 times rent, the price to 100, the count to cap / 100, and the term', () => {
    expect(changes.rent(emptyForm, '4100')).toMatchObject({
      monthlyRent: '4100',
      fundingGoal: 41_000,
      tokenPrice: '100',
      tokenCount: '410',
      tokenTermMonths: 42,
    });
  });
  it('the goal of a new rent is 10 times it to the cent: it is not rounded to the slider’s step', () => {
    expect(changes.rent(emptyForm, '2537.5')).toMatchObject({ fundingGoal: 25_375, tokenCount: '254' });
    expect(changes.rent(emptyForm, '2500.57').fundingGoal).toBe(25_005.7);
  });
  it('terms are judged on what may be raised, as the server judges them: count × price where it is above the goal', () => {
    const atTheEdge = {
      ...emptyForm,
      monthlyRent: '2500',
      fundingGoal: 38_000,
      tokenTermMonths: 60,
      tokenCount: '380',
    };
    expect(liveTerms(atTheEdge).verdict).toBe('fits');
    expect(liveTerms({ ...atTheEdge, tokenCount: '450' }).verdict).toBe('goal-too-high');
    expect(liveTerms(changes.largest({ ...atTheEdge, tokenPrice: '300' }, 35_000)).verdict).toBe('fits');
    const form = changes.rent(emptyForm, '2537.5');
    expect(liveTerms(form).payment).toBe(liveTerms({ ...form, fundingGoal: 25_400 }).payment);
  });
  it('the goal stays within the slider', () =>
    expect([changes.rent(emptyForm, '100').fundingGoal, changes.rent(emptyForm, '90000').fundingGoal]).toEqual([
      10_000, 200_000,
    ]));
  it('changing the cap sets the count to cap / price rounded up', () =>
    expect(changes.goal({ ...emptyForm, tokenPrice: '300' }, 35_000).tokenCount).toBe('117'));
  it('the price is 100 where it says nothing', () =>
    expect(changes.goal({ ...emptyForm, tokenPrice: '' }, 35_000).tokenCount).toBe('350'));
  it('changing the count sets the price to cap / count, to the cent', () =>
    expect(changes.count(emptyForm, '240').tokenPrice).toBe('104.17'));
  it('the count is 250 where it says nothing', () => expect(changes.count(emptyForm, '').tokenPrice).toBe('100'));
  it('changing the rate recomputes the term, never below 12 months', () => {
    expect(changes.rate({ ...emptyForm, monthlyRent: '30000' }, 12).tokenTermMonths).toBe(12);
    expect(changes.rate(emptyForm, 12).tokenTermMonths).toBe(42);
    expect(changes.rate({ ...emptyForm, fundingGoal: 200_000 }, 12).tokenTermMonths).toBe(60);
  });
  it.each([
    ['250', '100', true],
    ['250', '100.004', true],
    ['250', '100.01', false],
    ['249', '100', false],
  ])('%s × %s matches the participation cap of 25,000 within 1: %p', (tokenCount, tokenPrice, matches) => {
    expect(liveTerms({ ...emptyForm, tokenCount, tokenPrice }).matchesCap).toBe(matches);
  });
});

describe('the roof', () => {
  it.each([
    [0, 20, 142],
    [15, 100, 90],
    [30, 180, 38],
    [45, 260, 90],
    [60, 340, 142],
    [86.3, 340, 142],
    [-1, 20, 142],
  ])('%f %% of the rent stands at %i, %i', (share, x, y) => expect(onRoof(share)).toEqual({ x, y }));
});
