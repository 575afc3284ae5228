/**
 * Rules of listings for decisions of other features: a purchase is one commit over payment, payer and listing. Pure:
 * nothing here needs the running program.
 */
export {
  available,
  closeListing,
  evolveListing,
  hasClosed,
  hasSaleEnded,
  isForSale,
  listingFold,
  listingStream,
  loadListing,
  releaseTokens,
  reserveTokens,
  settlePurchase,
  unlisted,
  type ListingState,
} from './listing.decider.js';
export { overdueListing } from './listing-hiding.decider.js';
export { SALE_PAUSED } from './sale-pausing.decider.js';
export { cityOf } from './city-of.js';
export { propertyNotFound } from './property-not-found.js';
export { holdersOfRecord } from './holders-of-record.js';
