import type { Day } from '../money/index.js';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';

const NAME_REQUIRED = 'Name Required: Please enter a name to screen';

export class ScreenNameRequest {
  @IsString({ message: NAME_REQUIRED })
  @IsNotEmpty({ message: NAME_REQUIRED })
  @Matches(/\S/, { message: NAME_REQUIRED })
  @MaxLength(350)
  name!: string;
}

/** A word of the screened name and its counterpart in the listed one; null if it has none. */
export interface WordPairView {
  screened: string | null;
  listed: string | null;
  how: 'same' | 'looks' | 'spelling' | 'sound' | 'short form' | 'consonants' | 'initial' | 'joined' | 'none';
  /** 0 to 1. */
  score: number;
}

/** A list entry with which a name was compared, and its score. */
export interface ScreeningMatch {
  /** The listed name that came closest. */
  name: string;
  /** 0 to 1, three decimals. */
  score: number;
  /** The threshold with which it was compared. */
  line: number;
  /** `high`: the name equals the entry's; `low`: only its consonants are alike, of a verified person. */
  level: 'low' | 'medium' | 'high';
  list: string;
  entityNumber: string;
  /** The entry's main name, as published. */
  primaryName: string;
  aliases: string[];
  weakAliases: string[];
  programs: string[];
  /** All of them as one text. */
  program: string;
  type: string;
  birthDates: string[];
  countries: string[];
  /** As published. */
  remarks: string;
  words: WordPairView[];
  /** An explanation of the score, in a sentence or two. */
  explanation: string;
  birthDate: 'same' | 'near' | 'differs' | 'unknown';
  country: 'same' | 'differs' | 'unknown';
}

export interface ScreeningListView {
  name: string;
  /** The day of the list. */
  published: Day;
  fetchedAt: string;
  sha256: string;
}

export interface ScreeningResult {
  name: string;
  status: 'approved' | 'pending' | 'rejected';
  riskLevel: 'low' | 'medium' | 'high';
  reason: string;
  /** At or above the review threshold, best first; empty if explanations are for officers only. */
  matches: ScreeningMatch[];
  /** The best ones below it. */
  near: ScreeningMatch[];
  list: ScreeningListView | null;
  /** The two thresholds for a name alone, 0 to 1. */
  lines: { review: number; exact: number };
  /** False if only status and risk are shown. */
  explained: boolean;
}

/** The sanctions list used for screening. */
export interface SanctionsListView {
  source: string;
  /** Null if no list was loaded yet. */
  name: string | null;
  date: Day | null;
  sha256: string | null;
  entries: number;
  /** ISO 8601: the last complete fetch. */
  loadedAt: string | null;
  /** Whether it is the sandbox's own list, whose age is not checked. */
  sandbox: boolean;
  /** True if nobody can be approved: there is no list, or it is too old. */
  closed: boolean;
}
