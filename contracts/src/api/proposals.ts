/** Acts that take two people: one proposes, another approves, each with a signature in their own wallet. */
import { IsString, MaxLength, MinLength } from 'class-validator';
import type { ProposalKind } from '../events/proposals.js';

export const PROPOSAL_STATUSES = ['unsigned', 'open', 'approved', 'refused', 'withdrawn', 'expired'] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** The sign request in the caller's wallet. */
export interface SignatureLinks {
  payloadUuid: string;
  qrCode: string;
  deepLink: string;
  websocket: string;
  /** Shown by the wallet app too, so that both show the same act. */
  code: string;
}

/** 202 instead of the act itself, if it takes two people. */
export interface ProposalAnswer extends SignatureLinks {
  proposalId: string;
}

export interface ProposalView {
  id: string;
  kind: ProposalKind;
  by: string;
  /** Whether the caller is the person who proposed it, with any of their wallets. */
  isProposer: boolean;
  /** ISO time. */
  at: string;
  /** ISO time. */
  expiresAt: string;
  summary: string;
  /** The proposer's note. */
  note: string | null;
  status: ProposalStatus;
  linkTo: string;
  approvedBy: string | null;
  /** Whether it was carried out, once it is approved; null before. */
  carriedOut: boolean | null;
  /** Why it could not be carried out. */
  problem: string | null;
  /** Why it was refused or withdrawn. */
  reason: string | null;
}

export class ProposalReasonRequest {
  @IsString({ message: 'Give a reason' })
  @MinLength(10, { message: 'Give a reason of at least 10 characters' })
  @MaxLength(500)
  reason!: string;
}
