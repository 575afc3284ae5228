/** Turns the data of one schema version into that of the next. Pure; never edited once released. */
export type Upcaster = (data: any) => object;

/** By event name, then by the version from which an upcaster starts. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>;

type Reasoned = { reason: string };
const withoutReason = ({ reason: _reason, ...data }: Reasoned) => ({ ...data, reasonItem: null });
const codeOf = (reason: string | null) =>
  reason === null ? null : /2-3 business days/.test(reason) ? 'manual-review' : 'screening-hit';

/**
 * The steps from every stored version to the current one. To change a schema: increment its version in EVENT_CATALOGUE,
 * add the step here, and keep the old golden file with the new one.
 */
export const UPCASTERS: Upcasters = {
  // Version 1 had a plain digest of each document; there was no malware scanner yet.
  KycSubmitted: {
    1: ({ documents, ...data }: { documents: { sha256: string }[] }) => ({
      ...data,
      documents: documents.map(({ sha256: _sha256, ...document }) => ({ ...document, scan: 'unscanned' })),
    }),
  },
  // Version 1 had the sentence shown to the person.
  KycDecided: { 1: ({ reason, ...data }: { reason: string | null }) => ({ ...data, code: codeOf(reason) }) },
  // Version 1 had the reason in an admin's words; they remain in the stored event but are not shown.
  VerificationRevoked: { 1: withoutReason },
  WalletSuspended: { 1: (data: Reasoned) => ({ ...withoutReason(data), code: 'admin' }) },
  WalletReinstated: { 1: (data: Reasoned) => ({ ...withoutReason(data), code: 'admin' }) },
  // Version 1 had only one kind of refund: a principal that was validated late.
  RefundBegun: { 1: (data: object) => ({ ...data, principalHash: null }) },
  // Version 1 did not say what a payment reserves: reserved minutes count from version 2 on.
  PayerPaymentOpened: { 1: (data: object) => ({ ...data, kind: null, reserves: null }) },
  // Version 1 recorded canceled and declined payments as failed; they can't be told apart anymore.
  PayerPaymentClosed: { 1: (data: object) => data },
  // Version 1 did not say when a leg was prepared: its LastLedgerSequence never lay further ahead in practice.
  LegPrepared: {
    1: (data: { lastLedgerSequence: number }) => ({ ...data, ledgerIndex: Math.max(1, data.lastLedgerSequence - 900) }),
  },
  // Version 1 had the reason in an admin's words; they remain in the stored event but are not shown.
  SessionsEnded: {
    1: ({ reason, ...data }: Reasoned) => ({
      ...data,
      code: reason === 'ended by their owner' ? 'own' : 'admin',
      reasonItem: null,
    }),
  },
  // Version 1 had every note in plain text.
  CaseResolved: { 1: (data: object) => ({ ...data, noteItem: null }) },
  // Version 1 had the file's original name.
  ContractAttached: { 1: (data: object) => ({ ...data, nameItem: null }) },
  // Version 1 had no closing by an admin, which requires an explanation.
  ListingClosed: { 1: (data: object) => ({ ...data, explanation: null }) },
};
