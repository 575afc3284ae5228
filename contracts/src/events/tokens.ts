/**
 * Streams `account-<name>` (the platform's own ledger accounts: their making, set-up and tickets), `ledger-identity`
 * (which ledger this log was written against) and `reconciliation-<n>`.
 */
import type { Amount, EventType, Wallet } from './event-type.js';

export type PlatformAccountName = 'issuer' | 'feeWallet' | 'payoutEscrow';

export type PlatformAccountMade = EventType<
  'PlatformAccountMade',
  { name: PlatformAccountName; address: Wallet; seedItem: string }
>;
export type PlatformAccountStepDone = EventType<
  'PlatformAccountStepDone',
  { name: PlatformAccountName; step: string; hash: string | null }
>;
/** A transaction that sets the account up, journalled before it is sent: what the key signed is in the log. */
export type PlatformTransactionSigned = EventType<
  'PlatformTransactionSigned',
  { name: PlatformAccountName; what: string; hash: string; sequence: number; lastLedgerSequence: number }
>;
export type TicketsCreated = EventType<
  'TicketsCreated',
  { name: PlatformAccountName; tickets: number[]; hash: string }
>;
/** One ticket, one purpose, for ever: a second transaction for the same purpose cannot be applied. */
export type TicketAssigned = EventType<
  'TicketAssigned',
  { name: PlatformAccountName; ticket: number; purpose: string }
>;
export type LedgerIdentified = EventType<
  'LedgerIdentified',
  { network: string; ledgerIndex: number; ledgerHash: string }
>;

/** Names given by the specification; appended when payouts are built. */
export type PayoutSettled = EventType<
  'PayoutSettled',
  { payoutId: string; propertyId: number; wallet: Wallet; amount: Amount; hash: string; ledgerIndex: number }
>;

export type TokenEvent =
  | PlatformAccountMade
  | PlatformAccountStepDone
  | PlatformTransactionSigned
  | TicketsCreated
  | TicketAssigned
  | LedgerIdentified
  | PayoutSettled;
