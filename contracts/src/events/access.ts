/**
 * Stream `wallet-<address>`: who signed in, when. Sessions themselves are credentials, not facts, and live outside the
 * log.
 */
import type { EventType } from './event-type.js';

export type WalletSignedIn = EventType<
  'WalletSignedIn',
  { wallet: string; role: 'investor' | 'landlord' | 'admin' | 'auditor' | 'compliance'; payloadUuid: string }
>;
export type WalletSignedOut = EventType<'WalletSignedOut', { wallet: string }>;

/** Sessions that were open were ended at the server: all but one's own, or all of somebody by an admin. */
/** By their owner, or by an admin, whose reason is a vault item. */
export type SessionsEnded = EventType<
  'SessionsEnded',
  { wallet: string; sessions: number; code: 'own' | 'admin'; reasonItem: string | null }
>;

export type AccessEvent = WalletSignedIn | WalletSignedOut | SessionsEnded;
