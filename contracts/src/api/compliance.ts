import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  MinLength,
} from 'class-validator';
import type { ComplianceCaseKind, KycRole, RiskLevel } from '../events/index.js';
import { PageQuery } from './paging.js';
import type { ScreeningMatch } from './screening.js';

export const COMPLIANCE_CASE_STATES = ['open', 'asked', 'second-approval', 'decided'] as const;
export type ComplianceCaseState = (typeof COMPLIANCE_CASE_STATES)[number];

export class ComplianceCasesQuery extends PageQuery {
  @IsOptional()
  @IsIn([...COMPLIANCE_CASE_STATES, ''], { message: 'state must be open, asked, second-approval or decided' })
  state?: ComplianceCaseState | '';
}

/** A line of the queue: no personal data stands here, a name is shown by the case alone. */
export interface ComplianceCaseRow {
  id: string;
  wallet: string;
  userRole: KycRole;
  kind: ComplianceCaseKind;
  risk: RiskLevel;
  /** Why it was opened, in words. */
  reason: string;
  state: ComplianceCaseState;
  /** Of the best hit, 0 to 1; null where there is none. */
  score: number | null;
  openedAt: string;
  /** YYYY-MM-DD, a business day. */
  promiseBy: string;
  /** Who acted on it last. */
  assignee: string | null;
  proposedBy: string | null;
  decision: 'clear' | 'reject' | null;
  decidedBy: string | null;
  decidedAt: string | null;
}

export interface ComplianceHit extends ScreeningMatch {
  /** Decided before for exactly this person and entry. */
  remembered: boolean;
  confirmed: boolean;
}

export interface ComplianceCaseView extends ComplianceCaseRow {
  revision: number;
  /** Label and value, in the order of the form; masked for who only reads the record. */
  applicant: {
    name: string;
    birthDate: string | null;
    countries: string[];
    fields: { label: string; value: string }[];
  };
  masked: boolean;
  documents: { id: string; kind: string; mediaType: string }[];
  hits: ComplianceHit[];
  history: { at: string; actor: string | null; what: string; reason: string | null }[];
  /** Clearing takes a second person: a hit is high. */
  needsTwo: boolean;
  /** The one who looks may decide now; a sentence where not. */
  mayDecide: true | string;
}

const REASON = 'Say in at least 10 characters why';

export class DecideCaseRequest {
  @IsIn(['clear', 'reject', 'ask'], { message: 'decision must be clear, reject or ask' })
  decision!: 'clear' | 'reject' | 'ask';

  @IsString({ message: REASON }) @MinLength(10, { message: REASON }) @MaxLength(2000) reason!: string;

  @IsInt({ message: 'revision must be the one of the case that was shown' }) @Min(0) revision!: number;

  /** Entity numbers of every open hit, where the decision is to clear. */
  @IsOptional()
  @IsArray({ message: 'hits must be a list of entity numbers' })
  @ArrayMaxSize(500)
  @IsString({ each: true })
  @MaxLength(60, { each: true })
  hits?: string[];
}

/** What an applicant was asked. */
export interface OwnCaseView {
  id: string;
  userRole: KycRole;
  state: 'open' | 'asked' | 'decided';
  openedAt: string;
  /** The question that waits for an answer. */
  question: string | null;
}

const ANSWER = 'Please answer in at least 2 characters';

export class AnswerCaseRequest {
  @IsString({ message: ANSWER }) @Matches(/\S.*\S/s, { message: ANSWER }) @MaxLength(5000) text!: string;
}
