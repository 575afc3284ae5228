/** Services of listings for other features. The pure rules are in `rules.public.ts`. */
export { HeldListings } from './held-listings.js';
export { ListingsModule } from './listings.module.js';
export { EndPurchases, type PurchasesEnded } from './use-cases/close-listing/end-purchases.command.js';
export { ExportProperties, ListAllProperties } from './use-cases/show-properties/list-all-properties.query.js';
export { PropertyId, SelectedPropertyId } from './property-id.js';
