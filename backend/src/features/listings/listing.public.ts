/**
 * What other features may decide with of listings: a purchase is one commit over payment, payer and listing. Pure:
 * nothing here needs the running program.
 */
export {
  available,
  closeListing,
  evolveListing,
  hasClosed,
  hasSaleEnded,
  listingFold,
  listingStream,
  loadListing,
  propertyNotFound,
  releaseTokens,
  reserveTokens,
  settlePurchase,
  unlisted,
  type ListingState,
} from './listing.decider.js';
export { holdersOfRecord } from './holders-of-record.js';
