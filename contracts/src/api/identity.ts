import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { DecisionCode, DocumentScan, KycRole } from '../events/identity.js';
import { KYC, type AgreementText } from '../rules/index.js';
import type { KycStatus } from './access.js';

export interface KycSubmitResult {
  status: 'approved' | 'pending' | 'rejected';
  reason: string | null;
  message: string;
  riskLevel: 'low' | 'medium' | 'high';
  flags: string[];
}

export interface TestVerificationResult extends Pick<KycSubmitResult, 'status' | 'riskLevel' | 'reason' | 'flags'> {
  /** Where one is led on to, on approved alone. */
  redirectUrl: string | null;
}

const ROLES = ['investor', 'landlord'] as const;
const chooseRole = { message: 'Choose a role: investor or landlord' };

/**
 * `POST /api/kyc/initialize`: the verification with the recommended provider. The wallet may be left out: one's
 * own.
 */
export class InitializeKycRequest {
  @IsOptional() @IsString() @MaxLength(100) walletAddress?: string;
  @IsIn(ROLES, chooseRole) userRole: 'investor' | 'landlord' = 'investor';
}

/** `POST /api/kyc/start`: the same with a provider that the user chooses. */
export class StartKycRequest extends InitializeKycRequest {
  @IsIn(KYC.providers, { message: 'Choose a provider: persona or sumsub' }) provider!: KycProvider;
  @IsOptional()
  @IsIn(['basic', 'enhanced'], { message: 'verificationLevel must be basic or enhanced' })
  verificationLevel?: 'basic' | 'enhanced';
}

export type KycProvider = (typeof KYC.providers)[number];

export interface KycStarted {
  success: true;
  /** Identifies the verification when the user contacts support. */
  kycSessionId: string;
  /** The provider's page, to be opened in a window of its own. */
  redirectUrl: string;
}

export interface KycRecord {
  kycStatus: KycStatus;
  kycProvider: string | null;
  rejectionReason: string | null;
  expiresAt: string | null;
  userRole: 'investor' | 'landlord' | null;
  /** Of the verification that is under way with a provider. */
  kycSessionId: string | null;
}

export interface KycDocumentView {
  id: string;
  kind: string;
  bytes: number;
  mediaType: string;
  uploadedAt: string;
  /** A document can be fetched once it was looked at, or where nothing looks at documents. */
  scan: DocumentScan;
}

/** GET /api/kyc/consents: what the caller agreed to, the latest first. */
export interface OwnConsentsView {
  consents: {
    /** Of the application. */
    id: string;
    role: KycRole;
    /** ISO 8601, UTC. */
    at: string;
    /** The version of each text; null if an older program recorded none. */
    versions: Record<AgreementText, string> | null;
  }[];
  /** How long what the law asks for stays locked after an erasure. */
  retentionYears: number;
}

/** Somebody who asked to be forgotten. */
export interface ErasureView {
  wallet: string;
  requestedAt: string | null;
  erasedAt: string | null;
  /** The day until which the law asks for a part to be kept; null before the erasure and after that day. */
  retainedUntil: string | null;
  /** Verifications that providers have not confirmed to have forgotten yet. */
  redactions: number;
  /** What keeps the data for now, in words. */
  holds: string[];
}

/** The caller's own request for erasure while it is pending; null if there is none, or it was carried out. */
export interface OwnErasureView {
  requestedAt: string | null;
}

/** What the law asks to keep of an erased person; every look at it is recorded. */
export interface RetainedView {
  /** As stated in each form. */
  persons: { firstName: string; lastName: string; dateOfBirth: string; country: string }[];
  decisions: Partial<Record<KycRole, { status: string; code: string | null; decidedBy: string }>>;
  verifications: { provider: string; externalId: string; status: string; since: string | null }[];
  /** Proof of identity; `discarded` where it was destroyed unseen, by an admin's decision. */
  documents: { id: string; mediaType: string; scan: DocumentScan | 'discarded' }[];
}

/** The one hold that an admin may lift: what looks for malware may stay away forever. */
export const UNSEEN_PROOF = 'a proof of identity is waiting for the malware scan';

export class EraseRequest {
  /** The wallet, typed once more. */
  @IsString({ message: 'Type the address of the wallet to erase' })
  @MaxLength(100)
  confirm!: string;
  /** A proof of identity that nothing has looked at is destroyed with the rest, and not kept. */
  @IsOptional()
  @IsBoolean({ message: 'discardUnseen must be true or false' })
  discardUnseen?: boolean;
}

const IN_REVIEW = 'Your application is reviewed by a person within 2-3 business days';
const REFUSED = 'Your application cannot be approved at this time';
/** The message for a decision's code; it reveals nothing about lists or other persons. */
export const DECISION_WORDS: Readonly<Record<DecisionCode, string>> = {
  'screening-hit': REFUSED,
  'screening-unavailable':
    'Your application is complete; the sanctions screening follows as soon as its list is loaded',
  'manual-review': IN_REVIEW,
  'provider-required':
    'Please finish the verification with your provider; a person reviews it within 2-3 business days',
  'form-required': 'Your identity is confirmed; please complete the application form with its documents as well',
  'provider-declined': 'Your identity could not be verified',
  'provider-retry': 'Your documents could not be verified; please start again',
  'provider-withdrew': IN_REVIEW,
  'details-differ': IN_REVIEW,
  'duplicate-identity': IN_REVIEW,
  'documents-checking': 'Your documents are being checked. You don’t need to do anything.',
  'documents-refused': 'A document was rejected. Please apply again with other files.',
  'reviewer-rejected': REFUSED,
  'verification-revoked': 'Your verification was withdrawn',
  other: REFUSED,
};
