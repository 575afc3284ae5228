/**
 * Stream `screening-<address>`: what a person was screened for, and what the compliance desk decided. It contains no
 * personal data: names, birth dates and reasons are in the vault; events have item ids and keyed digests.
 */
import type { Amount, BusinessDate, EventType, Wallet } from './event-type.js';
import type { DocumentScan, KycRole, RiskLevel } from './identity.js';

/** The list used for a screening; an auditor can identify the same files by the digest. */
export interface ListRecord {
  name: string;
  published: BusinessDate;
  /** ISO 8601: when it was fetched completely. */
  fetchedAt: string;
  sha256: string;
}

/**
 * A person and a list entry that may be the same. A decision applies to exactly this pair, until one of its digests
 * changes.
 */
export interface ScreeningPair {
  list: string;
  entityNumber: string;
  /** Digest of everything that the list says about the entry. */
  entryHash: string;
  /** Keyed digest of the name that was screened, folded. */
  nameHash: string;
  birthDateHash: string | null;
}

export interface ScreeningHit extends ScreeningPair {
  score: number;
  /**
   * `high`: the name equals the entry's, and nothing contradicts it; clearing it takes two officers. `low`: found about
   * a verified person, by the classes of the consonants alone; it suspends nobody.
   */
  level: 'low' | 'medium' | 'high';
}

export const COMPLIANCE_CASE_KINDS = ['screening', 'documents', 'provider', 'rescreening'] as const;
export type ComplianceCaseKind = (typeof COMPLIANCE_CASE_KINDS)[number];

export type PersonScreened = EventType<
  'PersonScreened',
  {
    wallet: Wallet;
    role: KycRole;
    applicationId: string;
    /** `list`: everybody is screened again after a list was fetched; its hits replace earlier ones. */
    occasion: 'application' | 'provider' | 'list';
    /** Vault item: the names, birth date and countries that were screened. */
    subjectItem: string;
    /** Null if there was no list; without one, nobody is approved. */
    list: ListRecord | null;
    matcher: string;
    outcome: 'approved' | 'pending' | 'rejected';
    riskLevel: RiskLevel;
    hits: ScreeningHit[];
  }
>;

interface OfCase {
  caseId: string;
  wallet: Wallet;
}

export type ComplianceCaseOpened = EventType<
  'ComplianceCaseOpened',
  OfCase & {
    role: KycRole;
    applicationId: string;
    kind: ComplianceCaseKind;
    risk: RiskLevel;
    /** The reason as a code; the program has its text. */
    reason: string;
    /** The business day on which an answer to the applicant is due. */
    promiseBy: BusinessDate;
  }
>;
/** Somebody in the office viewed personal data. Recorded before anything is shown. */
export type ComplianceCaseViewed = EventType<
  'ComplianceCaseViewed',
  OfCase & {
    by: Wallet;
    /** Set if one document was opened, not the case. */
    documentId?: string;
    /** Set if one number was shown in full. */
    field?: string;
    /** Set if the case was exported as a file. */
    exported?: true;
  }
>;
/** An officer takes a case, possibly from another officer, or returns their own to the queue. */
export type ComplianceCaseAssigned = EventType<'ComplianceCaseAssigned', OfCase & { by: Wallet; to: Wallet | null }>;
/** An officer's note on a case; the text is a vault item. It decides nothing. */
export type ComplianceCaseNoted = EventType<'ComplianceCaseNoted', OfCase & { by: Wallet; item: string }>;
/** The applicant is asked; the question is a vault item. */
export type ApplicantAsked = EventType<'ApplicantAsked', OfCase & { by: Wallet; item: string }>;
export type ApplicantAnswered = EventType<
  'ApplicantAnswered',
  OfCase & {
    item: string;
    /** Each has the scanner's result. */
    documents: { id: string; mediaType: string; bytes: number; scan: DocumentScan }[];
  }
>;
/** The first of two officers clears; a second one must agree. */
export type ClearanceProposed = EventType<
  'ClearanceProposed',
  OfCase & { by: Wallet; item: string; hits: ScreeningPair[] }
>;
/** The second officer disagrees: the case is open again, with a question for the first one. */
export type ClearanceReturned = EventType<'ClearanceReturned', OfCase & { by: Wallet; item: string }>;
export type ComplianceCaseDecided = EventType<
  'ComplianceCaseDecided',
  OfCase & {
    role: KycRole;
    applicationId: string;
    decision: 'clear' | 'reject';
    /** The pairs of person and entry that are cleared or confirmed. */
    hits: ScreeningPair[];
    by: Wallet;
    /** Who proposed it, if it took two officers. */
    proposedBy: Wallet | null;
    /** The reason; null if a second officer agreed to that of the first. */
    item: string | null;
  }
>;

interface OfTwoWallets {
  wallet: Wallet;
  other: Wallet;
  by: Wallet;
  /** The reason, a vault item of this wallet's person. */
  item: string;
}
/** An officer records that two wallets belong to one person. The event is in both streams. */
export type WalletsLinked = EventType<
  'WalletsLinked',
  OfTwoWallets & {
    /** The wallet whose verification ended with it, because it was lost. */
    ends: Wallet | null;
  }
>;
/** An officer records that they belong to different people, whatever numbers they share. Hits of either wallet stay. */
export type WalletsSetApart = EventType<'WalletsSetApart', OfTwoWallets>;
/** Applies the open hits of a person's other wallet to this one; replaces those applied before. */
export type HitsInherited = EventType<'HitsInherited', { wallet: Wallet; from: Wallet; hits: ScreeningHit[] }>;

/**
 * A list names the wallet itself, or no longer does: these hits replace earlier hits of its address. Nothing is
 * recorded about a wallet that no list names.
 */
export type WalletScreened = EventType<
  'WalletScreened',
  {
    wallet: Wallet;
    occasion: 'sign-in' | 'application' | 'payment' | 'attempt' | 'list';
    list: ListRecord;
    hits: ScreeningHit[];
    /** Who asked to pay the wallet or to issue to it, and was refused; null on other occasions. */
    attempt: { by: Wallet; amount: Amount; currency: 'RLUSD' | 'TKNEST' } | null;
  }
>;

/**
 * Stream `screened-everybody`: a new list, with which everybody known was compared. Only changes are in the persons'
 * streams.
 */
export type EverybodyScreened = EventType<
  'EverybodyScreened',
  {
    list: ListRecord;
    matcher: string;
    persons: number;
    personsWithNewHits: number;
    /**
     * The log's position when it began: people screened after that may have been screened against the previous list.
     */
    after: string;
  }
>;

/** Somebody in the office searched for a person by words of a name. Recorded before anything is shown. */
export type NameSearched = EventType<
  'NameSearched',
  {
    by: Wallet;
    /** Vault items with the words: one under each person found, so that it is erased with the person. */
    items: string[];
    /** The number of wallets found. */
    found: number;
  }
>;

export type ScreeningEvent =
  | PersonScreened
  | ComplianceCaseOpened
  | ComplianceCaseViewed
  | ComplianceCaseAssigned
  | ComplianceCaseNoted
  | ApplicantAsked
  | ApplicantAnswered
  | ClearanceProposed
  | ClearanceReturned
  | ComplianceCaseDecided
  | WalletsLinked
  | WalletsSetApart
  | HitsInherited
  | WalletScreened
  | EverybodyScreened
  | NameSearched;
