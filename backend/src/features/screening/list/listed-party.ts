import type { Day } from '@tknest/contracts/money';
import type { ListedBirthDate } from './birth-dates.js';

export type PartyType = 'individual' | 'entity' | 'vessel' | 'aircraft';

export interface ListedName {
  /** As published. */
  name: string;
  kind: 'primary' | 'alias' | 'former';
}

/** A party on a sanctions list, in the same form for every list. */
export interface ListedParty {
  list: string;
  entityNumber: string;
  type: PartyType;
  /** Names that the list considers strong enough for screening, the primary one first. */
  names: readonly ListedName[];
  /** Shown to officers, not screened against (OFAC FAQ 122-124). Empty if all names are weak. */
  weakAliases: readonly string[];
  programs: readonly string[];
  birthDates: readonly ListedBirthDate[];
  /** ISO 3166-1 alpha-2: nationalities, citizenships, addresses. */
  countries: readonly string[];
  /** As published, for officers. */
  remarks: string;
  /**
   * Digest, in hex, of everything that the list says about it. A decision about it is valid as long as this stays the
   * same.
   */
  hash: string;
}

/** The contents of a list's file. */
export interface ParsedList {
  parties: readonly ListedParty[];
  /** YYYY-MM-DD; null if the file does not say when it was published. */
  published: Day | null;
}

/** A complete list, as fetched. */
export interface SanctionsList {
  name: string;
  /** YYYY-MM-DD, according to its publisher. */
  published: Day;
  /** ISO 8601: when it was fetched completely. */
  fetchedAt: string;
  /** Digest of the files in the order read, in hex. */
  sha256: string;
  parties: readonly ListedParty[];
}

/** The list was refused; the previous one stays. */
export class ListRefused extends Error {}
