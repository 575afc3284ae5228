import { parseRlusd, payoutPerToken, percent, toDecimal } from '@tknest/contracts/money';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import type { InvestorProfile } from '#features/identity/module.public.js';
import { Random } from '#platform/seeded-random.js';

/**
 * A generated market: landlords list, people buy what suits them, with a large random part. The same seed gives the
 * same market. People choose by amounts, rates, months and their own taste, never by the bins from which matches are
 * computed.
 */
export interface MarketHistory {
  events: RecordedEvent[];
  /** The application forms of those who applied. */
  profiles: ReadonlyMap<string, InvestorProfile>;
}

interface Listing {
  id: number;
  owner: string;
  city: string;
  purpose: string;
  price: number;
  count: number;
  months: number;
  rate: number;
  share: number;
  sold: number;
  listed: number;
}
interface Buyer {
  wallet: string;
  profile: InvestorProfile;
  budget: number;
  months: number;
  held: Set<Listing>;
}

const CITIES = ['Springfield', 'Riverton', 'Lakeside', 'Hillcrest', 'Fairview', 'Oakdale'];
const PURPOSES = ['New boiler', 'Roof renewal', 'Kitchen renovation', 'Purchase of a garage', 'Refinance'];
const PRICES = [25, 50, 100, 100, 200, 250, 500, 1000];
const FIRST_DAY = Date.UTC(2025, 0, 1);
const dayOf = (day: number) => new Date(FIRST_DAY + day * 86_400_000).toISOString().slice(0, 10);

export interface Size {
  days: number;
  people: number;
  /** Within a hundred days. */
  listings: number;
  purchasesPerDay: number;
}
const USUAL: Size = { days: 500, people: 240, listings: 45, purchasesPerDay: 10 };

export function marketHistory(seed: number, size: Size = USUAL): MarketHistory {
  const random = new Random(seed);
  const buyers = Array.from({ length: size.people }, (_, index) => buyerOf(random, index));
  const events: RecordedEvent[] = [];
  const listings: Listing[] = [];
  const record = (day: number, type: string, data: object) =>
    events.push({
      position: toPosition(events.length + 1),
      stream: '',
      revision: 0,
      id: '',
      type,
      version: 1,
      data,
      metadata: { businessDate: dayOf(day) } as RecordedEvent['metadata'],
      at: `${dayOf(day)}T12:00:00.000Z`,
      hash: '',
    });
  for (let day = 0; day < size.days; day++) {
    while (listings.length < ((day + 20) * size.listings) / 100) {
      const listing = listingOf(random, listings.length + 1, day);
      listings.push(listing.terms);
      record(day, 'ListingCreated', listing.created);
    }
    for (let turn = 0; turn < size.purchasesPerDay; turn++) {
      const buyer = random.pick(buyers);
      const open = listings.filter(({ sold, count }) => sold < count);
      if (open.length > 0) buy(buyer, chosen(random, buyer, open, day), day, record);
    }
  }
  const applied = buyers.filter((_, index) => index % 5 !== 0);
  return { events, profiles: new Map(applied.map(({ wallet, profile }) => [wallet, profile])) };
}

const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

function buyerOf(random: Random, index: number): Buyer {
  const liquidityMonths = random.pick([6, 12, 12, 60, 60, 120]);
  const budget = Math.round(400 * Math.exp(0.9 * normal(random)));
  return {
    wallet: `rBuyer${index}`,
    budget,
    months: Math.min(60, Math.max(9, liquidityMonths * Math.exp(0.25 * normal(random)))),
    held: new Set(),
    profile: {
      riskTolerance: random.pick(['conservative', 'moderate', 'moderate', 'aggressive'] as const),
      liquidityMonths,
      goals: [random.pick(['income', 'growth', 'safety'] as const)],
      expectedAmount: toDecimal(parseRlusd(Math.max(100, Math.round(budget * (0.7 + random.next() * 0.8))))),
    },
  };
}

function listingOf(random: Random, id: number, day: number) {
  const rate = Math.round(40 + 70 * random.next()) / 10;
  const price = random.pick(PRICES);
  const count = Math.max(20, Math.round((10_000 + 50_000 * random.next()) / price));
  const goal = parseRlusd(price * count);
  const months = random.pick([12, 18, 24, 30, 36, 42, 48, 60]);
  const perToken = payoutPerToken(goal, percent(rate), months, count);
  // A rent of which the loan payment takes 12 to 30 %.
  const share = 0.12 + 0.18 * random.next();
  const rent = Math.max(1, Math.ceil((Number(perToken) * count) / 1e6 / share));
  const terms = { id, owner: `rOwner${random.below(40)}`, city: random.pick(CITIES), purpose: random.pick(PURPOSES) };
  const created = {
    propertyId: id,
    owner: terms.owner,
    name: `House ${id}`,
    address: `${id} Example Street, ${terms.city}`,
    monthlyRent: String(rent),
    fundingGoal: toDecimal(goal),
    fundingPurpose: terms.purpose,
    tokenTermMonths: months,
    monthlyRate: String(rate),
    tokenPrice: String(price),
    tokenCount: count,
    monthlyPayoutPerToken: toDecimal(perToken),
    redemptionClause: '',
  };
  return { created, terms: { ...terms, price, count, months, rate, share, sold: 0, listed: day } };
}

/** The most appealing property, with a random part that is larger than most differences. */
function chosen(random: Random, buyer: Buyer, open: readonly Listing[], day: number): Listing {
  let [best, most] = [open[0]!, -Infinity];
  for (const listing of open) {
    const appeal = appealOf(buyer, listing, day) - Math.log(-Math.log(1 - random.next() * 0.999999));
    if (appeal > most) [best, most] = [listing, appeal];
  }
  return best;
}

function appealOf({ profile, budget, months, held }: Buyer, listing: Listing, day: number): number {
  const others = [...held];
  const fear = { conservative: 14, moderate: 7, aggressive: 2 }[profile.riskTolerance];
  return (
    -2.2 * Math.max(0, Math.log(listing.price / budget)) -
    2.4 * Math.abs(Math.log(listing.months / months)) -
    fear * (listing.share - 0.2) +
    (profile.goals.includes('growth') ? 0.7 : 0.35) * (listing.rate - 7.5) +
    1.5 * (listing.sold / listing.count) +
    1.6 * Math.exp(-(day - listing.listed) / 25) -
    (held.has(listing) ? 0.9 : 0) -
    (others.some(({ owner }) => owner === listing.owner) ? 0.5 : 0) -
    (others.some(({ city }) => city === listing.city) ? 0.5 : 0)
  );
}

function buy(buyer: Buyer, listing: Listing, day: number, record: (day: number, type: string, data: object) => void) {
  const wanted = Math.max(1, Math.round(buyer.budget / listing.price));
  const tokens = Math.min(wanted, listing.count - listing.sold);
  const [data, cost] = [{ propertyId: listing.id, wallet: buyer.wallet, tokens }, String(tokens * listing.price)];
  listing.sold += tokens;
  buyer.held.add(listing);
  record(day, 'TokensReserved', data);
  record(day, 'TokensPurchased', { ...data, cost });
  if (listing.sold === listing.count) record(day, 'ListingFullyFunded', { propertyId: listing.id });
}
