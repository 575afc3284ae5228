import type { ListedBirthDate } from './birth-dates.js';

export type PartyType = 'individual' | 'entity' | 'vessel' | 'aircraft';

export interface ListedName {
  /** As published. */
  name: string;
  kind: 'primary' | 'alias' | 'former';
}

/** Somebody or something on a sanctions list, from whatever list it came. */
export interface ListedParty {
  list: string;
  entityNumber: string;
  type: PartyType;
  /** The primary one first; those that the list holds strong enough to screen against. */
  names: readonly ListedName[];
  /** Shown to officers, not screened against (OFAC FAQ 122-124). Empty if all names are weak. */
  weakAliases: readonly string[];
  programs: readonly string[];
  birthDates: readonly ListedBirthDate[];
  /** ISO 3166-1 alpha-2: nationalities, citizenships, addresses. */
  countries: readonly string[];
  /** As published, for officers. */
  remarks: string;
  /** Digest of everything the list says of it, hex. A decision about it holds as long as this stays. */
  hash: string;
}

/** What a list's file says. */
export interface ParsedList {
  parties: readonly ListedParty[];
  /** YYYY-MM-DD; null if the file does not say when it was published. */
  published: string | null;
}

/** A list as it was fetched, whole. */
export interface SanctionsList {
  name: string;
  /** YYYY-MM-DD, as its publisher says. */
  published: string;
  /** ISO 8601: when it was fetched completely. */
  fetchedAt: string;
  /** Of the files in the order read, hex. */
  sha256: string;
  parties: readonly ListedParty[];
}

/** The list was refused: the one before stays. */
export class ListRefused extends Error {}
