/**
 * What other features may use of listings while the program runs. What they decide with stands in `rules.public.ts`.
 */
export { HeldListings } from './held-listings.js';
export { PeopleOfProperties, type PropertyPeople } from './property-people.js';
export { ListingsModule } from './listings.module.js';
export { EndPurchases, type PurchasesEnded } from './use-cases/close-listing/end-purchases.command.js';
export { PropertyId } from './property-id.js';
