/**
 * Stream `identity-<address>`: one person's verification. No personal data stands here: what was submitted lies in the
 * vault under the person's own key, and events carry its item id.
 */
import type { EventType, Wallet } from './event-type.js';

export type KycRole = 'investor' | 'landlord';
export type KycOutcome = 'verified' | 'pending' | 'rejected';
export type RiskLevel = 'low' | 'medium' | 'high';

export interface DocumentRecord {
  id: string;
  kind: 'idDocument' | 'addressProof' | 'incomeProof' | 'additionalDocs';
  /** Of the file as uploaded, hex. */
  sha256: string;
  bytes: number;
  mediaType: string;
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

export type KycSubmitted = EventType<
  'KycSubmitted',
  { wallet: Wallet; applicationId: string; role: KycRole; applicationItem: string; documents: DocumentRecord[] }
>;
export type NameScreened = EventType<
  'NameScreened',
  { wallet: Wallet; applicationId: string; screening: ScreeningRecord }
>;
export type KycDecided = EventType<
  'KycDecided',
  {
    wallet: Wallet;
    applicationId: string;
    role: KycRole;
    status: KycOutcome;
    riskLevel: RiskLevel;
    /** Safe to show to the person. */
    reason: string | null;
    flags: string[];
    decidedBy: 'policy' | 'provider' | 'reviewer';
    provider: 'platform' | 'persona' | 'sumsub';
    expiresAt: string | null;
  }
>;

/** An admin takes a verification back. Whoever applies again waits for a person's decision. */
export type VerificationRevoked = EventType<
  'VerificationRevoked',
  {
    wallet: Wallet;
    role: KycRole;
    /** For those who look after the platform; the person is told only that it was withdrawn. */
    reason: string;
  }
>;
/** A suspended wallet neither lists nor buys nor applies; what it owes and owns goes on. */
export type WalletSuspended = EventType<'WalletSuspended', { wallet: Wallet; reason: string }>;
export type WalletReinstated = EventType<'WalletReinstated', { wallet: Wallet; reason: string }>;

export type IdentityEvent =
  KycSubmitted | NameScreened | KycDecided | VerificationRevoked | WalletSuspended | WalletReinstated;
