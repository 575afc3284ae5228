import type { InvestorProfile } from '#features/identity/module.public.js';
import {
  binsOf,
  foldMarket,
  investorOf,
  isMarketEvent,
  isOffered,
  keyOf,
  MarketBook,
  type Bins,
  type Holding,
  type MarketProperty,
} from '#features/recommendations/module.public.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';

/** A past purchase, with everything that was on offer immediately before it. */
export interface Choice {
  bought: number;
  offered: readonly { property: Pick<MarketProperty, 'propertyId' | 'sold' | 'tokenCount'>; bins: Bins }[];
}

/**
 * Reads a log as the recommendations would have: for each purchase, what they would have known a moment earlier. The
 * log does not contain application forms.
 */
export function choicesIn(
  events: Iterable<RecordedEvent>,
  profiles: ReadonlyMap<string, InvestorProfile> = new Map(),
): Choice[] {
  const book = new MarketBook();
  const choices: Choice[] = [];
  for (const event of events) {
    if (event.type === 'TokensPurchased') {
      const { wallet, propertyId } = event.data as { wallet: string; propertyId: number };
      const choice = choiceOf(book, wallet, propertyId, profiles.get(wallet) ?? null);
      if (choice) choices.push(choice);
    }
    if (isMarketEvent(event)) foldMarket(book, event);
  }
  return choices;
}

/** Null if there is nothing to learn: nothing is known about the person, or there was no choice. */
function choiceOf(book: MarketBook, wallet: string, bought: number, profile: InvestorProfile | null): Choice | null {
  const person = book.people.get(wallet) ?? null;
  if (!person?.purchases && !profile) return null;
  // The tokens of this purchase are already reserved.
  const market = [...book.properties.values()].filter(
    (property) => property.propertyId === bought || isOffered(property, wallet),
  );
  if (market.length < 2) return null;
  const investor = investorOf(wallet, person, holdingsOf(book, wallet), profile, market);
  const offered = market.map((property) => {
    const { propertyId, sold, tokenCount } = property;
    return { property: { propertyId, sold, tokenCount }, bins: binsOf(property, investor) };
  });
  return { bought, offered };
}

function holdingsOf(book: MarketBook, wallet: string): Holding[] {
  return [...book.properties.values()].flatMap((property) => {
    const position = book.positions.get(keyOf(wallet, property.propertyId));
    return position ? [{ property, position }] : [];
  });
}
