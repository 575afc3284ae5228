import { IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { ACTIVITY_STATUSES } from '../rules/index.js';
import type { TransactionEnding } from './administration.js';
import { DAY_MOMENT_OR_NONE, PageQuery } from './paging.js';
import type { Day } from '../money/index.js';

export const ACTIVITY_TYPES = [
  'purchase',
  'refund',
  'rent_share',
  'repayment',
  'deposit',
  'withdrawal',
  'direct_payment',
  'fee',
  'issuance',
  'redemption',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

/** GET /api/activity: movements of the caller's money and tokens through the platform, newest first. */
export interface ActivityView {
  id: string;
  type: ActivityType;
  /** The day of the business calendar on which it was recorded. */
  date: Day;
  /** When, ISO 8601, UTC. */
  at: string;
  /** From the caller's side: `none` if neither side is the caller's. */
  direction: 'in' | 'out' | 'none';
  /** A wallet, masked if it is another person's purchase; null if the other party is the platform. */
  counterparty: string | null;
  property: { id: number; name: string | null } | null;
  /** RLUSD, decimal text with up to six places; null if only tokens moved. */
  amount: string | null;
  /** RLUSD, decimal text: the platform fee that the same user paid with it. */
  fee: string | null;
  tokens: number | null;
  status: ActivityStatus;
  /** Of a failed payment with which nothing went wrong. */
  ending?: TransactionEnding;
  txHash: string | null;
  /** Rows of one payment share it: the payment, its fee, its tokens. */
  paymentId: string | null;
  /** The path of its receipt; null if there is none. */
  receipt: string | null;
}

export class ActivityQuery extends PageQuery {
  /** A day of the business calendar, or the time of a record. */
  @IsOptional()
  @Matches(DAY_MOMENT_OR_NONE, { message: 'from must be a day as YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ' })
  from?: string;

  /** A day, which is included entirely, or a time, which is exclusive. */
  @IsOptional()
  @Matches(DAY_MOMENT_OR_NONE, { message: 'to must be a day as YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ' })
  to?: string;

  @IsOptional()
  @IsIn(['', ...ACTIVITY_TYPES], { message: `type must be one of: ${ACTIVITY_TYPES.join(', ')}` })
  type?: ActivityType | '';

  @IsOptional()
  @IsIn(['', ...ACTIVITY_STATUSES], { message: `status must be one of: ${ACTIVITY_STATUSES.join(', ')}` })
  status?: ActivityStatus | '';

  @IsOptional()
  @IsString()
  @MaxLength(100, { message: 'Search for at most 100 characters' })
  q?: string;

  /** A wallet other than the caller's own, for admins and auditors. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  wallet?: string;
}
