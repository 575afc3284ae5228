import type { Day } from '../money/index.js';
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
  /** The redirect target, only if approved. */
  redirectUrl: string | null;
}

const ROLES = ['investor', 'landlord'] as const;
const chooseRole = { message: 'Choose a role: investor or landlord' };

/**
 * `POST /api/kyc/initialize`: the verification with the recommended provider. The wallet may be left out, which means
 * the caller's own.
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
  /** The provider's page, to be opened in a new window. */
  redirectUrl: string;
}

export interface KycRecord {
  kycStatus: KycStatus;
  kycProvider: string | null;
  rejectionReason: string | null;
  expiresAt: string | null;
  userRole: 'investor' | 'landlord' | null;
  /** The id of the verification in progress with a provider. */
  kycSessionId: string | null;
}

export interface KycDocumentView {
  id: string;
  kind: string;
  bytes: number;
  mediaType: string;
  uploadedAt: string;
  /** A document can be fetched once it was scanned, or if there is no scanner. */
  scan: DocumentScan;
}

/** GET /api/kyc/consents: the texts to which the caller agreed, latest first. */
export interface OwnConsentsView {
  consents: {
    /** The time of the application. */
    id: string;
    role: KycRole;
    /** ISO 8601, UTC. */
    at: string;
    /** The version of each text. */
    versions: Record<AgreementText, string>;
  }[];
  /** How long legally required data is retained after an erasure. */
  retentionYears: number;
}

/** A request for erasure. */
export interface ErasureView {
  wallet: string;
  requestedAt: string | null;
  /** When it is carried out, unless somebody stops it; ISO 8601. */
  erasesAt: string | null;
  erasedAt: string | null;
  /** The day until which the law requires a part to be kept; null before the erasure and after that day. */
  retainedUntil: Day | null;
  /** The number of verifications whose deletion providers have not confirmed yet. */
  redactions: number;
  /** The legal holds on the data, as texts. */
  holds: string[];
}

/** The erasure of the caller's own data while it is pending; null if there is none, or it was carried out. */
export interface OwnErasureView {
  requestedAt: string | null;
  erasesAt: string | null;
}

/** Legally retained data of an erased person; every view is recorded. */
export interface RetainedView {
  /** As stated in each form. */
  persons: { firstName: string; lastName: string; dateOfBirth: string; country: string }[];
  decisions: Partial<Record<KycRole, { status: string; code: string | null; decidedBy: string }>>;
  verifications: { provider: string; externalId: string; status: string; since: string | null }[];
  /** Proofs of identity; `discarded` if it was destroyed unscanned, by an admin's decision. */
  documents: { id: string; mediaType: string; scan: DocumentScan | 'discarded' }[];
}

/** The only hold that an admin may lift, because the malware scanner may stay unavailable forever. */
export const UNSEEN_PROOF = 'a proof of identity is waiting for the malware scan';

export class EraseRequest {
  /** The wallet, typed again. */
  @IsString({ message: 'Type the address of the wallet to erase' })
  @MaxLength(100)
  confirm!: string;
  /** Whether unscanned proofs of identity are destroyed with the rest instead of being kept. */
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
