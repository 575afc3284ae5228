/** Turns the data of one schema version into that of the next. Pure; never edited once released. */
export type Upcaster = (data: any) => object;

/** By event name, then by the version that an upcaster starts from. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

/**
 * The ladders from every version ever stored to the one that code reads now. To change a schema: raise its version in
 * EVENT_CATALOGUE, add the step here, and keep the old golden file beside the new one.
 */
export const UPCASTERS: Upcasters = {
  // Version 1 knew one principal to pay back: the one that landed late.
  RefundBegun: { 1: (data: object) => ({ ...data, principalHash: null }) },
  // Version 1 did not say what a payment reserves: reserved minutes count from version 2 on.
  PayerPaymentOpened: { 1: (data: object) => ({ ...data, kind: null, reserves: null }) },
  // Version 1 called a cancelled or declined payment failed; what was meant cannot be told any more.
  PayerPaymentClosed: { 1: (data: object) => data },
  // Version 1 did not say when a leg was prepared: its LastLedgerSequence never lay further ahead in practice.
  LegPrepared: {
    1: (data: { lastLedgerSequence: number }) => ({ ...data, ledgerIndex: Math.max(1, data.lastLedgerSequence - 900) }),
  },
  // Version 1 knew no closing by an admin, who has to say why.
  ListingClosed: { 1: (data: object) => ({ ...data, explanation: null }) },
};
