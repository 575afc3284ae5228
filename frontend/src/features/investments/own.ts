import type { PurchaseFilter } from '../../shared/portfolio/api';

/** The user's own purchases; without this parameter, owners get what others bought of their properties. */
export const OWN: PurchaseFilter = { mine: true };
