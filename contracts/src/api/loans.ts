import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { LoanAccountText, Day } from '../money/index.js';
import { LISTING, LOAN } from '../rules/index.js';
import { IsDecimalNumber } from './decimal.js';

const PROPERTY = { message: 'Property selection required' };
const DUE_DAY = { message: 'Payment due day must be between 1-28' };
const PAYOUT_DAY = { message: 'Payout day must be between 1-28' };
const RENT = { message: 'Monthly rent must be positive' };
const FEE = { message: 'Platform fee must be between 0% and 30%' };
const AMOUNT = { message: 'Amount must be positive, with at most 2 decimals' };
const WALLET_MAX = 100;
const AMOUNT_MAX = 1_000_000_000;

abstract class Repayment {
  @IsInt(PROPERTY)
  @Min(1, PROPERTY)
  @Max(999_999_999, PROPERTY)
  propertyId!: number;
  @IsOptional() @IsString() @MaxLength(WALLET_MAX) landlordWallet?: string;
  /** The payout escrow, or the wallet of the only holder. */
  @IsString({ message: 'Investor wallet is required' })
  @Matches(/\S/, { message: 'Investor wallet is required' })
  @MaxLength(WALLET_MAX)
  investorWallet!: string;
  @IsOptional() @IsNumber() platformFee?: number;
  @IsOptional() @IsNumber() totalAmount?: number;
  /** The effect of early principal: fewer installments, or lower ones. */
  @IsOptional() @IsIn(['term', 'instalment']) earlyPrincipal?: 'term' | 'instalment' = 'term';
  /** The payer's choice: the part beyond the due amount is early principal and prepays no installment. */
  @IsOptional() @IsBoolean() asEarlyPrincipal?: boolean = false;
}

/** REQ-2.7.10 POST /api/rlusd/payback. */
export class PaybackRequest extends Repayment {
  @IsDecimalNumber(2, AMOUNT)
  @Min(0.01, AMOUNT)
  @Max(AMOUNT_MAX)
  paybackAmount!: number;
  @IsOptional() @IsIn(['loan_payback']) type?: 'loan_payback';
}

/** REQ-2.7.10 POST /api/loan/payment: the same, where a recommendation was selected. */
export class LoanPaymentRequest extends Repayment {
  @IsDecimalNumber(2, AMOUNT)
  @Min(0.01, AMOUNT)
  @Max(AMOUNT_MAX)
  paymentAmount!: number;
}

/** POST /api/rlusd/deposit: the landlord's deposit for due installments of the property. */
export class DepositRequest {
  @IsInt(PROPERTY)
  @Min(1, PROPERTY)
  @Max(999_999_999, PROPERTY)
  propertyId!: number;
  @IsDecimalNumber(2, AMOUNT)
  @Min(0.01, AMOUNT)
  @Max(AMOUNT_MAX)
  amount!: number;
}

/** POST /api/loan/withdraw-deposit: back to the landlord's own wallet. */
export class WithdrawDepositRequest extends DepositRequest {}

/** REQ-2.7.9 POST /api/loan/setup-autopay. Posted terms are compared with the loan's. */
export class SetupAutopayRequest {
  @IsInt(PROPERTY)
  @Min(1, PROPERTY)
  @Max(999_999_999, PROPERTY)
  propertyId!: number;
  @IsOptional() @IsString() @MaxLength(200) propertyName?: string;
  @IsOptional() @IsNumber() loanPrincipal?: number;
  /** Decimal: 0.08. */
  @IsOptional() @IsNumber() interestRate?: number;
  @IsOptional() @IsInt() loanTermMonths?: number;
  @IsOptional()
  @IsInt(DUE_DAY)
  @Min(LOAN.paymentDueDay.min, DUE_DAY)
  @Max(LOAN.paymentDueDay.max, DUE_DAY)
  paymentDueDay?: number;
  @IsOptional() @IsString() @MaxLength(WALLET_MAX) landlordWallet?: string;
  @IsOptional() @IsString() @MaxLength(WALLET_MAX) investorWallet?: string;
  @IsOptional() @IsBoolean() autoPayEnabled?: boolean = true;
}

/** Property owner payments (REQ-2.5.7, REQ-2.7.7). */
export class SetupAutoPaymentsRequest {
  @IsInt(PROPERTY)
  @Min(1, PROPERTY)
  @Max(999_999_999, PROPERTY)
  propertyId!: number;
  @IsDecimalNumber(2, RENT)
  @Min(1, RENT)
  @Max(AMOUNT_MAX)
  monthlyRentAmount!: number;
  @IsOptional() @IsBoolean() autoPayoutEnabled?: boolean = true;
  @IsOptional()
  @IsInt(PAYOUT_DAY)
  @Min(LOAN.paymentDueDay.min, PAYOUT_DAY)
  @Max(LOAN.paymentDueDay.max, PAYOUT_DAY)
  payoutDay?: number;
  /** The fraction: 0.05 is 5 %. */
  @IsOptional()
  @IsDecimalNumber(4, FEE)
  @Min(0, FEE)
  @Max(LOAN.automation.maxPlatformFee, FEE)
  platformFeePercentage?: number = LOAN.automation.platformFee;
  @IsString({ message: 'Escrow wallet is required' })
  @Matches(/\S/, { message: 'Escrow wallet is required' })
  @MaxLength(WALLET_MAX)
  escrowWallet!: string;
  @IsString({ message: 'RLUSD gateway is required' })
  @Matches(/\S/, { message: 'RLUSD gateway is required' })
  @MaxLength(WALLET_MAX)
  rlusdGateway!: string;
  @IsOptional() @IsString() @MaxLength(WALLET_MAX) propertyOwnerWallet?: string;
}

/** GET /api/property-owner/payment-config. */
export class PaymentConfigQuery {
  @Matches(LISTING.idPattern, PROPERTY)
  propertyId!: string;
}

/** POST /api/loan/redemption: notice that all tokens will be redeemed. */
export class RedemptionRequest {
  @IsInt(PROPERTY)
  @Min(1, PROPERTY)
  @Max(999_999_999, PROPERTY)
  propertyId!: number;
}

export type LoanStatus = 'current' | 'in_arrears' | 'paid_off';

/** One repayment in the loan's history. Amounts in RLUSD. */
export interface LoanPaymentView {
  id: string;
  date: Day;
  source: string;
  amount: number;
  interest: number;
  principal: number;
  txHash: string | null;
}

/** The loan fields in every answer about a property; null before the loan begins. Amounts in RLUSD. */
export interface LoanFields {
  loanStatus: LoanStatus | null;
  loanPrincipal: number | null;
  /** Decimal: 0.065. */
  interestRate: number | null;
  loanTermMonths: number | null;
  monthlyPaymentAmount: number | null;
  remainingBalance: number | null;
  arrears: number | null;
  paymentDueDay: number | null;
  /** Moved past weekends and holidays. */
  nextPaymentDue: Day | null;
  nominalDueDate: Day | null;
  autoPayEnabled: boolean | null;
  totalPaid: number | null;
  paymentHistory: LoanPaymentView[] | null;
}

export interface ScheduleRow {
  number: number;
  dueDate: Day;
  payment: number;
  interest: number;
  principal: number;
  balance: number;
  paid: boolean;
}

/** GET /api/loan/{propertyId}: for its landlord, admins and auditors. */
export interface LoanView extends LoanFields {
  propertyId: number;
  propertyName: string;
  ownerWallet: string;
  /** Held in the escrow for due installments. */
  deposit: number;
  schedule: ScheduleRow[];
  /** The payoff amount on this business day. */
  quote: {
    date: Day;
    amount: number;
    principal: number;
    interest: number;
    /** Repayments that have begun, or ended unpaid, and could still arrive: the quote does not count them. */
    arriving: number;
  } | null;
  /** Installments that the deposit does not cover. */
  claims: { dueDate: Day; amount: number; missing: number }[];
  /** Everything that has fallen due and is unpaid, in arrears or not. */
  due: number | null;
  minimumRepayment: number | null;
  /** The loan's account on this business day; null unless a loan is open. */
  account: LoanAccountText | null;
  openedOn: Day | null;
  paidOffOn: Day | null;
  rentAutomation: boolean;
  /** Notice of redemption, and the first day on which it can be carried out. */
  redemption: { noticedOn: Day; redeemableFrom: Day } | null;
}

export interface AutopayAnswer {
  success: true;
  monthlyPayment: number;
  nextPaymentDate: Day | null;
}

export interface RedemptionAnswer {
  success: true;
  /** The business day from which the quote of that day redeems the tokens. */
  noticeUntil: Day;
}

/** GET /api/property-owner/payment-config?propertyId=: the settings, or the form's defaults. */
export interface PaymentConfigView {
  propertyId: number;
  monthlyRentAmount: number;
  autoPayoutEnabled: boolean;
  payoutDay: number;
  platformFeePercentage: number;
  escrowWallet: string;
  rlusdGateway: string;
  propertyOwnerWallet: string;
  /** False if nothing was set up: the figures are the form's defaults. */
  configured: boolean;
  /** A raised fee and the day from which it applies; null if there is none. */
  feeChange: { platformFeePercentage: number; from: Day } | null;
}

export interface LoanRecommendation {
  paymentType: 'regular' | 'catch_up' | 'round_up' | 'extra' | 'payoff';
  recommendedAmount: number;
  urgency: 'high' | 'medium' | 'low';
  reasoning: string;
  /** Interest that this payment saves, RLUSD. */
  savings: number;
  dueDate: Day | null;
  autoPaySuggestion: boolean;
}
