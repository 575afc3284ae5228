/** What other features may use of listings: a purchase is one commit over payment, payer and listing. */
export {
  available,
  closeListing,
  evolveListing,
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
export { HeldListings } from './held-listings.js';
export { ListingsModule } from './listings.module.js';
export { holdersOfRecord } from './holders-of-record.js';
export { PropertyId } from './property-id.js';
