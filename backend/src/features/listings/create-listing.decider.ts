import { judgeTerms, parseRlusd, payoutPerToken, percent, toDecimal, type Micro } from '@tknest/contracts/money';
import type { ListingEvent } from '@tknest/contracts/events';
import type { PropertyType } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import type { ListingState } from './listing.decider.js';

/** A landlord's request to list a property. */
export interface ListingTerms {
  propertyId: number;
  owner: string;
  name: string;
  address: string;
  propertyType?: PropertyType | null;
  monthlyRent: number;
  fundingGoal: number;
  fundingPurpose: string;
  tokenTermMonths: number;
  monthlyRate: number;
  tokenPrice: number;
  tokenCount: number;
  redemptionClause: string;
  monthlyPayoutPerToken?: number;
}

/** How many micro-RLUSD a client's per-token share may differ from ours. */
const PAYOUT_TOLERANCE = 1n;

/**
 * REQ-1.5.12, REQ-1.5.13: checks the loan terms, and the per-token share that is sent with the listing. @throws Refused
 * with the specification's messages
 */
export function createListing(command: ListingTerms, state: ListingState): ListingEvent[] {
  if (state.exists) throw new Refused('conflict', 'This property is already listed');
  const terms = {
    goal: parseRlusd(command.fundingGoal, 2),
    rent: parseRlusd(command.monthlyRent, 2),
    annual: percent(command.monthlyRate),
    months: command.tokenTermMonths,
  };
  // Count × price may exceed the goal, so the rule is checked against the larger of both.
  const sellable = parseRlusd(command.tokenPrice, 2) * BigInt(command.tokenCount);
  const { verdict, message } = judgeTerms({ ...terms, goal: sellable > terms.goal ? sellable : terms.goal });
  if (verdict !== 'fits') throw new Refused('invalid', message, { code: verdict });
  const perToken = payoutPerToken(terms.goal, terms.annual, terms.months, command.tokenCount);
  if (command.monthlyPayoutPerToken !== undefined && differs(command.monthlyPayoutPerToken, perToken))
    throw new Refused('invalid', `monthlyPayoutPerToken must be ${toDecimal(perToken)} for these terms`, {
      errors: { monthlyPayoutPerToken: [`Expected ${toDecimal(perToken)}`] },
    });
  return [
    {
      type: 'ListingCreated',
      data: {
        propertyId: command.propertyId,
        owner: command.owner,
        name: command.name.trim(),
        address: command.address.trim(),
        ...(command.propertyType && { propertyType: command.propertyType }),
        monthlyRent: toDecimal(terms.rent),
        fundingGoal: toDecimal(terms.goal),
        fundingPurpose: command.fundingPurpose.trim(),
        tokenTermMonths: command.tokenTermMonths,
        monthlyRate: String(command.monthlyRate),
        tokenPrice: toDecimal(parseRlusd(command.tokenPrice, 2)),
        tokenCount: command.tokenCount,
        monthlyPayoutPerToken: toDecimal(perToken),
        redemptionClause: command.redemptionClause.trim(),
      },
    },
  ];
}

function differs(posted: number, expected: Micro): boolean {
  // A client may send more than the six decimals that we store, so compare at ten.
  const scaled = BigInt(Math.round(posted * 1e10));
  const gap = scaled - expected * 10_000n;
  return (gap < 0n ? -gap : gap) > PAYOUT_TOLERANCE * 10_000n;
}
