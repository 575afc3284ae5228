import type { Day } from '../money/index.js';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
} from 'class-validator';
import type { ComplianceCaseKind, DocumentScan, KycRole, RiskLevel } from '../events/index.js';
import { CASE_REASON_WORDS, DESK } from '../rules/index.js';
import type { KycStatus } from './access.js';
import { PageQuery } from './paging.js';
import type { ScreeningMatch } from './screening.js';

export const COMPLIANCE_CASE_STATES = ['open', 'asked', 'second-approval', 'decided'] as const;
export const COMPLIANCE_CASE_TABS = ['open', 'mine', 'decided'] as const;
export type ComplianceCaseTab = (typeof COMPLIANCE_CASE_TABS)[number];
export type ComplianceCaseState = (typeof COMPLIANCE_CASE_STATES)[number];

export class ComplianceCasesQuery extends PageQuery {
  @IsOptional()
  @IsIn([...COMPLIANCE_CASE_STATES, ''], { message: 'state must be open, asked, second-approval or decided' })
  state?: ComplianceCaseState | '';

  /** `open`: undecided cases; `mine`: undecided cases assigned to the caller; `decided`. */
  @IsOptional()
  @IsIn([...COMPLIANCE_CASE_TABS, ''], { message: 'show must be open, mine or decided' })
  show?: ComplianceCaseTab | '';

  /** A code of `CASE_REASON_WORDS`. */
  @IsOptional()
  @IsIn([...Object.keys(CASE_REASON_WORDS), ''], { message: 'reason must be one of the reasons for a case' })
  reason?: string;
}

/** The search text is in the body, because URLs are stored by browsers and in logs of proxies. */
export class ComplianceCasesSearch extends ComplianceCasesQuery {
  /** A wallet, a case's id or its beginning, or whole words of a name (officers only). */
  @IsString()
  @MaxLength(200)
  search!: string;
}

/** The desk's workload, counted over all cases. */
export interface ComplianceSummary {
  /** Undecided cases, whatever they wait for. */
  open: number;
  toReview: number;
  asked: number;
  secondApproval: number;
  /** Cases whose due date has passed. */
  overdue: number;
  /** Undecided cases assigned to the caller. */
  mine: number;
  /** From opening to decision, of cases decided in the last 30 days; null if there are none. */
  medianMinutes: number | null;
}

/** A row of the queue. It contains no personal data: only the case itself shows a name. */
export interface ComplianceCaseRow {
  id: string;
  wallet: string;
  userRole: KycRole;
  kind: ComplianceCaseKind;
  risk: RiskLevel;
  /** Why it was opened, as text. */
  reason: string;
  state: ComplianceCaseState;
  /** The best hit's score, 0 to 1; null if there is none. */
  score: number | null;
  openedAt: string;
  /** A business day. */
  promiseBy: Day;
  /** Business days until then; negative if it has passed. */
  daysLeft: number;
  /** The officer to whom it is assigned: who took it, opened it first, or decided it. */
  assignee: string | null;
  proposedBy: string | null;
  decision: 'clear' | 'reject' | null;
  decidedBy: string | null;
  decidedAt: string | null;
}

export interface ComplianceHit extends ScreeningMatch {
  /** An earlier decision for exactly this person and entry. */
  remembered: boolean;
  confirmed: boolean;
}

/** Numbers of an application that can only be shown in full one at a time, which is always recorded. */
export const SECRET_FIELDS = ['ssn', 'taxId', 'accountNumber', 'routingNumber'] as const;
export type SecretField = (typeof SECRET_FIELDS)[number];

export class RevealFieldRequest {
  @IsIn(SECRET_FIELDS, { message: `field must be one of ${SECRET_FIELDS.join(', ')}` })
  field!: SecretField;
}

export interface RevealedField {
  field: SecretField;
  value: string;
}

export interface ComplianceCaseView extends ComplianceCaseRow {
  revision: number;
  /** Label and value, in the order of the form; masked for auditors. */
  applicant: {
    name: string;
    birthDate: string | null;
    countries: string[];
    /** `secret`: `value` has only the last four characters; the field can be revealed. */
    fields: { label: string; value: string; secret: SecretField | null }[];
  };
  masked: boolean;
  documents: {
    id: string;
    kind: string;
    mediaType: string;
    /** Whether it can be opened: a document that waits for the malware scan is not shown. */
    scan: DocumentScan;
    /** Whether the caller has opened it in this case. */
    opened: boolean;
  }[];
  hits: ComplianceHit[];
  history: { at: string; actor: string | null; what: string; reason: string | null }[];
  /**
   * Other wallets related to the person: with the same number, linked by an officer, linked through another wallet, or
   * set apart.
   */
  wallets: PersonWalletView[];
  /** Whether clearing takes a second officer. */
  needsTwo: boolean;
  /** Whether the caller may decide now; otherwise a sentence with the reason. */
  mayDecide: true | string;
  /** Whether the caller may link wallets to the person. */
  mayLink: boolean;
}

export interface PersonWalletView {
  wallet: string;
  how: 'same-number' | 'linked' | 'through-another' | 'apart';
  investor: KycStatus;
  landlord: KycStatus;
  suspended: boolean;
}

/** The minimum length of every sentence typed at the desk. */
export const REASON_TOO_SHORT = `Give a reason of at least ${DESK.reasonMin} characters`;
const SENTENCE = new RegExp(`^\\s*\\S[^]{${DESK.reasonMin - 2},}\\S\\s*$`);
const all =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, key) =>
    rules.forEach((rule) => rule(target, key));
const IsReason = () =>
  all(
    Matches(SENTENCE, { message: REASON_TOO_SHORT }),
    MaxLength(DESK.reasonMax, { message: 'Please shorten this text' }),
  );
const IsWallet = () => Matches(/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/, { message: 'Type the address of a wallet: r…' });

export class DecideCaseRequest {
  /** `return`: the second officer returns it to the first. */
  @IsIn(['clear', 'reject', 'ask', 'return'], { message: 'decision must be clear, reject, ask or return' })
  decision!: 'clear' | 'reject' | 'ask' | 'return';

  /** May be left out by a second officer who agrees. */
  @IsOptional()
  @Matches(/\S/, { message: 'Please give a reason' })
  @MaxLength(DESK.reasonMax, { message: 'Please shorten this text' })
  reason?: string;

  @IsInt({ message: 'revision must be the one of the case that was shown' }) @Min(0) revision!: number;

  /** Entity numbers of every open hit, for the decision to clear. */
  @IsOptional()
  @IsArray({ message: 'hits must be a list of entity numbers' })
  @ArrayMaxSize(500)
  @IsString({ each: true })
  @MaxLength(60, { each: true })
  hits?: string[];
}

/** The form's requirement for a reason: a whole sentence. */
export class DecideCaseForm extends DecideCaseRequest {
  @IsOptional()
  @IsReason()
  declare reason?: string;
}

/** An officer takes a case, or returns their own to the queue. */
export class AssignCaseRequest {
  @IsBoolean({ message: 'mine must be true or false' }) mine!: boolean;
}

/** An officer's note on a case. */
export class NoteCaseRequest {
  @Matches(/\S/, { message: 'Write a note' })
  @MaxLength(DESK.reasonMax, { message: 'Please shorten this text' })
  note!: string;
}

/** An officer records whether another wallet belongs to the same person. */
export class LinkWalletRequest {
  @IsWallet() wallet!: string;

  @IsBoolean({ message: 'linked must be true or false' }) linked!: boolean;

  @IsReason() reason!: string;

  /** Which of the two was lost; its verifications end. If not set, both stay valid. */
  @IsOptional()
  @IsWallet()
  ends?: string;
}

/** A question to an applicant that waits for an answer. */
export interface OwnCaseView {
  id: string;
  userRole: KycRole;
  /** Null if the person was erased. */
  question: string | null;
}

const ANSWER = 'Please answer in at least 2 characters';

export class AnswerCaseRequest {
  @IsString({ message: ANSWER }) @Matches(/\S.*\S/s, { message: ANSWER }) @MaxLength(DESK.answerMax) text!: string;
}
