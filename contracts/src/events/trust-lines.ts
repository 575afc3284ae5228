/** Streams `trust-line-<payloadUuid>`: a wallet is asked to open or change its RLUSD line. */
import type { EventType, Wallet } from './event-type.js';

export type TrustLineRequested = EventType<
  'TrustLineRequested',
  {
    payloadUuid: string;
    identifier: string;
    wallet: Wallet;
    /** Decimal text of RLUSD. */
    limit: string;
    transaction: Record<string, unknown>;
    /** Last validated ledger when it was built: it cannot be in an earlier one. */
    ledgerIndex: number;
    expiresAt: string;
  }
>;
/** The signature was checked and journaled; from now on it may be on a ledger. */
export type TrustLineSigned = EventType<
  'TrustLineSigned',
  { payloadUuid: string; hash: string; sequence: number; lastLedgerSequence: number; blobItem: string }
>;
export type TrustLineSet = EventType<
  'TrustLineSet',
  { payloadUuid: string; wallet: Wallet; limit: string; hash: string; ledgerIndex: number }
>;
export type TrustLineRequestEnded = EventType<
  'TrustLineRequestEnded',
  { payloadUuid: string; reason: 'declined' | 'expired' | 'refused' | 'departed' | 'absent'; message: string }
>;
export type TrustLineEvent = TrustLineRequested | TrustLineSigned | TrustLineSet | TrustLineRequestEnded;
