import type { PlatformAccountName } from '../events/index.js';
import { IsOptional, IsString, MaxLength } from 'class-validator';

export interface AuditEventView {
  position: string;
  stream: string;
  revision: number;
  type: string;
  version: number;
  at: string;
  actor: { wallet: string | null; role: string };
  data: Record<string, unknown>;
  metadata: Record<string, unknown>;
  hash: string | null;
}

export interface AuditPage {
  events: AuditEventView[];
  /** Where to continue; null if nothing more was found up to the end. */
  next: string | null;
  /**
   * Whether there may be more: one call of a search by person or time reads a limited number of events, whether they
   * match or not.
   */
  more: boolean;
}

export interface ReadModelView {
  name: string;
  state: 'live' | 'rebuilding' | 'halted' | 'failed-events' | 'catching-up';
  rows: number;
  lag: number;
  progress: number;
  /** The error, including that of a failed rebuild while the live read model serves; null if there is none. */
  error: string | null;
}

/** A bar of the timeline. */
export interface TimelineBar {
  /** ISO 8601: start of the bar, which ends where the next one starts. */
  from: string;
  to: string;
  events: number;
  /** The log's position at its end. */
  position: string;
}

export interface TimelineView {
  /** Time of the first and of the last event; null if the log is empty. */
  first: string | null;
  last: string | null;
  head: string;
  bars: TimelineBar[];
}

/** A property's register at a given time. */
export interface RegisterView {
  id: number;
  name: string;
  owner: string;
  tokenCount: number;
  tokensSold: number;
  tokensReserved: number;
  status: 'open' | 'funded' | 'closed';
  holders: number;
  /** What its landlord owes; null until the loan begins. */
  loan: { principal: number; balance: number; repaid: number; status: 'open' | 'paid_off' } | null;
}

/** What the books call the RLUSD that validated ledgers moved. */
export const MOVED_KINDS = [
  'purchase',
  'direct_payment',
  'refund',
  'repayment',
  'deposit',
  'withdrawal',
  'rent_share',
  /** By hand or in bulk, from the platform's own money. */
  'payout',
  'fee',
  'fee_refund',
  /** The platform's fee of a payout run. */
  'run_fee',
  /** Fees withdrawn from the fee wallet. */
  'revenue',
  /** At the payout escrow or the fee wallet, by no payment of the platform. */
  'arrival',
  /** From there to the sender of an arrival. */
  'returned',
  /** From there, by the issuer of RLUSD. */
  'clawback',
] as const;
export type MovedKind = (typeof MOVED_KINDS)[number];

/** A platform account by the log; RLUSD as decimal text in the ledger's full precision. */
export interface AccountBookView {
  name: PlatformAccountName;
  address: string;
  received: string;
  paid: string;
  /** Received less paid. */
  holds: string;
  /** The ledger up to which its transactions were compared with the log; null before the first comparison. */
  comparedTo: number | null;
}

/** What a transaction moved from or to a platform account although the log does not say so. It is part of no sum. */
export interface UnexplainedView {
  account: PlatformAccountName;
  hash: string;
  ledgerIndex: number;
  currency: string;
  counterparty: string;
  /** Decimal text; negative if it left the account. */
  amount: string;
}

/** Registers and balances as of a position of the log, computed from the log; money in RLUSD. */
export interface BooksView {
  position: string;
  /** Time of the event at that position. */
  at: string | null;
  /** The last events up to it, newest first. */
  latest: AuditEventView[];
  /** Issued less redeemed. */
  tokensIssued: number;
  /** Delivered by validated ledgers; kinds without a transaction are left out. */
  moved: { kind: MovedKind; transactions: number; amount: number }[];
  /** What the fee wallet received as fees of payments and payout runs, less refunded ones. */
  fees: number;
  openPayments: number;
  verifiedPeople: number;
  accounts: AccountBookView[];
  /** The first BOOKS_LISTED_MAX of each; `…Count` says how many there are. */
  unexplained: UnexplainedView[];
  unexplainedCount: number;
  properties: RegisterView[];
  propertiesCount: number;
  /** Without the platform's own accounts. */
  wallets: { wallet: string; paid: number; received: number; tokens: number }[];
  walletsCount: number;
  /** The holders of the property named in the call. */
  register: { wallet: string; tokens: number }[] | null;
}

/** The log compared with its anchors in validated ledgers. */
export interface AnchorsVerdict {
  /**
   * `unreachable`: the ledger did not respond. `missing`: the log names anchors that are not on the ledger. `unproved`:
   * all of them are in ledgers that the node no longer keeps.
   */
  state: 'none' | 'fit' | 'differ' | 'missing' | 'unproved' | 'unreachable';
  /** Anchors found on the ledger and compared. */
  compared: number;
  /** Anchors in ledgers that the node no longer keeps. */
  unproved: number;
  last: { position: string; txHash: string; ledgerIndex: number } | null;
}

/** An anchor: the head of the log that was, or will be, written to the ledger. */
export interface AnchorView {
  id: string;
  position: string;
  /** The hash of the event at that position. */
  hash: string;
  /** ISO 8601: when it was ordered. */
  at: string;
  state: 'pending' | 'anchored' | 'failed';
  txHash: string | null;
  ledgerIndex: number | null;
}

/** How far the platform's continuous check has verified the chain. */
export interface ChainWatchView {
  /** When it last checked; ISO 8601, like all times here. */
  at: string;
  /** All events up to this one are verified. */
  verified: number;
  /** The newest completed pass through all events; null before the first. */
  whole: { began: string; ended: string; through: string } | null;
  /** The pass in progress. */
  pass: { began: string; verified: number; of: number } | null;
  broken: { position: string; reason: string } | null;
}

/** The state of the checks of the event log. */
export interface RecordVerificationView {
  /** The first changed event that either check of the chain has found and not seen mended. */
  broken: { position: string; reason: string } | null;
  /** Null before the first check. */
  watch: ChainWatchView | null;
  chain: {
    verified: number;
    of: number;
    head: string | null;
    headHash: string | null;
    /** The comparison with the anchors at the last check; null before the first one. */
    anchors: AnchorsVerdict | null;
  } & (
    | { state: 'unknown'; at: null; broken: null }
    | { state: 'running'; at: string | null; broken: null }
    | { state: 'whole'; at: string; broken: null }
    | { state: 'broken'; at: string; broken: { position: string; reason: string } }
  );
  readModels: {
    compared: number;
    of: number;
    rows: number;
    problems: { name: string; what: string }[];
  } & (
    { state: 'unknown'; at: null } | { state: 'running'; at: string | null } | { state: 'equal' | 'differ'; at: string }
  );
}

/** What a downloaded `events.jsonl` must contain. */
export interface ManifestView {
  generatedAt: string;
  events: number;
  firstPosition: string | null;
  lastPosition: string | null;
  firstAt: string | null;
  lastAt: string | null;
  /** The seal of the last event, which covers everything before it. */
  headHash: string | null;
  streams: number;
  types: Record<string, number>;
  /** Schema versions that occur, by type. */
  versions: Record<string, number[]>;
  /** Digest of the file `events.jsonl?through=lastPosition`. */
  file: { name: string; bytes: number; sha256: string };
  /** Digest of the file `log.jsonl?through=lastPosition`: the log byte for byte. */
  log: { name: string; bytes: number; sha256: string };
  /** Root of the Merkle tree over these events (RFC 6962), hex; null if the tree does not reach this far yet. */
  root: string | null;
  /** Ed25519 over the canonical JSON (RFC 8785) of everything else here, by the key of the checkpoints. */
  signature: { key: string; value: string } | null;
}

export class RebuildRequest {
  @IsOptional()
  @IsString()
  @MaxLength(100)
  name?: string;
}
