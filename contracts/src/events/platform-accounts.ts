/**
 * Streams `account-<name>` (the platform's own ledger accounts: their creation, setup and tickets), `ledger-identity`
 * (the ledger to which this log belongs) and `reconciliation-<n>`.
 */
import type { EventType, Wallet } from './event-type.js';

export const PLATFORM_ACCOUNT_NAMES = ['issuer', 'feeWallet', 'payoutEscrow'] as const;
export type PlatformAccountName = (typeof PLATFORM_ACCOUNT_NAMES)[number];
export const isPlatformAccountName = (name: string): name is PlatformAccountName =>
  (PLATFORM_ACCOUNT_NAMES as readonly string[]).includes(name);

export type PlatformAccountMade = EventType<
  'PlatformAccountMade',
  { name: PlatformAccountName; address: Wallet; seedItem: string }
>;
export type PlatformAccountStepDone = EventType<
  'PlatformAccountStepDone',
  { name: PlatformAccountName; step: string; hash: string | null }
>;
/**
 * The progress of an account's change to another regular key. `made`: the key is in the vault; `begun`: nothing more is
 * signed until the change has ended; `set`: the ledger has it; `done`: the ledger no longer accepts the master key.
 */
export type PlatformKeyChanged = EventType<
  'PlatformKeyChanged',
  {
    name: PlatformAccountName;
    step: 'made' | 'begun' | 'set' | 'done';
    /** The address of the regular key. */
    address: Wallet;
    seedItem: string;
    /** The last validated ledger when the change began; null in every other step. */
    ledgerIndex: number | null;
  }
>;
/**
 * The account's next transactions by sequence (setup, TicketCreate), journaled before the first is sent. Nothing else
 * uses the account's sequence until each of them is concluded.
 */
export type AccountTransactionsBegun = EventType<
  'AccountTransactionsBegun',
  {
    name: PlatformAccountName;
    /** Last validated ledger when they were signed: they cannot be in an earlier one. */
    ledgerIndex: number;
    transactions: { what: string; hash: string; sequence: number; lastLedgerSequence: number; blobItem: string }[];
  }
>;
/** It is on a validated ledger, or it is proved that it never will be. */
export type AccountTransactionConcluded = EventType<
  'AccountTransactionConcluded',
  { name: PlatformAccountName; what: string; hash: string; result: string; ledgerIndex: number | null }
>;
/** Tickets of a validated TicketCreate. */
export type TicketsCreated = EventType<
  'TicketsCreated',
  { name: PlatformAccountName; tickets: number[]; hash: string }
>;
/** One ticket, one purpose, forever: a second transaction for the same purpose cannot be applied. */
export type TicketAssigned = EventType<
  'TicketAssigned',
  { name: PlatformAccountName; ticket: number; purpose: string }
>;
/** A validated transaction used it, whatever its result. */
export type TicketBurned = EventType<
  'TicketBurned',
  { name: PlatformAccountName; ticket: number; purpose: string; hash: string | null }
>;
/**
 * The ticket is free again: nothing was ever signed with it, or everything signed is proved absent and the ledger still
 * has the ticket.
 */
export type TicketReleased = EventType<
  'TicketReleased',
  { name: PlatformAccountName; ticket: number; purpose: string; reason: string }
>;
/**
 * The ledger has a transaction of the account that the log lost (after a restored backup). `adopted`: it moves nothing,
 * and the tickets that it created or used are taken over. `acknowledged`: somebody confirmed that it was made outside
 * the platform.
 */
export type UnknownTransactionSettled = EventType<
  'UnknownTransactionSettled',
  {
    name: PlatformAccountName;
    what: string;
    /** Null if no ledger node has it any more, and only its ticket is known to be gone. */
    hash: string | null;
    ticket: number | null;
    sequence: number | null;
    /** Tickets that it created. */
    tickets: number[];
    result: string | null;
    ledgerIndex: number | null;
    how: 'adopted' | 'acknowledged';
    /** Its purpose, from its own memo; its owner checks this before it signs the same again. */
    subject?: string;
    /** Its signed bytes, if it has a subject. */
    blob?: string;
  }
>;
/**
 * Stream `program-generation`: from here on the log contains events that programs of a lower generation do not
 * understand.
 */
export type ProgramGeneration = EventType<'ProgramGeneration', { generation: number; program: string }>;
export type LedgerIdentified = EventType<
  'LedgerIdentified',
  { network: string; ledgerIndex: number; ledgerHash: string }
>;

export type PlatformAccountEvent =
  | PlatformAccountMade
  | PlatformAccountStepDone
  | PlatformKeyChanged
  | AccountTransactionsBegun
  | AccountTransactionConcluded
  | TicketsCreated
  | TicketAssigned
  | TicketBurned
  | TicketReleased
  | UnknownTransactionSettled
  | ProgramGeneration
  | LedgerIdentified;
