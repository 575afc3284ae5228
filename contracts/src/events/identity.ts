/**
 * Stream `identity-<address>`: one person's verification. No personal data stands here: what was submitted, what a
 * provider said and why somebody decided lie in the vault under the person's own key, and events carry item ids and
 * codes.
 */
import type { AgreementText } from '../rules/index.js';
import type { BusinessDate, EventType, Wallet } from './event-type.js';

export type KycRole = 'investor' | 'landlord';
export type KycOutcome = 'verified' | 'pending' | 'rejected';
export type RiskLevel = 'low' | 'medium' | 'high';
export type VerificationProvider = 'persona' | 'sumsub';

/** `unscanned`: nothing looks at documents here. A quarantined one is shown to nobody. */
export type DocumentScan = 'unscanned' | 'quarantined' | 'clean' | 'infected';

export interface DocumentRecord {
  id: string;
  kind: 'idDocument' | 'addressProof' | 'incomeProof' | 'additionalDocs';
  /** As kept: of an image, without what its camera wrote into it. Its keyed digest lies in the vault. */
  bytes: number;
  mediaType: string;
  scan: DocumentScan;
}

export interface ScreeningRecord {
  list: string;
  published: string;
  listSha256: string;
  matcher: string;
  outcome: 'approved' | 'pending' | 'rejected';
  /** Listed entities only; the name that was asked lies in the vault. */
  hits: { entityNumber: string; score: number }[];
}

/** Why a verification stands as it does; what the person reads for it stands in `DECISION_WORDS`. */
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
    /** The version of each text that the person agreed to; absent in older logs. */
    agreements?: Record<AgreementText, string>;
  }
>;
/** Of the time before screenings had a stream of their own. */
export type NameScreened = EventType<
  'NameScreened',
  { wallet: Wallet; applicationId: string; screening: ScreeningRecord }
>;
export type KycDecided = EventType<
  'KycDecided',
  {
    wallet: Wallet;
    /** Of the form that was submitted, or of the verification with a provider. */
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

/** A verification began at a provider, under a name that says nothing of the person. */
export type VerificationStarted = EventType<
  'VerificationStarted',
  {
    wallet: Wallet;
    role: KycRole;
    provider: VerificationProvider;
    /** Ours: random for each wallet, role and attempt. */
    externalId: string;
    /** Theirs: the inquiry, or the applicant. */
    providerId: string;
  }
>;
export type ProviderStatus =
  'pending' | 'in_progress' | 'needs_review' | 'approved' | 'declined' | 'retry' | 'expired' | 'redacted';
/** How a verification stands at the provider, as read from its API. */
export type VerificationReported = EventType<
  'VerificationReported',
  {
    wallet: Wallet;
    role: KycRole;
    provider: VerificationProvider;
    externalId: string;
    status: ProviderStatus;
    /** ISO 8601: since when it stands so. */
    since: string;
    /** Vault item: the name and birth date that the provider has seen, and its comment; null where it said neither. */
    reportItem: string | null;
  }
>;
/** An officer decided a case that was about a verification, and not about a hit. */
export type VerificationReviewed = EventType<
  'VerificationReviewed',
  { wallet: Wallet; role: KycRole; applicationId: string; caseId: string; decision: 'clear' | 'reject' }
>;
/** What looks for malware has looked at a document that waited for it; `unscanned`: nothing looks any more. */
export type DocumentScanned = EventType<
  'DocumentScanned',
  { wallet: Wallet; documentId: string; scan: 'clean' | 'infected' | 'unscanned' }
>;
/** Somebody is told that the verification ends in so many days. */
export type VerificationExpiryNoticed = EventType<
  'VerificationExpiryNoticed',
  { wallet: Wallet; role: KycRole; expiresAt: string; days: number; date: BusinessDate }
>;

/**
 * An admin takes a verification back, or an officer says that the wallet was lost: then of both roles, verified or not.
 * Whoever applies, or has applied, waits for a person's decision.
 */
export type VerificationRevoked = EventType<
  'VerificationRevoked',
  {
    wallet: Wallet;
    role: KycRole;
    /** Vault item; for those who look after the platform. The person is told only that it was withdrawn. */
    reasonItem: string | null;
  }
>;
/** Who suspended a wallet: an admin, or the platform since a provider took back what it had approved. */
export type SuspensionCode = 'admin' | 'provider-withdrew';
/** A suspended wallet neither lists nor buys nor applies; what it owes and owns goes on. */
export type WalletSuspended = EventType<
  'WalletSuspended',
  { wallet: Wallet; code: SuspensionCode; reasonItem: string | null }
>;
export type WalletReinstated = EventType<
  'WalletReinstated',
  { wallet: Wallet; code: SuspensionCode; reasonItem: string | null }
>;

export type ErasureRequested = EventType<'ErasureRequested', { wallet: Wallet }>;
/**
 * The person's key is destroyed. What the law asks to keep lies under a key of its own until that day. From here on
 * nothing is taken in until the person applies anew.
 */
export type PersonErased = EventType<
  'PersonErased',
  {
    wallet: Wallet;
    retainedUntil: BusinessDate;
    /** Providers that were asked to forget the person, and have not confirmed yet. */
    redactions: { provider: VerificationProvider; externalId: string; providerId: string }[];
    /** Proofs of identity that nothing had looked at, and that an admin chose to keep nothing of. */
    discarded?: string[];
  }
>;
export type RedactionConfirmed = EventType<
  'RedactionConfirmed',
  { wallet: Wallet; provider: VerificationProvider; externalId: string }
>;
/** What was kept of an erased person is destroyed too. */
export type RetentionEnded = EventType<'RetentionEnded', { wallet: Wallet }>;
/** Somebody of the office opened what is kept of an erased person. */
export type RetainedViewed = EventType<
  'RetainedViewed',
  {
    wallet: Wallet;
    by: Wallet;
    /** Where one document was opened. */
    documentId?: string;
  }
>;

export type IdentityEvent =
  | KycSubmitted
  | NameScreened
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
  | PersonErased
  | RedactionConfirmed
  | RetentionEnded
  | RetainedViewed;
