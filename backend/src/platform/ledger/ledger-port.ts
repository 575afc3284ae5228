/**
 * The ledger as the program sees it: validated facts, submission, and conclusions. `XrplGateway` speaks to a real
 * node.
 */
import type { Answer } from '../domain/refused.js';
import { TryAgainLater } from '../domain/try-again-later.js';

/** Flags of an AccountRoot (https://xrpl.org/docs/references/protocol/ledger-data/ledger-entry-types/accountroot). */
export const ACCOUNT_FLAG = {
  requireDestTag: 0x00020000,
  disableMaster: 0x00100000,
  noFreeze: 0x00200000,
  globalFreeze: 0x00400000,
  depositAuth: 0x01000000,
} as const;

/** Whether an account has set a flag itself. An account that does not exist has none. */
export const hasFlag = (account: Pick<AccountFacts, 'flags'> | null, flag: keyof typeof ACCOUNT_FLAG): boolean =>
  ((account?.flags ?? 0) & ACCOUNT_FLAG[flag]) !== 0;

export interface AccountFacts {
  address: string;
  /** Drops. */
  balance: bigint;
  sequence: number;
  ownerCount: number;
  flags: number;
  regularKey: string | null;
  /** The host that its owner names on the ledger, as hexadecimal text; none if left out. */
  domain?: string;
  /** Tickets of the account on the ledger. */
  tickets: number;
  /** Its transfer fee on its tokens, in billionths above one; none if left out. */
  transferFee?: number;
  /** The index of the validated ledger, if the node reported it. */
  ledgerIndex?: number;
}

/** What the issuer of a token does so that nobody can pay with it; null if nothing. No payment allows for a fee. */
export const issuerPrevents = (
  issuer: Pick<AccountFacts, 'flags' | 'transferFee'> | null,
): 'global-freeze' | 'transfer-fee' | null =>
  hasFlag(issuer, 'globalFreeze') ? 'global-freeze' : issuer?.transferFee ? 'transfer-fee' : null;

export interface LineFacts {
  /** Decimal text from the holder's perspective; negative if the holder owes. */
  balance: string;
  /** The holder's limit. */
  limit: string;
  /** Whether the issuer has authorized the line. */
  authorized: boolean;
  /** Whether the issuer has frozen it, regularly or deeply. */
  frozen: boolean;
  /** Whether the issuer has deep-frozen it, so that it cannot receive either. */
  deepFrozen: boolean;
  issuerNoRipple: boolean;
  /** Whether the holder has frozen it, regularly or deeply, so that the holder cannot receive. False if left out. */
  holderFrozen?: boolean;
  /** Whether the holder has deep-frozen it, so that it can neither send nor receive. False if left out. */
  holderDeepFrozen?: boolean;
  /** The holder's QualityIn and QualityOut, in billionths (`QUALITY_ONE`: face value, the default). */
  qualityIn?: number;
  qualityOut?: number;
}

/** Face value, which a line's default quality of 0 means (RippleState, LowQualityIn). */
export const QUALITY_ONE = 1_000_000_000;

export interface Reserves {
  /** Drops. */
  base: bigint;
  increment: bigint;
}

export type Amount = string | { currency: string; issuer: string; value: string };

export interface SubmitVerdict {
  /** Preliminary: `tesSUCCESS`, `tefPAST_SEQ`, … Only a validated ledger concludes. */
  engineResult: string;
  message: string;
}

/** A transaction whose outcome is requested. */
export interface Sought {
  hash: string;
  account: string;
  sequence: number;
  ticket: number | null;
  /** Last validated ledger when submission began: the transaction cannot be in an earlier one. */
  fromLedger: number;
  lastLedgerSequence: number;
}

export type Conclusion =
  | {
      kind: 'validated';
      result: string;
      ledgerIndex: number;
      delivered: Amount | null;
      transaction: Record<string, unknown>;
    }
  /** Proved: it is in no validated ledger and can no longer enter one. */
  | { kind: 'absent'; reason: 'expired' | 'sequence-used' }
  /** It may still be validated. */
  | { kind: 'pending' }
  /** It has expired, but the node cannot prove that it has every ledger in question. */
  | { kind: 'unknown' };

/** A transaction of a validated ledger, whatever its type and result. */
export interface LedgerTransaction {
  hash: string;
  ledgerIndex: number;
  /** `tesSUCCESS`, or the tec code that only cost the fee. */
  result: string;
  tx: Record<string, any>;
  meta: Record<string, any>;
  delivered: Amount | null;
}

export interface LedgerPort {
  /** Index of the last validated ledger. @throws LedgerUnavailable */
  validatedIndex(): Promise<number>;
  /** The recent average time between ledgers, in milliseconds. */
  closeIntervalMs(): number;
  /** Ledgers within which a transaction that the platform signs and sends itself must be validated. */
  lifetime(): number;
  /** As of the last validated ledger; null if the account does not exist. @throws LedgerUnavailable */
  account(address: string): Promise<AccountFacts | null>;
  /** The holder's trust line to an issuer, as of the last validated ledger. @throws LedgerUnavailable */
  line(holder: string, issuer: string, currency: string): Promise<LineFacts | null>;
  /**
   * Whether `destination` accepts payments from `source`: it has no DepositAuth, or preauthorized that sender. True if
   * one of the two does not exist. @throws LedgerUnavailable
   */
  depositAuthorized(source: string, destination: string): Promise<boolean>;
  /** Whether a ticket is on a validated ledger, and which ledger was checked. @throws LedgerUnavailable */
  holdsTicket(account: string, ticket: number): Promise<{ held: boolean; ledgerIndex: number }>;
  reserves(): Promise<Reserves>;
  /** The current cost of a transaction, in drops. */
  fee(): Promise<bigint>;
  /** How many more transactions fit into the open ledger before fees rise. */
  room(): Promise<number>;
  /**
   * All transactions that affected an account within a range of ledgers, oldest first, except in ledgers that no node
   * has; callers that need all of them check `holds` first. @throws LedgerUnavailable
   */
  history(account: string, from: number, to: number): AsyncIterable<LedgerTransaction>;
  /** When a validated ledger closed. @throws LedgerUnavailable */
  closedAt(ledgerIndex: number): Promise<Date>;
  /** Whether the node has every ledger of a range: only then does a missing transaction not exist. */
  holds(from: number, to: number): Promise<boolean>;
  /** Sends a signed blob. An exception says nothing about the transaction's outcome. @throws LedgerUnavailable */
  submit(blob: string): Promise<SubmitVerdict>;
  conclude(sought: Sought): Promise<Conclusion>;
}

export const LEDGER = Symbol('Ledger');

/** The node could not be reached, or did not answer. The request may have been carried out. */
export class LedgerUnavailable extends TryAgainLater {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LedgerUnavailable';
  }

  override get answer(): Answer {
    return {
      reason: 'unavailable',
      detail: 'The ledger is unavailable at the moment. No money moved. Please try again.',
    };
  }
}
