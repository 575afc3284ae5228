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
  /** Where to go on; null where nothing was found up to the end. */
  next: string | null;
  /** There may be more: a search by person or time goes through so many events a call, found or not. */
  more: boolean;
}

export interface ReadModelView {
  name: string;
  state: 'live' | 'rebuilding' | 'halted' | 'parked' | 'catching-up';
  rows: number;
  lag: number;
  progress: number;
  /** What is wrong: also of a live one whose rebuild failed; null where nothing is. */
  error: string | null;
}

/** A bar of the time line. */
export interface TimelineBar {
  /** ISO 8601: begins here, ends where the next begins. */
  from: string;
  to: string;
  events: number;
  /** The log's position at its end. */
  position: string;
}

export interface TimelineView {
  /** Time of the first and of the last fact; null where the log is empty. */
  first: string | null;
  last: string | null;
  head: string;
  bars: TimelineBar[];
}

/** A property's register at a moment. */
export interface RegisterView {
  id: number;
  name: string;
  owner: string;
  tokenCount: number;
  tokensSold: number;
  tokensReserved: number;
  status: 'open' | 'funded' | 'closed';
  holders: number;
  /** What its owner owes; null until the loan begins. */
  loan: { principal: number; balance: number; repaid: number; status: 'open' | 'paid_off' } | null;
}

/** Registers and balances as of a position of the log, computed from the log; money in RLUSD. */
export interface BooksView {
  position: string;
  /** Time of the fact at that position. */
  at: string | null;
  /** The last facts up to it, newest first. */
  latest: AuditEventView[];
  tokensIssued: number;
  /** Principals that validated ledgers moved from payers to payees, and fees to the fee wallet. */
  principal: number;
  fees: number;
  openPayments: number;
  verifiedPeople: number;
  /** The first BOOKS_LISTED_MAX of each; `…Count` says how many there are. */
  properties: RegisterView[];
  propertiesCount: number;
  wallets: { wallet: string; paid: number; received: number; tokens: number }[];
  walletsCount: number;
  /** Who holds how many of the property that the call names. */
  register: { wallet: string; tokens: number }[] | null;
}

/** The log held against what was written of it into validated ledgers. */
export interface AnchorsVerdict {
  /**
   * `unreachable`: the ledger could not be asked. `missing`: the log names anchors that the ledger does not hold.
   * `unproved`: all of them stand in ledgers that the node does not keep any more.
   */
  state: 'none' | 'fit' | 'differ' | 'missing' | 'unproved' | 'unreachable';
  /** Anchors found on the ledger and compared. */
  compared: number;
  /** Anchors of ledgers that the node does not keep any more. */
  unproved: number;
  last: { position: string; txHash: string; ledgerIndex: number } | null;
}

/** The head of the log, as it is or is to be written onto the ledger. */
export interface AnchorView {
  id: string;
  position: string;
  /** Of the event at that position. */
  hash: string;
  /** ISO 8601: when it was ordered. */
  at: string;
  state: 'pending' | 'anchored' | 'failed';
  txHash: string | null;
  ledgerIndex: number | null;
}

/** How far the platform itself has verified the chain, which it does all the time. */
export interface ChainWatchView {
  /** ISO 8601, as all moments here: when it last looked. */
  at: string;
  /** The newest event that was verified, and all before it. */
  verified: number;
  /** The newest pass through all events that came to its end; null before the first. */
  whole: { began: string; ended: string; through: string } | null;
  /** The pass that is under way. */
  pass: { began: string; verified: number; of: number } | null;
  broken: { position: string; reason: string } | null;
}

/** Where the checks of the record stand. */
export interface RecordVerificationView {
  /** null before the first look. */
  watch: ChainWatchView | null;
  chain: {
    state: 'unknown' | 'running' | 'whole' | 'broken';
    verified: number;
    of: number;
    head: string | null;
    headHash: string | null;
    at: string | null;
    broken: { position: string; reason: string } | null;
    /** What ledgers remember of the log, as of the last check; null before the first one. */
    anchors: AnchorsVerdict | null;
  };
  readModels: {
    state: 'unknown' | 'running' | 'equal' | 'differ';
    compared: number;
    of: number;
    rows: number;
    at: string | null;
    problems: { name: string; what: string }[];
  };
}

/** What a downloaded `events.jsonl` must hold. */
export interface ManifestView {
  generatedAt: string;
  events: number;
  firstPosition: string | null;
  lastPosition: string | null;
  firstAt: string | null;
  lastAt: string | null;
  /** The seal of the last event: it stands for everything before it. */
  headHash: string | null;
  streams: number;
  types: Record<string, number>;
  /** Schema versions that occur, by type. */
  versions: Record<string, number[]>;
  /** Of the file that `events.jsonl?through=lastPosition` gives. */
  file: { name: string; bytes: number; sha256: string };
  /** Of the file that `log.jsonl?through=lastPosition` gives: the log word for word. */
  log: { name: string; bytes: number; sha256: string };
  /** Root of the Merkle tree over these events (RFC 6962), hex; null where the tree has not come so far. */
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
