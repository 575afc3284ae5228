/** Turns the data of one schema version into that of the next. Pure; never edited once released. */
export type Upcaster = (data: any) => object;

/** By event name, then by the version that an upcaster starts from. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

type Reasoned = { reason: string };
const withoutReason = ({ reason: _reason, ...data }: Reasoned) => ({ ...data, reasonItem: null });
const codeOf = (reason: string | null) =>
  reason === null ? null : /2-3 business days/.test(reason) ? 'manual-review' : 'screening-hit';

/**
 * The ladders from every version ever stored to the one that code reads now. To change a schema: raise its version in
 * EVENT_CATALOGUE, add the step here, and keep the old golden file beside the new one.
 */
export const UPCASTERS: Upcasters = {
  // Version 1 held a plain digest of each document, and knew nothing that looks at documents.
  KycSubmitted: {
    1: ({ documents, ...data }: { documents: { sha256: string }[] }) => ({
      ...data,
      documents: documents.map(({ sha256: _sha256, ...document }) => ({ ...document, scan: 'unscanned' })),
    }),
  },
  // Version 1 held the sentence that the person read.
  KycDecided: { 1: ({ reason, ...data }: { reason: string | null }) => ({ ...data, code: codeOf(reason) }) },
  // Version 1 held the reason in an admin's words; they stay where they were written, and are shown no more.
  VerificationRevoked: { 1: withoutReason },
  WalletSuspended: { 1: (data: Reasoned) => ({ ...withoutReason(data), code: 'admin' }) },
  WalletReinstated: { 1: (data: Reasoned) => ({ ...withoutReason(data), code: 'admin' }) },
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
  // Version 1 held the reason in an admin's words; they stay where they were written, and are shown no more.
  SessionsEnded: {
    1: ({ reason, ...data }: Reasoned) => ({
      ...data,
      code: reason === 'ended by their owner' ? 'own' : 'admin',
      reasonItem: null,
    }),
  },
  // Version 1 held every note in clear.
  CaseResolved: { 1: (data: object) => ({ ...data, noteItem: null }) },
  // Version 1 held the file's name as its owner called it.
  ContractAttached: { 1: (data: object) => ({ ...data, nameItem: null }) },
  // Version 1 knew no closing by an admin, who has to say why.
  ListingClosed: { 1: (data: object) => ({ ...data, explanation: null }) },
};
