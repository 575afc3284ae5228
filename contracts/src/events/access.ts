/** Stream `wallet-<address>`: sign-ins. Sessions themselves are credentials and are kept outside the log. */
import type { EventType } from './event-type.js';

export type WalletSignedIn = EventType<
  'WalletSignedIn',
  { wallet: string; role: 'investor' | 'landlord' | 'admin' | 'auditor' | 'compliance'; payloadUuid: string }
>;
export type WalletSignedOut = EventType<'WalletSignedOut', { wallet: string }>;

/**
 * Open sessions were ended at the server: all except the user's current one, or all of a user's sessions by an admin.
 */
/** Ended by their owner, or by an admin, whose reason is a vault item. */
export type SessionsEnded = EventType<
  'SessionsEnded',
  { wallet: string; sessions: number; code: 'own' | 'admin'; reasonItem: string | null }
>;

/** The nodes of two operators name this as the wallet's regular key; null: none, though they named one before. */
export type RegularKeySeen = EventType<'RegularKeySeen', { wallet: string; key: string | null }>;

export type AccessEvent = WalletSignedIn | WalletSignedOut | SessionsEnded | RegularKeySeen;
