import type { MarketPropertyView } from '@tknest/contracts/api';
import { judgeTerms, parseRlusd, percent, type TermsVerdict } from '@tknest/contracts/money';

type Terms = Pick<
  MarketPropertyView,
  'fundingGoal' | 'tokenPrice' | 'tokenCount' | 'tokensSold' | 'monthlyRent' | 'monthlyRate' | 'tokenTermMonths'
>;

/** The 30 % rule of a property: with every token sold, as its landlord saw it at the listing, or of its loan. */
export function rentRuleOf(property: Terms, hasLoan: boolean): TermsVerdict {
  const goal = parseRlusd(property.fundingGoal);
  const principal = parseRlusd(property.tokenPrice) * BigInt(hasLoan ? property.tokensSold : property.tokenCount);
  return judgeTerms({
    goal: hasLoan || principal > goal ? principal : goal,
    rent: parseRlusd(property.monthlyRent),
    annual: percent(String(property.monthlyRate)),
    months: property.tokenTermMonths,
  });
}
