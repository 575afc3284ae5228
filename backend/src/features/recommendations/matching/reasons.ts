import type { MatchReason } from '@tknest/contracts/api';
import { dayInWords, divideHalfUp, formatRlusd, parseRlusd, tenths, type Micro } from '@tknest/contracts/money';
import type { MarketProperty } from '../read-models/market/market.entities.js';
import { FACTORS, type Bins } from './factors.js';
import { rateOf, type Investor } from './investor.js';
import { pointsOf } from './points.js';
import { daysBetween, riskOf } from './risk.js';

type Words = { [F in keyof Bins]: { [B in Bins[F]]: string } };
const WORDS: Words = {
  size: {
    fits: 'Fits your usual size',
    stretch: 'A little above your usual size',
    large: 'Larger than your usual size',
    unknown: 'Your usual size is not known yet',
  },
  rate: {
    above: 'Rate above what you hold',
    like: 'Rate similar to what you hold',
    below: 'Rate below what you hold',
  },
  rent: {
    well: 'Rent covers it easily',
    carries: 'Rent covers it',
    tight: 'Rent just covers it',
    strained: 'Rent barely covers it',
    unknown: 'Rent is not known',
  },
  term: {
    chosen: 'A term you chose before',
    within: 'Your money is back in time',
    longer: 'Longer than you chose',
    unknown: 'Your term is not known yet',
  },
  spread: {
    heavy: 'Much of your money is already here',
    same: 'You hold this property',
    owner: 'A landlord you already know',
    city: 'A city you already hold',
    purpose: 'New street, a purpose you know',
    new: 'New street for you',
    first: 'Your first property',
  },
  progress: {
    nearly: 'Nearly funded',
    half: 'Half funded already',
    some: 'Sales have begun',
    little: 'Little sold so far',
  },
  risk: {
    within: 'A risk you accept',
    above: 'More risk than you chose',
    far: 'Far more risk than you chose',
    unknown: 'Your risk tolerance is not known',
  },
  goal: { served: 'Serves your goals', missed: 'Not among your goals', unknown: 'Your goals are not known' },
  fresh: {
    since: 'New since your last purchase',
    before: 'Listed before your last purchase',
    first: 'You have not bought yet',
  },
};

/** Why a property matches, or does not, each with its evidence and its points, the largest first. */
export function reasonsOf(property: MarketProperty, investor: Investor, bins: Bins): MatchReason[] {
  const points = pointsOf(bins);
  return FACTORS.map((factor, index) => ({
    reason: wordsOf(factor, bins, property, investor),
    evidence: EVIDENCE[factor](property, investor),
    points: points[index]!.points,
  }))
    .filter((one) => one.points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

function wordsOf(factor: keyof Bins, bins: Bins, property: MarketProperty, investor: Investor): string {
  const { averageRate, terms } = investor;
  // Holdings were considered first; they do not say when the person needs the money.
  if (factor === 'term' && bins.term === 'within' && terms && property.termMonths < terms.shortest)
    return 'Shorter than what you hold';
  const words = (WORDS[factor] as Record<string, string>)[bins[factor]]!;
  return factor === 'rate' && averageRate === null ? words.replace('what you hold', 'the average here') : words;
}

const percent = (bps: number) => `${tenths(divideHalfUp(BigInt(bps), 10n))}%`;
const money = (amount: Micro) => formatRlusd(amount);
const months = (count: number) => `${count} month${count === 1 ? '' : 's'}`;

const EVIDENCE: { [F in keyof Bins]: (property: MarketProperty, investor: Investor) => string } = {
  size: ({ tokenPrice }, { recent, usualSize }) =>
    `one token costs ${money(parseRlusd(tokenPrice))}; ${usual(recent, usualSize)}`,
  rate: (property, { averageRate, marketRate }) =>
    `${percent(rateOf(property))} against ${percent(averageRate ?? marketRate)} on average`,
  rent: ({ paymentShare }) =>
    paymentShare === null ? 'no rent is stated' : `the payment is ${percent(paymentShare)} of rent, the limit is 30%`,
  term: ({ termMonths }, { terms, profile }) =>
    terms
      ? `${months(termMonths)}; you hold ${terms.shortest === terms.longest ? terms.shortest : `${terms.shortest} to ${terms.longest}`}`
      : profile
        ? `${months(termMonths)}; you need the money within ${profile.liquidityMonths}`
        : months(termMonths),
  spread: spreadEvidence,
  progress: ({ sold, tokenCount, listedOn, lastSoldOn }) =>
    `${sold} of ${tokenCount} tokens${lastSoldOn ? ` after ${days(daysBetween(listedOn, lastSoldOn))}` : ''}`,
  risk: (property, { profile }) =>
    `${riskOf(property).level} risk${profile ? `; you chose ${profile.riskTolerance}` : ''}`,
  goal: ({ termMonths }, { profile }) =>
    profile && profile.goals.length > 0
      ? `you named ${profile.goals.join(' and ')}; ${months(termMonths)}`
      : 'by your application',
  fresh: ({ listedOn }) => `listed on ${dayInWords(listedOn)}`,
};

const days = (count: number) => `${count} day${count === 1 ? '' : 's'}`;

function usual(recent: readonly Micro[], expected: Micro | null): string {
  if (recent.length === 0)
    return expected === null ? 'nothing to compare it with' : `you expect to invest ${money(expected)}`;
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : 1));
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const which = recent.length === 1 ? 'your last purchase was' : `your last ${recent.length} were`;
  return least === most ? `${which} ${money(least)}` : `${which} ${money(least)} to ${money(most)}`;
}

function spreadEvidence({ propertyId, owner, city, purpose }: MarketProperty, investor: Investor): string {
  const share = investor.shareOf.get(propertyId);
  if (investor.shareOf.size === 0) return 'you hold nothing yet';
  if (share !== undefined) return `${percent(share)} of what you hold is here`;
  if (investor.owners.has(owner)) return 'you hold another property of this landlord';
  if (city && investor.cities.has(city.toLowerCase())) return `you hold a property in ${city}`;
  if (purpose && investor.purposes.has(purpose)) return `you hold another one that funds ${purpose}`;
  return city ? `you hold nothing in ${city} yet` : 'you hold nothing similar yet';
}
