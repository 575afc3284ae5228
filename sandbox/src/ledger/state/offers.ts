import { accountId } from '../codec/account-id.js';
import { currencyBytes } from '../codec/currency.js';
import { toHex } from '../codec/hash.js';
import { adjustOwnerCount } from './accounts.js';
import {
  addToOwnerDirectory,
  appendToDirectory,
  directoryPages,
  removeFromDirectory,
  removeFromOwnerDirectory,
} from './directory.js';
import type { Offer } from './entries.js';
import { type Issue, issueOf } from './issue.js';
import { bookPrefix, offerKey } from './keylets.js';
import type { EntryReader, Overlay } from './overlay.js';
import { type Quality, qualityDigits } from './quality.js';

/** All offers that take `pays` and give `gets` (rippled: Book). */
export interface Book {
  readonly pays: Issue;
  readonly gets: Issue;
}

const QUALITY_DIGITS = 16;
const FIRST = '0'.repeat(QUALITY_DIGITS);

/** The quality that the index of a book's page ends with. */
export const qualityOfPage = (page: string): Quality => BigInt(`0x${page.slice(-QUALITY_DIGITS)}`);

/** First pages of a book, best quality first. A page that the reader loses meanwhile is not gone through again. */
export function* bookPages(view: EntryReader, { pays, gets }: Book): Generator<string> {
  const prefix = bookPrefix(pays, gets);
  let from: string | undefined = prefix + FIRST;
  while ((from = view.bookPage(prefix, from)) !== undefined) {
    yield from;
    from = prefix + qualityDigits(qualityOfPage(from) + 1n);
  }
}

export const bestQuality = (view: EntryReader, book: Book): Quality | undefined => {
  for (const page of bookPages(view, book)) return qualityOfPage(page);
  return undefined;
};

/** The offers of a book in their order: by quality, with the same quality by age. */
export function* offersOf(view: EntryReader, book: Book): Generator<{ offer: Offer; quality: Quality }> {
  for (const first of bookPages(view, book))
    for (const page of directoryPages(view, first))
      for (const index of page.Indexes) yield { offer: view.read(index) as Offer, quality: qualityOfPage(first) };
}

/** Puts an offer into its book at a quality, which need not be that of its amounts, and counts it to its owner. */
export function placeOffer(
  view: Overlay,
  offer: Pick<Offer, 'Account' | 'Sequence' | 'TakerPays' | 'TakerGets' | 'Flags' | 'Expiration'>,
  quality: Quality,
): void {
  const [pays, gets] = [issueOf(offer.TakerPays), issueOf(offer.TakerGets)];
  const index = offerKey(offer.Account, offer.Sequence);
  const directory = bookPrefix(pays, gets) + qualityDigits(quality);
  const OwnerNode = addToOwnerDirectory(view, offer.Account, index);
  adjustOwnerCount(view, offer.Account, 1);
  const about = {
    ExchangeRate: quality.toString(16),
    TakerGetsCurrency: toHex(currencyBytes(gets.currency)),
    TakerGetsIssuer: toHex(accountId(gets.issuer)),
    TakerPaysCurrency: toHex(currencyBytes(pays.currency)),
    TakerPaysIssuer: toHex(accountId(pays.issuer)),
  };
  const BookNode = appendToDirectory(view, directory, about, index);
  view.write({ LedgerEntryType: 'Offer', index, ...offer, BookDirectory: directory, BookNode, OwnerNode } as Offer);
}

/** Takes an offer out of the ledger (rippled: offerDelete). */
export function deleteOffer(view: Overlay, offer: Offer): void {
  removeFromOwnerDirectory(view, offer.Account, offer.OwnerNode, offer.index);
  removeFromDirectory(view, offer.BookDirectory, offer.BookNode, offer.index);
  adjustOwnerCount(view, offer.Account, -1);
  view.erase(offer);
}

/** Deletes those of these offers that are still there. */
export function deleteOffers(view: Overlay, indexes: Iterable<string>): void {
  for (const index of indexes) {
    const offer = view.read(index) as Offer | undefined;
    if (offer) deleteOffer(view, offer);
  }
}
