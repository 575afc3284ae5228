/** Streams `case-<id>`: cases for a person to decide. */
import type { EventType } from './event-type.js';

export const CASE_KINDS = [
  'late-principal',
  'issuance-blocked',
  /** A holder who was repaid directly received more than the loan needed. */
  'repayment-excess',
  /** A suspended landlord repaid: the holders receive it, and a person checks where the money came from. */
  'suspended-repayment',
  /** The issuer of RLUSD charges for transfers, or has frozen them: no payment is begun. */
  'rlusd-restricted',
  /** A property's day waits for a repayment whose result has been unknown for long. */
  'loan-day-waits',
  /** The escrow has paid a collection that a restored log lost, and the log does not fit it: the loan waits. */
  'lost-collection',
  /** Two people said that it was collected, and the deposit that paid it is missing; and: nobody collects any more. */
  'collection-short',
  'collecting-off',
  'sequence-conflict',
  /** A fee was paid that is not owed: an admin refunds it. */
  'fee-paid-twice',
  /** The fee of a completed payment was not paid: its payer starts nothing new. */
  'fee-owed',
  /** A platform account lacks XRP for the reserves of its tickets. */
  'account-short-of-xrp',
  /** The network fee is above the platform's limit: everything that it signs waits. */
  'network-fee-high',
  /** No second node confirms a credit: nothing is signed for it. */
  'credit-unconfirmed',
  /** The ledger does not accept the key with which a wallet of the office signs in. */
  'office-key-differs',
  /** Nodes of two operators name different regular keys for a wallet. */
  'regular-key-disputed',
  /**
   * A transaction on the ledger but not in the log: tokens of a platform account moved, or its key signed something
   * else.
   */
  'unknown-ledger-payment',
  'unknown-ledger-transaction',
  /** A payment with the platform's sealed memo that is missing from the log, which was restored from a backup. */
  'forgotten-payment',
  /** In the log but not on the ledger, or with different data. */
  'missing-on-ledger',
  'books-differ',
  /** A direct payment for which automation could not issue tokens, because its payer cannot receive them. */
  'automatic-issuance-blocked',
  /** Tokens of a paid-off loan cannot be clawed back: the ledger shows fewer, or refuses. */
  'redemption-blocked',
  /** A payout run is paused. */
  'payout-paused',
  /** The ledger refuses a line of a payout run for an unknown reason. */
  'payout-refused',
  /** RLUSD reached the payout escrow for an unknown purpose. */
  'escrow-suspense',
  /** RLUSD that is no fee reached the fee wallet. */
  'fee-wallet-suspense',
  /** XRP of somebody who does not fund the platform's accounts reached one of them. */
  'xrp-arrived',
  /** The issuer of RLUSD clawed back money from the payout escrow. */
  'escrow-clawback',
  /** No node has ledgers that must be searched: their transactions wait. */
  'ledger-history-gap',
  /** The log has grown, but its newest anchor on the ledger is at least three intervals old. */
  'anchor-late',
  /** The log does not match an anchor on the ledger: it was changed, or restored from a backup. */
  'log-not-anchored',
  /** An event of the log was changed or is missing. */
  'log-altered',
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
/** The kind with which a case's id begins; no kind is a prefix of another one. */
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
  /** A fee that was not paid: it is not owed any more. */
  'waived',
  /** A credit that no second node confirms: the platform signs for it on the word of one. */
  'one-node',
  /** A collection that the log lost: it was that of the installment. */
  'collected',
  /** By a worker alone: nothing is in suspense, or owed, any more. */
  'settled',
] as const;
export type CaseResolution = (typeof CASE_RESOLUTIONS)[number];

/** A record of what was done: the platform goes on by itself, or finds the same again. */
const RECORD = ['corrected', 'tokens-issued', 'refunded', 'no-action'] as const;
const ANSWERS: Readonly<Record<CaseKind, readonly CaseResolution[]>> = {
  'late-principal': RECORD,
  'issuance-blocked': RECORD,
  'repayment-excess': RECORD,
  'suspended-repayment': RECORD,
  'rlusd-restricted': RECORD,
  'loan-day-waits': RECORD,
  'lost-collection': ['collected', 'no-action'],
  'collection-short': ['no-action'],
  'collecting-off': ['corrected'],
  'sequence-conflict': RECORD,
  'fee-paid-twice': RECORD,
  'fee-owed': ['waived'],
  'account-short-of-xrp': RECORD,
  'network-fee-high': RECORD,
  'credit-unconfirmed': ['one-node', 'corrected', 'no-action'],
  'office-key-differs': RECORD,
  'regular-key-disputed': RECORD,
  'unknown-ledger-payment': RECORD,
  'unknown-ledger-transaction': RECORD,
  'forgotten-payment': ['tokens-issued', 'refunded'],
  'missing-on-ledger': RECORD,
  'books-differ': RECORD,
  'automatic-issuance-blocked': RECORD,
  'redemption-blocked': RECORD,
  'payout-paused': RECORD,
  // No other answer lets it open again while the share is unpaid.
  'payout-refused': ['corrected'],
  // Money waits for the answer, so each says where it goes.
  'escrow-suspense': ['refunded', 'deposited', 'kept'],
  'fee-wallet-suspense': ['refunded', 'kept'],
  'xrp-arrived': ['refunded', 'kept'],
  'escrow-clawback': RECORD,
  'ledger-history-gap': RECORD,
  'anchor-late': RECORD,
  'log-not-anchored': RECORD,
  'log-altered': RECORD,
};

/** Whether such cases are about money whose purpose is unknown. */
export const isSuspense = (kind: CaseKind | null): boolean =>
  kind === 'escrow-suspense' || kind === 'fee-wallet-suspense';

/** The answers by which people can end a case; none leaves money without an owner and without a case. */
export const answersTo = (of: { kind: CaseKind; propertyId: number | null; wallet: string | null }): CaseResolution[] =>
  ANSWERS[of.kind].filter(
    (answer) =>
      !isSuspense(of.kind) ||
      (answer === 'deposited' ? of.propertyId !== null : answer !== 'refunded' || of.wallet !== null),
  );

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
/** What was done, in the platform's words; a person's words are a vault item. */
export type CaseResolved = EventType<
  'CaseResolved',
  { caseId: string; resolution: string; note: string | null; noteItem: string | null }
>;
/**
 * A worker has verified an answer: its two signatures, if it takes two people. Only then does such an answer have an
 * effect.
 */
export type CaseAnswerConfirmed = EventType<
  'CaseAnswerConfirmed',
  { caseId: string; resolution: string; proposalId: string | null }
>;
/** An answer that takes two people lacks their signatures: the case is open again. */
export type CaseAnswerRefused = EventType<'CaseAnswerRefused', { caseId: string; reason: string }>;
export type CaseEvent = CaseOpened | CaseResolved | CaseAnswerConfirmed | CaseAnswerRefused;
