import type { IdentityEvent, ListingEvent, LoanEvent, PayoutEvent } from '@tknest/contracts/events';
import { exactPayment, parseRlusd, percent, toDecimal, type Rational } from '@tknest/contracts/money';
import { MATCH } from '@tknest/contracts/rules';
import type { Recorded, RecordedEvent } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import { cityOf } from '#features/listings/rules.public.js';
import type { MarketPerson, MarketPosition, MarketProperty } from './market.entities.js';

export const MARKET_EVENTS = [
  'ListingCreated',
  'TokensReserved',
  'ReservationReleased',
  'TokensPurchased',
  'TokensRedeemed',
  'ListingFullyFunded',
  'ListingClosed',
  'ListingHidden',
  'ListingShown',
  'SalePaused',
  'SaleResumed',
  'LoanOpened',
  'InstalmentFellDue',
  'RepaymentAllocated',
  'LoanInArrears',
  'LoanArrearsWithdrawn',
  'LoanPaidOff',
  'PayoutSettled',
  'UnclaimedPaid',
  'PersonErased',
] as const;
export type MarketEvent = Extract<
  ListingEvent | LoanEvent | PayoutEvent | IdentityEvent,
  { type: (typeof MARKET_EVENTS)[number] }
>;

export const isMarketEvent = (event: RecordedEvent): event is Recorded<MarketEvent> =>
  (MARKET_EVENTS as readonly string[]).includes(event.type);

/** The rows that events change: those of a page of the log, or of the whole log. */
export class MarketBook {
  readonly properties = new Map<number, MarketProperty>();
  readonly people = new Map<string, MarketPerson>();
  readonly positions = new Map<string, MarketPosition>();
  /** Erased persons: their rows in the tables are deleted too. */
  readonly erased = new Set<string>();

  person(wallet: string): MarketPerson {
    const none = { wallet, purchases: 0, tokens: '0', recent: [], lastSeq: '0', rentShares: 0 };
    return kept(this.people, wallet, none);
  }

  position(wallet: string, propertyId: number): MarketPosition {
    return kept(this.positions, keyOf(wallet, propertyId), { wallet, propertyId, tokens: 0, purchases: 0, cost: '0' });
  }

  /** An erased person's purchases are removed from the person, but still count for the property. */
  erase(wallet: string): void {
    this.erased.add(wallet);
    this.people.delete(wallet);
    for (const [key, position] of this.positions) if (position.wallet === wallet) this.positions.delete(key);
  }
}

export const keyOf = (wallet: string, propertyId: number) => `${wallet} ${propertyId}`;

function kept<K, V extends object>(map: Map<K, V>, key: K, none: V): V {
  const value = map.get(key) ?? none;
  map.set(key, value);
  return value;
}

/** Folds one event into the book's rows. */
export function foldMarket(book: MarketBook, event: Recorded<MarketEvent>): void {
  if (event.type === 'PersonErased') return book.erase(event.data.wallet);
  if (event.type === 'PayoutSettled' || event.type === 'UnclaimedPaid') {
    if (event.data.propertyId !== null) book.person(event.data.wallet).rentShares++;
    return;
  }
  if (event.type === 'ListingCreated') return void book.properties.set(event.data.propertyId, listed(event));
  const property = book.properties.get(event.data.propertyId);
  if (!property) return;
  foldProperty(book, property, event);
  property.changed = String(toSequence(event.position));
}

type MarketFact<Type extends MarketEvent['type']> = Extract<MarketEvent, { type: Type }>;
type Listed = MarketFact<'ListingCreated'>['data'];
function listed({ data, position, metadata }: Recorded<MarketFact<'ListingCreated'>>): MarketProperty {
  return {
    propertyId: data.propertyId,
    seq: String(toSequence(position)),
    owner: data.owner,
    name: data.name,
    city: cityOf(data.address) ?? '',
    purpose: purposeOf(data.fundingPurpose),
    monthlyRent: data.monthlyRent,
    tokenPrice: data.tokenPrice,
    tokenCount: data.tokenCount,
    termMonths: data.tokenTermMonths,
    annualRate: data.monthlyRate,
    payoutPerToken: data.monthlyPayoutPerToken,
    paymentShare: paymentShareOf(data),
    status: 'open',
    hidden: false,
    pausedBy: [],
    sold: 0,
    reserved: 0,
    purchases: 0,
    volume: '0',
    holders: 0,
    largest: 0,
    listedOn: metadata.businessDate,
    firstSoldOn: null,
    lastSoldOn: null,
    instalments: 0,
    late: 0,
    unpaid: {},
    changed: String(toSequence(position)),
  };
}

const MOST_SHARE = 1_000_000n;
/**
 * The monthly payment if all tokens are sold, as a share of the rent, as in the 30 % rule: in basis points, at most a
 * hundred times the rent.
 */
function paymentShareOf({ tokenPrice, tokenCount, fundingGoal, monthlyRent, monthlyRate, tokenTermMonths }: Listed) {
  const goal = parseRlusd(fundingGoal);
  const sellable = parseRlusd(tokenPrice) * BigInt(tokenCount);
  if (tokenTermMonths < 1) return null;
  return shareOf(exactPayment(sellable > goal ? sellable : goal, percent(monthlyRate), tokenTermMonths), monthlyRent);
}

/** A monthly payment as a share of the rent, floored: tenths of a percent that are rounded from it are rounded once. */
function shareOf({ num, den }: Rational, monthlyRent: string): number | null {
  const rent = parseRlusd(monthlyRent);
  if (rent <= 0n) return null;
  const share = (num * 10_000n) / (den * rent);
  return Number(share > MOST_SHARE ? MOST_SHARE : share);
}

const plus = (a: string, b: string) => toDecimal(parseRlusd(a) + parseRlusd(b));

function foldProperty(book: MarketBook, property: MarketProperty, event: Recorded<MarketEvent>): void {
  switch (event.type) {
    case 'TokensReserved':
      property.reserved += event.data.tokens;
      return;
    case 'ReservationReleased':
      property.reserved -= event.data.tokens;
      return;
    case 'TokensPurchased':
      return buy(book, property, event);
    case 'TokensRedeemed':
      return redeem(book, property, event.data);
    case 'ListingFullyFunded':
      property.status = 'funded';
      return;
    case 'ListingClosed':
      property.status = 'closed';
      return;
    case 'ListingHidden':
    case 'ListingShown':
      property.hidden = event.type === 'ListingHidden';
      return;
    case 'SalePaused':
    case 'SaleResumed':
      property.pausedBy = property.pausedBy.filter((by) => by !== event.data.by);
      if (event.type === 'SalePaused') property.pausedBy.push(event.data.by);
      return;
    default:
      return foldLoan(property, event);
  }
}

function buy(
  book: MarketBook,
  property: MarketProperty,
  { data: { wallet, tokens, cost }, position: at, metadata: { businessDate } }: Recorded<MarketFact<'TokensPurchased'>>,
): void {
  const [person, position] = [book.person(wallet), book.position(wallet, property.propertyId)];
  if (position.tokens === 0) property.holders++;
  position.tokens += tokens;
  position.purchases++;
  position.cost = plus(position.cost, cost);
  person.purchases++;
  person.tokens = String(BigInt(person.tokens) + BigInt(tokens));
  person.recent = [cost, ...person.recent].slice(0, MATCH.recentPurchases);
  person.lastSeq = String(toSequence(at));
  property.sold += tokens;
  property.reserved -= tokens;
  property.purchases++;
  property.volume = plus(property.volume, cost);
  property.largest = Math.max(property.largest, position.tokens);
  property.firstSoldOn ??= businessDate;
  property.lastSoldOn = businessDate;
}

function redeem(
  book: MarketBook,
  property: MarketProperty,
  { wallet, tokens }: Extract<MarketEvent, { type: 'TokensRedeemed' }>['data'],
): void {
  const [person, position] = [book.person(wallet), book.position(wallet, property.propertyId)];
  const had = position.tokens;
  position.tokens = Math.max(0, had - tokens);
  if (had > 0 && position.tokens === 0) property.holders--;
  person.tokens = String(BigInt(person.tokens) - BigInt(had - position.tokens));
}

function foldLoan(property: MarketProperty, event: MarketEvent): void {
  switch (event.type) {
    case 'LoanOpened': {
      // From now on the payment is the loan's, on what was really sold.
      const payment = parseRlusd(event.data.monthlyPayment);
      property.paymentShare = shareOf({ num: payment, den: 1n }, property.monthlyRent);
      return;
    }
    case 'InstalmentFellDue': {
      const { dueDate, interest, principal, interestPaid, principalPaid } = event.data;
      const amount =
        parseRlusd(interest) + parseRlusd(principal) - parseRlusd(interestPaid) - parseRlusd(principalPaid);
      property.instalments++;
      if (amount > 0n) property.unpaid[dueDate] = { amount: toDecimal(amount), late: false };
      return;
    }
    case 'LoanInArrears': {
      const installment = property.unpaid[event.data.dueDate];
      if (!installment || installment.late) return;
      installment.late = true;
      property.late++;
      return;
    }
    case 'LoanArrearsWithdrawn': {
      const installment = property.unpaid[event.data.dueDate];
      if (!installment?.late) return;
      installment.late = false;
      property.late--;
      return;
    }
    case 'RepaymentAllocated':
      for (const { dueDate, amount } of event.data.parts) {
        const installment = dueDate && property.unpaid[dueDate];
        if (!dueDate || !installment) continue;
        const left = parseRlusd(installment.amount) - parseRlusd(amount);
        if (left > 0n) installment.amount = toDecimal(left);
        else delete property.unpaid[dueDate];
      }
      return;
    case 'LoanPaidOff':
      property.unpaid = {};
  }
}

/** Funding purposes by words in landlords' texts; the first match counts. */
const PURPOSES: readonly (readonly [name: string, words: RegExp])[] = [
  ['energy', /boiler|heat|insulat|window|solar|energy/],
  ['roof', /roof|facade|façade|gutter|brick/],
  ['interior', /kitchen|bath|floor|paint|interior|renovat|refurb/],
  ['purchase', /purchas|acqui|buy|extension|expan/],
  ['debt', /refinanc|mortgage|debt/],
];

/** One word for the purpose in a landlord's text; empty if none is known. */
const purposeOf = (text: string): string => PURPOSES.find(([, words]) => words.test(text.toLowerCase()))?.[0] ?? '';
