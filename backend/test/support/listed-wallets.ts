import type { ListedWallets, WalletScreening } from '#features/screening/module.public.js';

/** A current list that names no wallet. */
export const noWalletListed = {
  hitsOf: () => [],
  screened: () => null,
  ledgerAddresses: [],
  mustBeUsable: async () => undefined,
} as unknown as ListedWallets;

/** Finds nothing to write about any wallet. */
export const noWalletHits = { record: async () => undefined } as unknown as WalletScreening;
