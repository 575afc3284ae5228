/**
 * Stream `wallet-<address>`: who signed in, when. Sessions themselves are credentials, not facts, and live outside the
 * log.
 */
import type { EventType } from './event-type.js';

export type WalletSignedIn = EventType<
  'WalletSignedIn',
  { wallet: string; role: 'investor' | 'landlord' | 'admin' | 'auditor'; payloadUuid: string }
>;
export type WalletSignedOut = EventType<'WalletSignedOut', { wallet: string }>;

export type AccessEvent = WalletSignedIn | WalletSignedOut;
