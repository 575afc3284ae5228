import type { ListRecord, RiskLevel, ScreeningHit } from '@tknest/contracts/events';
import type { BirthDateAgreement } from './list/birth-dates.js';
import type { ListedParty } from './list/listed-party.js';
import type { How } from './matching/alignment.js';

/** A word of either name and its counterpart; null if it has none. */
export interface WordPair {
  screened: string | null;
  listed: string | null;
  how: How;
  /** 0 to 1. */
  score: number;
}

/** A list entry that may be the screened name's, and why. */
export interface ReportedHit extends Pick<ScreeningHit, 'list' | 'entityNumber' | 'entryHash' | 'score' | 'level'> {
  /** The listed name that came closest. */
  name: string;
  /** The screened name that matched. */
  screenedName: string;
  /** The threshold for its score, by birth date and country. */
  line: number;
  birthDate: BirthDateAgreement;
  country: 'same' | 'differs' | 'unknown';
  words: WordPair[];
  /** Found only by the classes of the consonants, in another script, and by the birth date. */
  coarse: boolean;
  party: ListedParty;
}

export interface ScreeningReport {
  /** `approved` below the review threshold; `rejected` is provisional, because an officer decides. */
  status: 'approved' | 'pending' | 'rejected';
  riskLevel: RiskLevel;
  /** One sentence for a person. */
  reason: string;
  /** Null if there was no list, or it is too old; then nobody is approved. */
  list: ListRecord | null;
  matcher: string;
  /** At or above the review threshold, best first. */
  hits: ReportedHit[];
  /** The best names below it. */
  near: ReportedHit[];
}

const RANK = { approved: 0, pending: 1, rejected: 2 } as const;

/** The worst of several screenings; among equals, the one with the better match. */
export function strictest(reports: readonly ScreeningReport[]): ScreeningReport {
  return reports.reduce((a, b) => {
    const by = RANK[b.status] - RANK[a.status] || (b.hits[0]?.score ?? 0) - (a.hits[0]?.score ?? 0);
    return by > 0 ? b : a;
  });
}
