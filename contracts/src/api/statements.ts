import type { Day } from '../money/index.js';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { ActivityType } from './activity.js';

/** A year or a month of the business calendar. */
export const STATEMENT_PERIOD = /^20\d{2}(-(0[1-9]|1[0-2]))?$/;

export const STATEMENT_FORMATS = ['json', 'pdf', 'csv', 'xlsx', 'ofx', 'camt053', 'jsonl', 'journal'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

/**
 * A movement of RLUSD on a validated ledger. Money is decimal text with up to six places: `amount` is signed from the
 * wallet's perspective, the parts are unsigned. A rent share's amount is its interest plus its principal minus its fee.
 */
export interface StatementMovement {
  id: string;
  /** The day of the business calendar on which it was recorded; its period is that of this day. */
  date: Day;
  /** When, ISO 8601, UTC. */
  at: string;
  type: Exclude<ActivityType, 'issuance' | 'redemption'>;
  counterparty: string | null;
  property: { id: number; name: string | null } | null;
  tokens: number | null;
  amount: string;
  /** The running net of platform movements after this one. */
  balance: string;
  /** Null if it is not a rent share. */
  interest: string | null;
  principal: string | null;
  /** For a rent share, its part of the run's fee; otherwise null, because a payment's fee is a separate movement. */
  fee: string | null;
  txHash: string;
  ledgerIndex: number;
  /** The path of its receipt; null if there is none. */
  receipt: string | null;
}

/** Tokens held at the end of a period. */
export interface StatementHolding {
  property: { id: number; name: string | null };
  tokens: number;
  /** RLUSD, decimal text: the tokens' price at par, and the part of it that is not paid back yet. */
  cost: string;
  outstanding: string;
}

export interface StatementTotals {
  /** Paid for tokens, and received for them as a landlord, minus refunds. */
  bought: string;
  sold: string;
  interest: string;
  principal: string;
  /** Platform fees, both of payments and of rent shares. */
  fees: string;
  /** Repaid by a landlord. */
  repaid: string;
  /** Deposits minus withdrawals. */
  deposited: string;
  /** What was collected from a landlord's deposits. */
  collected: string;
  /** Unclaimed rent shares: due from settled runs, but not paid yet because the wallet could not receive them. */
  withheld: string;
}

/** GET /api/statements/{period}. Money is RLUSD, decimal text with up to six places. */
export interface StatementView {
  /** `2026` or `2026-11`. */
  period: string;
  wallet: string;
  /** The first and the last day. */
  from: Day;
  to: Day;
  /** Whether the period has not ended, so that more movements may follow. */
  running: boolean;
  /** While it runs: the last day of it so far, and when the statement was computed (ISO 8601, UTC). */
  soFar?: { to: Day; at: string };
  /** The running net of platform movements, from 0 at the first one: not the wallet's balance. */
  opening: string;
  closing: string;
  totals: StatementTotals;
  /** Received rent shares: interest plus principal minus their fees. */
  rentReceived: string;
  /** Oldest first. */
  movements: StatementMovement[];
  holdings: StatementHolding[];
  /** The log position of the statement, and the seal of the event there, in hex. */
  log: { position: string; seal: string };
}

/** GET /api/statements: the months with movements, and their years, newest first. */
export interface StatementPeriodView {
  /** `2026` or `2026-11`. */
  period: string;
  /** Movements in it. */
  movements: number;
  /** Whether it has not ended. */
  running: boolean;
}

export class StatementsQuery {
  /** A wallet other than the caller's own, for admins and auditors. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  wallet?: string;
}

export class StatementQuery extends StatementsQuery {
  @IsOptional()
  @IsIn(['', ...STATEMENT_FORMATS], { message: `format must be one of: ${STATEMENT_FORMATS.join(', ')}` })
  format?: StatementFormat | '';
}
