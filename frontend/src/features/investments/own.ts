import type { PurchaseFilter } from '../../shared/portfolio/api';

/** The purchases of whoever is signed in: an owner is answered with what others bought otherwise. */
export const OWN: PurchaseFilter = { mine: true };
