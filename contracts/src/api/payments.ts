import type { Day } from '../money/index.js';
import type { LoanStatus } from './loans.js';
import {
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import { PAYMENT, WALLET } from '../rules/index.js';
import type { DeliveryObstacle } from '../events/delivery.js';
import type { Leg } from '../events/payments.js';
import type { SignRequestLinks } from './access.js';
import { IsDecimalNumber } from './decimal.js';

const WALLET_REQUIRED = 'Wallet Required - Please enter your XRPL wallet address';

/** Purchase (REQ-1.5.15, REQ-1.5.16). */
export class PurchaseRequest {
  @IsInt({ message: 'Must purchase at least 1 token' })
  @Min(1, { message: 'Must purchase at least 1 token' })
  @Max(100_000_000)
  tokensToPurchase!: number;
}

/** REQ-2.7.1 POST /api/rlusd/create-payment (checkout, fee 0). */
export class CheckoutRequest {
  @IsInt({ message: 'Please select a property' })
  @Min(1, { message: 'Please select a property' })
  propertyId!: number;
  @IsOptional()
  @IsString()
  @MaxLength(100)
  tokenHolderId?: string;
  @IsInt({ message: 'Must purchase at least 1 token' })
  @Min(1, { message: 'Must purchase at least 1 token' })
  @Max(100_000_000)
  tokensRequested!: number;
  @IsOptional()
  @IsNumber()
  amount?: number;
  @IsString({ message: WALLET_REQUIRED })
  @MaxLength(100)
  @Matches(/\S/, { message: WALLET_REQUIRED })
  walletAddress!: string;
}

/** Absent, or valid by the other rules; `IsOptional` would also accept null. */
const MayBeLeftOut = () => ValidateIf((_, value) => value !== undefined);

/** REQ-1.7.17 POST /api/rlusd/payment (simple investment). */
export class InvestmentPaymentRequest {
  @IsInt({ message: 'Please select a property' })
  @Min(1, { message: 'Please select a property' })
  propertyId!: number;
  /** The session's own wallet, or left out; null is not allowed. */
  @MayBeLeftOut() @IsString({ message: 'Type the address of your wallet' }) @MaxLength(100) fromWallet?: string;
  @IsOptional() @IsString() @MaxLength(100) toWallet?: string;
  @IsDecimalNumber(2, { message: 'Minimum investment is 100 RLUSD' })
  @Min(PAYMENT.investment.min, { message: 'Minimum investment is 100 RLUSD' })
  @Max(1_000_000_000)
  amount!: number;
  @IsOptional() @IsNumber() platformFee?: number;
  @IsOptional() @IsNumber() totalAmount?: number;
  @IsOptional() @IsIn(['property_investment']) type?: string;
}

/** REQ-2.7.15 POST /api/rlusd/process-payment. */
export class DirectPaymentRequest {
  @IsString()
  @MinLength(WALLET.minLength, { message: 'Valid XRPL wallet address required' })
  @MaxLength(100)
  recipientWallet!: string;
  @IsDecimalNumber(6, { message: 'Amount must be at least 0.01 RLUSD' })
  @Min(0.01, { message: 'Amount must be at least 0.01 RLUSD' })
  @Max(1_000_000, { message: 'Amount too large' })
  amount!: number;
  @IsOptional() @IsNumber() platformFee?: number;
  @IsOptional() @IsNumber() totalAmount?: number;
  @IsOptional()
  @IsString()
  @MaxLength(PAYMENT.direct.memoMax, { message: 'Memo must be at most 100 characters' })
  memo?: string;
  @IsOptional()
  @IsIn(['standard', 'fast'])
  priority?: 'standard' | 'fast' = 'standard';
}

/** POST /api/admin/payments/{paymentId}/refund-fee. */
export class RefundFeeRequest {
  @IsString()
  @IsNotEmpty({ message: 'Give the reason for sending the fee back' })
  @MaxLength(500)
  reason!: string;
}

/** `settling`: the payment is validated and the payer's wallet refuses the tokens. */
export type PaymentStatus = 'pending' | 'processing' | 'settling' | 'completed' | 'failed';
export type FeeStatus = 'none' | 'open' | 'paid' | 'unpaid';
export type LegState = 'waiting' | 'signed' | 'submitted' | 'validated' | 'failed' | 'void';

export interface SignRequestView extends SignRequestLinks {
  leg: Leg;
  expiresAt: string;
}

export interface PaymentView {
  id: string;
  kind: string;
  status: PaymentStatus;
  txHashes: { recipient: string | null; platform: string | null };
  error: string | null;
  /** How it ended, if the status alone does not tell: cancelled, expired, declined. */
  outcome: 'open' | 'settled' | 'failed' | 'cancelled' | 'declined' | 'expired';
  amount: number;
  platformFee: number;
  totalAmount: number;
  payer: string;
  payee: string;
  propertyId: number | null;
  propertyName: string | null;
  tokens: number | null;
  memo: string | null;
  createdAt: string;
  expiresAt: string;
  feeStatus: FeeStatus;
  /** A fee was paid that is not owed, and the platform refunds it. */
  feeOwedBack: boolean;
  cancellable: boolean;
  /** It ended unpaid, but is signed: until the ledger can no longer include it, what it reserved stays reserved. */
  couldLand: boolean;
  /** The payment is validated but its tokens cannot be issued: why, and the last day of the wait. */
  undeliverable: { reason: DeliveryObstacle; until: Day } | null;
  /**
   * The payee owes the payment back. `held`: only once the compliance desk has released the payer's wallet. `dueOn`
   * (YYYY-MM-DD): null if no day is set. `amount`: decimal text.
   */
  owedBack:
    | ({ by: string; amount: string } & (
        { status: 'overdue'; dueOn: Day } | { status: 'due' | 'held' | 'paid'; dueOn: Day | null }
      ))
    | null;
  priority: 'standard' | 'fast';
  /**
   * The network fee of a fast payment per transaction, and the network's current fee, in drops. Equal if the limit
   * leaves no room. Null for a standard payment, and before its first request.
   */
  fastFee: { drops: string; asks: string } | null;
  /** The network's fee, in drops, while it is above the platform's limit, so that the request waits. */
  networkFee: { drops: string; ceiling: string } | null;
  /** The payment that this one refunds. */
  refundOf: string | null;
  /** The payment whose owed fee this one pays. */
  feeOf: string | null;
  /** The refund of this payment; null if there is none. */
  refund: { paymentId: string; status: PaymentStatus } | null;
  signRequests: SignRequestView[];
  legs: { leg: Leg; state: LegState; txHash: string | null; result: string | null }[];
}

export interface PaymentStartedAnswer {
  success: true;
  paymentId: string;
  status: PaymentStatus;
  amount: number;
  platformFee: number;
  totalAmount: number;
  expiresAt: string;
  signRequests: SignRequestView[];
}

export interface TransactionView {
  id: string;
  propertyId: number;
  propertyName: string;
  tokenHolderId: string;
  tokensPurchased: number;
  totalCost: number;
  estimatedMonthlyReturn: number;
  createdAt: string;
  txHash: string;
  /** The business day on which it was recorded; left out if it is that of `createdAt`. */
  date?: Day;
  /** When the loan was paid off and the tokens ended; left out while they are held. */
  redeemedAt?: string;
}

/** GET /api/portfolio: totals over all of the caller's purchases. */
export interface PortfolioView {
  purchases: number;
  tokens: number;
  totalCost: number;
  /** Estimated from the tokens' terms, RLUSD a month. */
  monthlyIncome: number;
  /** The number of properties with tokens held; `holdings` names those with the most. */
  properties: number;
  holdings: HoldingView[];
  /** RLUSD received from payouts so far. */
  returned: number;
  /** Payout income by month (YYYY-MM of the business calendar), oldest first, the current one last. */
  months: { month: string; income: number }[];
  /** One position per property with purchases, the largest at par first. */
  positions: PositionView[];
  /** What is overdue and the shares of the next three months, by day. */
  coming: ComingShareView[];
  /**
   * By month (YYYY-MM of the business calendar), oldest first: interest and returned principal of rent shares, and of
   * the loans' schedules, before fees. Overdue amounts are in the current month.
   */
  income: { month: string; interest: number; principal: number; scheduled: number }[];
  /** Shares of the outstanding principal, largest first; they sum to 1. */
  concentration: { propertyId: number; name: string; outstanding: number; share: number }[];
  /** For all positions together, like those of each: 0.065 is 6.5 % a year. */
  irr: number | null;
  expected: number | null;
  /** Payouts that did not reach the caller's wallet, by reason. */
  unclaimed: UnclaimedSumView[];
}

/** RLUSD that stays owed to a wallet until it can arrive; the reason as in GET /api/payouts/unclaimed. */
export interface UnclaimedSumView {
  reason: string;
  /** What its owner can change; null if it is not up to the owner. */
  todo: string | null;
  amount: number;
  /** Names of the properties that it is from. */
  properties: string[];
}

export interface HoldingView {
  propertyId: number;
  name: string;
  tokens: number;
}

/** A rent share to come, or everything in which a landlord is behind. */
export interface ComingShareView {
  propertyId: number;
  name: string;
  /** The business day on which it is due; of overdue installments, the oldest one's. */
  day: Day;
  /** RLUSD, after the fee of autopay; before fees if it is overdue, because a late landlord usually repays by hand. */
  amount: number;
  /** The number of installments in arrears; 0 if it is not overdue. */
  behind: number;
}

/** Tokens of one property. Money is RLUSD. */
export interface PositionView {
  propertyId: number;
  name: string;
  /** Held now. */
  tokens: number;
  /** The amount paid, including fees. */
  cost: number;
  /** The price of the tokens held. */
  valueAtPar: number;
  /** The part of that which is not paid back yet. */
  outstanding: number;
  /** The amount received, after fees: interest and returned principal minus the runs' fees. */
  received: number;
  interest: number;
  principal: number;
  /** The remaining income by the loan's schedule, before fees; null before the loan begins. */
  stillDue: number | null;
  /** The part of it with which the landlord is late. */
  arrears: number;
  /**
   * The annual effective rate of all flows, fees included, with what is outstanding at par today; null within twelve
   * months, and if nothing was received or is outstanding.
   */
  irr: number | null;
  /** The same for the whole life, if everything still due is paid on its day by autopay; null before the loan begins */
  expected: number | null;
  /** The specification's yield, percent: it counts returned principal as income. */
  annualYield: number;
  loanStatus: LoanStatus | null;
}
