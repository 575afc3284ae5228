/** Streams `case-<id>`: something a person must look at. */
import type { EventType } from './event-type.js';

export const CASE_KINDS = [
  'late-principal',
  'issuance-blocked',
  /** A holder who was repaid directly received more than the loan needed. */
  'repayment-excess',
  /** A landlord who is suspended repaid: holders receive it, and somebody looks at where it came from. */
  'suspended-repayment',
  'sequence-conflict',
  /** A fee was paid that is not owed: the platform sends it back. */
  'fee-paid-twice',
  /** A platform account lacks XRP for the reserves of its tickets. */
  'account-short-of-xrp',
  /** The ledger asks more for a transaction than the platform pays: everything that it signs waits. */
  'network-fee-high',
  /** On the ledger and not in the log: tokens of a platform account moved, or its key signed something else. */
  'unknown-ledger-payment',
  'unknown-ledger-transaction',
  /** A payment of this platform, by its sealed memo, that the log does not know: it was restored from a backup. */
  'forgotten-payment',
  /** In the log and not on the ledger, or not so. */
  'missing-on-ledger',
  'books-differ',
  /** A direct payment that automation could not answer with tokens: its payer cannot take them. */
  'automatic-issuance-blocked',
  /** Tokens that a paid-off loan ends cannot be taken back: the ledger shows fewer, or refuses. */
  'redemption-blocked',
  /** A payout run stands still. */
  'payout-paused',
  /** The ledger refuses a line of a payout run, and nothing that is known of its payee explains it. */
  'payout-refused',
  /** RLUSD reached the payout escrow and nobody knows what for. */
  'escrow-suspense',
  /** The issuer of RLUSD clawed back money from the payout escrow. */
  'escrow-clawback',
  /** No node holds ledgers that have to be looked through: what lies in them waits. */
  'ledger-history-gap',
  /** The newest anchor of the log on the ledger is three intervals old, and the log has grown. */
  'anchor-late',
  /** The log does not hold what an anchor on the ledger bears witness to: it was changed, or restored. */
  'log-not-anchored',
  /** An event of the log is not as it was written, or missing. */
  'log-altered',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
/** The kind that a case's id begins with; none is the beginning of another one. */
export const kindOfCase = (caseId: string): CaseKind | null =>
  CASE_KINDS.find((kind) => caseId.startsWith(`${kind}-`)) ?? null;

/** How a case can end. */
export const CASE_RESOLUTIONS = [
  'tokens-issued',
  'refunded',
  'no-action',
  'corrected',
  /** Money in suspense: to the deposit of the property that the case names. */
  'deposited',
  /** Money in suspense: to the platform's own. */
  'kept',
] as const;
export type CaseResolution = (typeof CASE_RESOLUTIONS)[number];

export type CaseOpened = EventType<
  'CaseOpened',
  {
    caseId: string;
    kind: CaseKind;
    summary: string;
    paymentId: string | null;
    propertyId: number | null;
    wallet: string | null;
    txHash: string | null;
    details: Record<string, unknown>;
  }
>;
/** What was done: in the platform's words, or a person's, which are a vault item. */
export type CaseResolved = EventType<
  'CaseResolved',
  { caseId: string; resolution: string; note: string | null; noteItem: string | null }
>;
/**
 * A worker has looked at what an answer rests on: two signatures, or, where one person is enough, nothing more. Answers
 * that take two people have an effect only from here on.
 */
export type CaseAnswerConfirmed = EventType<
  'CaseAnswerConfirmed',
  { caseId: string; resolution: string; proposalId: string | null }
>;
/** An answer that takes two people does not bear their signatures: the case is open again. */
export type CaseAnswerRefused = EventType<'CaseAnswerRefused', { caseId: string; reason: string }>;
export type CaseEvent = CaseOpened | CaseResolved | CaseAnswerConfirmed | CaseAnswerRefused;
