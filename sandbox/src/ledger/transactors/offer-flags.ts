/** Flags of an OfferCreate (tf…). */
export const OFFER_CREATE = {
  passive: 0x00010000,
  immediateOrCancel: 0x00020000,
  fillOrKill: 0x00040000,
  sell: 0x00080000,
} as const;
