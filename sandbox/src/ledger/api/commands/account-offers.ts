import type { LedgerEntry, Offer } from '../../state/entries.js';
import { qualityOfPage } from '../../state/offers.js';
import { rateOf } from '../../state/quality.js';
import { formatNumber } from '../../state/token-number.js';
import { ownedPage, ownerOf } from '../account-page.js';
import type { Answer, Command } from '../request.js';

const PAGE = 200;

/** account_offers: an account's offers; like account_lines, it counts all objects of the account against its limit. */
export const accountOffers: Command = (context) => {
  const { ledger, account } = ownerOf(context);
  const { entries, more } = ownedPage(context, ledger, account, PAGE);
  const isOffer = (entry: LedgerEntry): entry is Offer => entry.LedgerEntryType === 'Offer';
  return { account, offers: entries.filter(isOffer).map(describe), ...more, ...ledger.fields };
};

const describe = (offer: Offer): Answer => ({
  flags: offer.Flags,
  quality: formatNumber(rateOf(qualityOfPage(offer.BookDirectory))),
  seq: offer.Sequence,
  taker_gets: offer.TakerGets,
  taker_pays: offer.TakerPays,
  ...(offer.Expiration !== undefined && { expiration: offer.Expiration }),
});
