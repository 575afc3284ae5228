/** Flags of an AccountRoot (lsf…). */
export const ACCOUNT_FLAG = {
  passwordSpent: 0x00010000,
  requireDestTag: 0x00020000,
  requireAuth: 0x00040000,
  disallowXRP: 0x00080000,
  disableMaster: 0x00100000,
  noFreeze: 0x00200000,
  globalFreeze: 0x00400000,
  defaultRipple: 0x00800000,
  depositAuth: 0x01000000,
  disallowIncomingNFTokenOffer: 0x04000000,
  disallowIncomingCheck: 0x08000000,
  disallowIncomingPayChan: 0x10000000,
  disallowIncomingTrustline: 0x20000000,
  allowTrustLineLocking: 0x40000000,
  allowTrustLineClawback: 0x80000000,
} as const;

/** Flags of one side of a RippleState (lsfLow… and lsfHigh…). */
export interface SideFlags {
  readonly reserve: number;
  readonly auth: number;
  readonly noRipple: number;
  readonly freeze: number;
  readonly deepFreeze: number;
}
export const LOW_FLAG: SideFlags = {
  reserve: 0x10000,
  auth: 0x40000,
  noRipple: 0x100000,
  freeze: 0x400000,
  deepFreeze: 0x2000000,
};
export const HIGH_FLAG: SideFlags = {
  reserve: 0x20000,
  auth: 0x80000,
  noRipple: 0x200000,
  freeze: 0x800000,
  deepFreeze: 0x4000000,
};

/** Flags of an Offer (lsf…). */
export const OFFER_FLAG = { passive: 0x00010000, sell: 0x00020000 } as const;

/** The signer list costs its owner one reserve, whatever its length (lsfOneOwnerCount). */
export const ONE_OWNER_COUNT = 0x00010000;

/** Bit arithmetic that stays unsigned: JavaScript's own turns bit 31 into a minus sign. */
export const withFlag = (flags: number, flag: number): number => (flags | flag) >>> 0;
export const withoutFlag = (flags: number, flag: number): number => (flags & ~flag) >>> 0;
export const hasFlag = (entry: { readonly Flags: number } | undefined, flag: number): boolean =>
  !!entry && (entry.Flags & flag) !== 0;
