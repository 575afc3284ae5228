/**
 * Stream `identity-<address>`: one person's verification. It contains no personal data: submitted data, providers'
 * reports and the reasons for decisions are in the vault under the person's own key; events have item ids and codes.
 */
import type { AgreementText } from '../rules/index.js';
import type { BusinessDate, EventType, Wallet } from './event-type.js';

export type KycRole = 'investor' | 'landlord';
export type KycOutcome = 'verified' | 'pending' | 'rejected';
export type RiskLevel = 'low' | 'medium' | 'high';
export type VerificationProvider = 'persona' | 'sumsub';

/** `unscanned`: no malware scanner is configured. A quarantined document is not shown to anybody. */
export type DocumentScan = 'unscanned' | 'quarantined' | 'clean' | 'infected';

export interface DocumentRecord {
  id: string;
  kind: 'idDocument' | 'addressProof' | 'incomeProof' | 'additionalDocs';
  /** The size as stored: an image without its camera metadata. Its keyed digest is in the vault. */
  bytes: number;
  mediaType: string;
  scan: DocumentScan;
}

/** The code of a verification's state; the person's message for it is in `DECISION_WORDS`. */
export const DECISION_CODES = [
  'screening-hit',
  'screening-unavailable',
  'manual-review',
  'provider-required',
  'form-required',
  'provider-declined',
  'provider-retry',
  'provider-withdrew',
  'details-differ',
  'duplicate-identity',
  'documents-checking',
  'documents-refused',
  'reviewer-rejected',
  'verification-revoked',
  'other',
] as const;
export type DecisionCode = (typeof DECISION_CODES)[number];

export type KycSubmitted = EventType<
  'KycSubmitted',
  {
    wallet: Wallet;
    applicationId: string;
    role: KycRole;
    applicationItem: string;
    documents: DocumentRecord[];
    /** The version of each text that the person agreed to. */
    agreements: Record<AgreementText, string>;
  }
>;
export type KycDecided = EventType<
  'KycDecided',
  {
    wallet: Wallet;
    /** The id of the submitted form, or of the verification with a provider. */
    applicationId: string;
    role: KycRole;
    status: KycOutcome;
    riskLevel: RiskLevel;
    code: DecisionCode | null;
    flags: string[];
    decidedBy: 'policy' | 'provider' | 'reviewer';
    provider: 'platform' | VerificationProvider;
    expiresAt: string | null;
  }
>;

/** A verification began at a provider, under an id that reveals nothing about the person. */
export type VerificationStarted = EventType<
  'VerificationStarted',
  {
    wallet: Wallet;
    role: KycRole;
    provider: VerificationProvider;
    /** The platform's id: random for each wallet, role and attempt. */
    externalId: string;
    /** The provider's id: of the inquiry, or of the applicant. */
    providerId: string;
  }
>;
export type ProviderStatus =
  'pending' | 'in_progress' | 'needs_review' | 'approved' | 'declined' | 'retry' | 'expired' | 'redacted';
/** A verification's state at the provider, as read from its API. */
export type VerificationReported = EventType<
  'VerificationReported',
  {
    wallet: Wallet;
    role: KycRole;
    provider: VerificationProvider;
    externalId: string;
    status: ProviderStatus;
    /** ISO 8601: since when this state applies. */
    since: string;
    /** Vault item: the name and birth date that the provider has seen, and its comment; null if it gave neither. */
    reportItem: string | null;
  }
>;
/** An officer decided a case about a verification, not about a hit. */
export type VerificationReviewed = EventType<
  'VerificationReviewed',
  { wallet: Wallet; role: KycRole; applicationId: string; caseId: string; decision: 'clear' | 'reject' }
>;
/** A quarantined document was scanned for malware; `unscanned`: there is no scanner any more. */
export type DocumentScanned = EventType<
  'DocumentScanned',
  { wallet: Wallet; documentId: string; scan: 'clean' | 'infected' | 'unscanned' }
>;
/** The person was notified of the days left of the verification. */
export type VerificationExpiryNoticed = EventType<
  'VerificationExpiryNoticed',
  { wallet: Wallet; role: KycRole; expiresAt: string; days: number; date: BusinessDate }
>;

/**
 * An admin revokes a verification, or an officer marks the wallet as lost, which revokes both roles, verified or not.
 * Current and later applications wait for an officer's decision.
 */
export type VerificationRevoked = EventType<
  'VerificationRevoked',
  {
    wallet: Wallet;
    role: KycRole;
    /** Vault item, for the office. The person only learns that the verification was withdrawn. */
    reasonItem: string | null;
  }
>;
/** Who suspended a wallet: an admin, or the platform because a provider withdrew an approval. */
export type SuspensionCode = 'admin' | 'provider-withdrew';
/** A suspended wallet cannot list, buy or apply; its debts and holdings are not affected. */
export type WalletSuspended = EventType<
  'WalletSuspended',
  { wallet: Wallet; code: SuspensionCode; reasonItem: string | null }
>;
export type WalletReinstated = EventType<
  'WalletReinstated',
  { wallet: Wallet; code: SuspensionCode; reasonItem: string | null }
>;

export type ErasureRequested = EventType<'ErasureRequested', { wallet: Wallet }>;
/** An erasure that is carried out after a delay, unless the person or the office stops it. */
export type ErasureScheduled = EventType<
  'ErasureScheduled',
  {
    wallet: Wallet;
    /** ISO 8601. */
    notBefore: string;
    /** An unscanned proof of identity is destroyed with the rest. */
    discardUnseen: boolean;
  }
>;
/** Nothing is erased, and the person's request is withdrawn. */
export type ErasureStopped = EventType<'ErasureStopped', { wallet: Wallet; by: 'person' | 'office' }>;
/**
 * The person's key is destroyed. Legally required data is under a separate key until that day. From now on, nothing is
 * accepted until the person applies again.
 */
export type PersonErased = EventType<
  'PersonErased',
  {
    wallet: Wallet;
    retainedUntil: BusinessDate;
    /** Providers that were asked to erase the person's data and have not confirmed yet. */
    redactions: { provider: VerificationProvider; externalId: string; providerId: string }[];
    /** Unscanned proofs of identity that an admin chose to destroy. */
    discarded?: string[];
  }
>;
export type RedactionConfirmed = EventType<
  'RedactionConfirmed',
  { wallet: Wallet; provider: VerificationProvider; externalId: string }
>;
/** The retained data of an erased person was destroyed too. */
export type RetentionEnded = EventType<'RetentionEnded', { wallet: Wallet }>;
/** Somebody in the office opened the retained data of an erased person. */
export type RetainedViewed = EventType<
  'RetainedViewed',
  {
    wallet: Wallet;
    by: Wallet;
    /** Set if one document was opened. */
    documentId?: string;
  }
>;
/** Somebody in the office was shown where the person lives, in the list of unclaimed money. */
export type ResidenceViewed = EventType<'ResidenceViewed', { wallet: Wallet; by: Wallet }>;

export type IdentityEvent =
  | KycSubmitted
  | KycDecided
  | VerificationStarted
  | VerificationReported
  | VerificationReviewed
  | DocumentScanned
  | VerificationExpiryNoticed
  | VerificationRevoked
  | WalletSuspended
  | WalletReinstated
  | ErasureRequested
  | ErasureScheduled
  | ErasureStopped
  | PersonErased
  | RedactionConfirmed
  | RetentionEnded
  | RetainedViewed
  | ResidenceViewed;
