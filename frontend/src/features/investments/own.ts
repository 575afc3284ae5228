import type { PurchaseFilter } from '../../shared/portfolio/api';

/** The user's own purchases; without this parameter, landlords get others' purchases of their properties. */
export const OWN: PurchaseFilter = { mine: true };
