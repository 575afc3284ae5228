import type { PropertyProfileView } from '@tknest/contracts/api';
import type { Day } from '@tknest/contracts/money';
import { PROPERTY_MOMENTS, type PropertyMoment } from '@tknest/contracts/rules';
import { percent, tokens } from '../../shared/format/format';

/** A point of the timeline; without a date it is in the future. */
export interface Point {
  kind: PropertyMoment;
  words: string;
  detail: string | null;
  date: Day | null;
}

const WORDS: Record<PropertyMoment, string> = {
  listed: 'Listed',
  'first-sale': 'First tokens sold',
  quarter: '25% sold',
  half: '50% sold',
  'three-quarters': '75% sold',
  'fully-funded': 'Fully funded',
  closed: 'Listing closed',
  'loan-opened': 'Loan opened',
  'paid-off': 'Loan paid off',
};
/** Only the last of these on a day is shown, because it includes the earlier ones. */
const SALES: ReadonlySet<PropertyMoment> = new Set(['first-sale', 'quarter', 'half', 'three-quarters', 'fully-funded']);

type Funding = Pick<
  PropertyProfileView,
  'moments' | 'tokensSold' | 'tokenCount' | 'tokensAvailable' | 'status' | 'loanStatus'
>;

/** What has happened, oldest first, and what comes next. */
export function timeLineOf({ moments, ...profile }: Funding): Point[] {
  const tellsLess = (kind: PropertyMoment, date: string) =>
    SALES.has(kind) &&
    moments.some((other) => other.date === date && SALES.has(other.kind) && isAfter(other.kind, kind));
  const past = moments
    .filter(({ kind, date }) => !tellsLess(kind, date))
    .map(({ kind, date }): Point => ({ kind, words: WORDS[kind], detail: detailOf(kind, profile), date }));
  const has = (kind: PropertyMoment) => moments.some((moment) => moment.kind === kind);
  const next = (kind: PropertyMoment, detail: string | null): Point => ({
    kind,
    words: WORDS[kind],
    detail,
    date: null,
  });
  const isOpen = profile.status === 'open' && !has('closed') && !has('fully-funded');
  return [
    ...past,
    ...(isOpen ? [next('fully-funded', `${tokens(profile.tokenCount - profile.tokensSold)} to go`)] : []),
    ...(!has('loan-opened') && (isOpen || profile.tokensSold > 0)
      ? [next('loan-opened', isOpen ? 'When all tokens are sold, or the listing is closed' : null)]
      : []),
    ...(has('loan-opened') && !has('paid-off') ? [next('paid-off', null)] : []),
  ];
}

const isAfter = (one: PropertyMoment, other: PropertyMoment) =>
  PROPERTY_MOMENTS.indexOf(one) > PROPERTY_MOMENTS.indexOf(other);

const detailOf = (kind: PropertyMoment, { tokensSold, tokenCount }: Pick<Funding, 'tokensSold' | 'tokenCount'>) =>
  kind === 'closed' ? `${percent((100 * tokensSold) / tokenCount)} of the tokens sold` : null;
