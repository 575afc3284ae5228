import type { Day } from '../money/index.js';
import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';
import type { PauseCause, PayoutSource } from '../events/payouts.js';
import { LISTING } from '../rules/index.js';
import { DAY_OR_NONE, PageQuery } from './paging.js';

/** A payout run. */
export interface PayoutView {
  id: string;
  /** Null if the money belongs to no property. */
  propertyId: number | null;
  /** Null without a property, and briefly after its listing. */
  propertyName: string | null;
  source: Exclude<PayoutSource, 'direct'>;
  /** The due date it is for, or the business day of the payback. */
  period: Day;
  date: Day;
  /** Holders are determined as of this position of the log; null means as of the run's creation. */
  recordPosition: string | null;
  /** Including the fee. */
  amount: number;
  fee: number;
  /** How many wallets it pays; 0 until they are listed. */
  lines: number;
  settled: number;
  /** RLUSD that arrived, without the fee. */
  paid: number;
  unclaimed: number;
  status: 'running' | 'paused' | 'completed';
  /** Null if it is not paused. */
  pausedFor: PauseCause | null;
  /** The caller's own line, and the business day on which it was paid, before that the run's; null if there is none. */
  own: (PayoutLineView & { date: Day }) | null;
}

export interface PayoutLineView {
  wallet: string;
  tokens: number | null;
  amount: number;
  status: 'waiting' | 'submitted' | 'settled' | 'unclaimed' | 'returned';
  txHash: string | null;
  /** Why it cannot be paid; `under-review` tells all but the office neither of a check nor of a conflict. */
  reason: string | null;
}

export interface UnclaimedView {
  wallet: string;
  runId: string;
  propertyId: number | null;
  /** As for a run. */
  propertyName: string | null;
  amount: number;
  reason: string;
  /** The business day on which it could not be paid for the first time. */
  since: Day;
}

export interface EscrowView {
  /** The payout escrow's RLUSD according to its books. */
  ledgerBalance: number;
  /** The books' accounts without the contra account; they sum to `ledgerBalance`. */
  accounts: { name: string; balance: number }[];
  /** The escrow's RLUSD on the last validated ledger; null if the node is unavailable. */
  onLedger: number | null;
}

export class PayoutsQuery extends PageQuery {
  @IsOptional()
  @Matches(new RegExp(`${LISTING.idPattern.source}|^$`), { message: 'propertyId must be a positive whole number' })
  propertyId?: string;

  /** A part of the property's name, or the run's id. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;

  @IsOptional()
  @Matches(/^(all|running|paused|completed)?$/, { message: 'status must be all, running, paused or completed' })
  status?: string;

  /** Business dates, both included. */
  @IsOptional()
  @Matches(DAY_OR_NONE, { message: 'from must be a day as YYYY-MM-DD' })
  from?: string;

  @IsOptional()
  @Matches(DAY_OR_NONE, { message: 'to must be a day as YYYY-MM-DD' })
  to?: string;
}

/** GET /api/payouts/unclaimed/export.csv: as of the last day of this year, or of today. */
export class UnclaimedYearQuery {
  @Matches(/^2\d{3}$/, { message: 'year must be a year as YYYY' })
  year!: string;
}

/** An admin pauses a run, resumes it, or retries its unclaimed lines. */
export class PayoutControlRequest {
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(2000)
  reason?: string;
}

/** A withdrawal of revenue from the fee wallet. */
export interface RevenueWithdrawal {
  /** The id of its payout run. */
  id: string;
  amount: number;
  address: string;
  tag: number | null;
  /** `waiting`: approved, not signed yet; `returned`: nothing was paid. */
  status: 'waiting' | 'submitted' | 'settled' | 'unclaimed' | 'returned';
  /** ISO time before which it is not paid. */
  notBefore: string | null;
  /** Whether an admin can still cancel it. */
  cancelable: boolean;
  txHash: string | null;
  /** Why nothing was paid. */
  reason: string | null;
}

/** The platform's fees: what can be withdrawn, and why not the rest. In RLUSD. */
export interface RevenueView {
  /** The fee wallet's RLUSD on the last validated ledger; null if the node is unavailable. */
  onLedger: number | null;
  /** What its books hold: fees and everything else. */
  booked: number;
  withdrawable: number;
  /** Fees of purchases that are not complete, fees to send back, and fees under way back. */
  mayBeOwedBack: number;
  /** Received without being a fee; a case decides. */
  suspense: number;
  /** On its way out: withdrawals and returns. */
  underWay: number;
  /** Clawed back by the issuer of RLUSD; revenue covers it. */
  loss: number;
  /** Where the settings send it; null: nowhere, so nothing can be withdrawn. */
  address: string | null;
  tag: number | null;
  /** How long a withdrawal waits after its approval, in seconds. */
  waitSeconds: number;
  /** Newest first, at most 100. */
  withdrawals: RevenueWithdrawal[];
}

/** An admin withdraws revenue, to the address and tag that the settings name. */
export class WithdrawRevenueRequest {
  @IsString({ message: 'Amount is required' })
  @Matches(/^(?!0+(\.0*)?$)\d{1,9}(\.\d{1,6})?$/, { message: 'Amount must be positive, with at most 6 decimals' })
  amount!: string;
}

/** Answer to a withdrawal that one person may order alone. */
export interface RevenueOrdered {
  success: true;
  id: string;
}
