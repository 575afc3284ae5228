/**
 * Streams `account-<name>` (the platform's own ledger accounts: their making, set-up and tickets), `ledger-identity`
 * (which ledger this log was written against) and `reconciliation-<n>`.
 */
import type { EventType, Wallet } from './event-type.js';

export type PlatformAccountName = 'issuer' | 'feeWallet' | 'payoutEscrow';

export type PlatformAccountMade = EventType<
  'PlatformAccountMade',
  { name: PlatformAccountName; address: Wallet; seedItem: string }
>;
export type PlatformAccountStepDone = EventType<
  'PlatformAccountStepDone',
  { name: PlatformAccountName; step: string; hash: string | null }
>;
/**
 * How far an account's change to another regular key is. `made`: the key is in the vault; `begun`: nothing more is
 * signed until the change has ended; `set`: the ledger has it; `done`: the ledger no longer accepts the master key.
 */
export type PlatformKeyChanged = EventType<
  'PlatformKeyChanged',
  {
    name: PlatformAccountName;
    step: 'made' | 'begun' | 'set' | 'done';
    /** Of the regular key. */
    address: Wallet;
    seedItem: string;
    /** The last validated ledger when the change began; null in every other step. */
    ledgerIndex: number | null;
  }
>;
/** A transaction that sets the account up, journaled before it is sent: what the key signed is in the log. */
export type PlatformTransactionSigned = EventType<
  'PlatformTransactionSigned',
  { name: PlatformAccountName; what: string; hash: string; sequence: number; lastLedgerSequence: number }
>;
/**
 * The account's next transactions by sequence (set-up, TicketCreate), journaled before the first is sent. Nothing else
 * takes a sequence of the account until each of them is concluded.
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
/** Tickets of a validated TicketCreate. Logs of older programs name some as the ledger listed them, without a hash. */
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
/** Nothing was ever signed with it, or all that was is proved absent and the ledger still holds it: free again. */
export type TicketReleased = EventType<
  'TicketReleased',
  { name: PlatformAccountName; ticket: number; purpose: string; reason: string }
>;
/**
 * The ledger has a transaction of the account that the log had forgotten (after a restored backup). `adopted`: it moves
 * nothing, and what it made or used is taken over. `acknowledged`: a person says that it was made outside.
 */
export type UnknownTransactionSettled = EventType<
  'UnknownTransactionSettled',
  {
    name: PlatformAccountName;
    what: string;
    /** Null if the ledger nodes have forgotten it, and only its ticket is known to be gone. */
    hash: string | null;
    ticket: number | null;
    sequence: number | null;
    /** Tickets that it made. */
    tickets: number[];
    result: string | null;
    ledgerIndex: number | null;
    how: 'adopted' | 'acknowledged';
    /** What it was for, by its own memo; its owner looks here before it signs the same again. */
    subject?: string;
    /** Its signed bytes, where it has a subject. */
    blob?: string;
  }
>;
/** Stream `program-generation`: from here on the log holds facts that older programs do not understand. */
export type ProgramGeneration = EventType<'ProgramGeneration', { generation: number; program: string }>;
export type LedgerIdentified = EventType<
  'LedgerIdentified',
  { network: string; ledgerIndex: number; ledgerHash: string }
>;

export type PlatformAccountEvent =
  | PlatformAccountMade
  | PlatformAccountStepDone
  | PlatformKeyChanged
  | PlatformTransactionSigned
  | AccountTransactionsBegun
  | AccountTransactionConcluded
  | TicketsCreated
  | TicketAssigned
  | TicketBurned
  | TicketReleased
  | UnknownTransactionSettled
  | ProgramGeneration
  | LedgerIdentified;
