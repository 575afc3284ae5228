/** Streams `proposal-<id>`: an act that takes two people. Stream `admin-persons`: who they are. */
import type { EventType } from './event-type.js';

/** Acts that take two people. */
export const PROPOSAL_KINDS = [
  'hand-payout',
  'revenue',
  'bulk',
  'hand-issuance',
  'token-assignment',
  'auto-issuance',
  'case-answer',
  'erasure',
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** A sign request in somebody's wallet, whose memo names what is signed. */
export interface SignatureAsked {
  payloadUuid: string;
  /** The platform's id of it. */
  identifier: string;
  /** ISO time after which it is no longer awaited. */
  until: string;
}

export type ProposalMade = EventType<
  'ProposalMade',
  {
    proposalId: string;
    kind: ProposalKind;
    /** What is carried out once it is approved; no seeds, no names of people. */
    request: Record<string, unknown>;
    /** A summary for the person who approves it. */
    summary: string;
    /** Wallets that it pays, issues to, or assigns to. */
    beneficiaries: string[];
    /** The proposer's note: a vault item. Absent without a note. */
    noteItem?: string;
    by: string;
    /** The page on which an approver sees what the proposal is about. */
    linkTo: string;
    /** ISO time; unapproved, it expires. */
    expiresAt: string;
  }
>;
/** @property signature the signed request, hex: anybody can verify it */
export type ProposalSigned = EventType<'ProposalSigned', { proposalId: string; signature: string }>;
/** A worker asked the wallet of its proposer, or of somebody who wants to approve it, for a signature. */
export type ProposalSignatureAsked = EventType<
  'ProposalSignatureAsked',
  { proposalId: string; does: 'propose' | 'approve'; by: string; asked: SignatureAsked }
>;
export type ProposalApproved = EventType<'ProposalApproved', { proposalId: string; by: string; signature: string }>;
/** The reason is in the vault. */
export type ProposalRefused = EventType<'ProposalRefused', { proposalId: string; by: string; reasonItem: string }>;
/** @property reasonItem null if its proposer declined to sign it */
export type ProposalWithdrawn = EventType<
  'ProposalWithdrawn',
  { proposalId: string; by: string; reasonItem: string | null }
>;
export type ProposalExpired = EventType<'ProposalExpired', { proposalId: string }>;
/** @property problem why it could not be carried out; null: it was */
export type ProposalCarriedOut = EventType<'ProposalCarriedOut', { proposalId: string; problem: string | null }>;

/** The admins currently named in the settings; a new one may approve after a day. */
export type AdminPersonsListed = EventType<'AdminPersonsListed', { persons: { wallet: string; person: string }[] }>;

/** Stream `daily-acts-<day>` (UTC): an approved act is counted toward the day's caps before it is carried out. */
export type DailyActCounted = EventType<
  'DailyActCounted',
  {
    proposalId: string;
    /** Paid out of the platform's own money, decimal text. */
    rlusd: string;
    /** Issued tokens, decimal text. */
    tokens: string;
  }
>;
/** It could not be carried out, and no longer counts. */
export type DailyActReleased = EventType<'DailyActReleased', { proposalId: string }>;
export type DailyActEvent = DailyActCounted | DailyActReleased;

export type ProposalEvent =
  | ProposalMade
  | ProposalSigned
  | ProposalSignatureAsked
  | ProposalApproved
  | ProposalRefused
  | ProposalWithdrawn
  | ProposalExpired
  | ProposalCarriedOut;
