/**
 * Stream `loan-<propertyId>`: what a landlord owes the holders of a property's tokens. Stream
 * `collection-<propertyId>`: whether the platform collects it. Stream `notifications-<propertyId>`: who was notified of
 * what.
 */
import type { AllocationPart } from '../money/loan-allocation.js';
import type { Amount, BusinessDate, EventType, Wallet } from './event-type.js';

/** The listing was closed or fully funded: the landlord now owes what the sold tokens raised. */
export type LoanOpened = EventType<
  'LoanOpened',
  {
    propertyId: number;
    propertyName: string;
    owner: Wallet;
    /** The sum of settled purchases. */
    principal: Amount;
    tokens: number;
    /** Annual percentage as decimal text: `6.5`. */
    annualRate: string;
    termMonths: number;
    monthlyPayment: Amount;
    openedOn: BusinessDate;
    /** 1 to 28. */
    dueDay: number;
    firstDueDate: BusinessDate;
  }
>;
/** Only before the first due date. */
export type DueDayMoved = EventType<
  'DueDayMoved',
  { propertyId: number; dueDay: number; firstDueDate: BusinessDate; date: BusinessDate }
>;
export type InstalmentFellDue = EventType<
  'InstalmentFellDue',
  {
    propertyId: number;
    number: number;
    /** Nominal: interest is based on it. */
    dueDate: BusinessDate;
    /** The due date moved past weekends and holidays: the first day on which it is collected. */
    collectOn: BusinessDate;
    interest: Amount;
    principal: Amount;
    /** Principal of earlier installments that was unpaid: the interest includes a month's on it. */
    overdue: Amount;
    /** The part that had been prepaid. */
    interestPaid: Amount;
    principalPaid: Amount;
    /** The loan's balance once it is paid. */
    balance: Amount;
  }
>;
/** A day's payoff: a payment of this amount that starts on that day closes the loan. */
export interface QuoteData {
  date: BusinessDate;
  interest: Amount;
  principal: Amount;
}
/** Recorded in the commit that starts the payment: collections wait for its end. */
export type RepaymentBegun = EventType<
  'RepaymentBegun',
  {
    propertyId: number;
    paymentId: string;
    amount: Amount;
    /** The payout escrow, or the wallet of the only holder. */
    to: 'escrow' | 'holder';
    earlyPrincipal: 'term' | 'instalment';
    /** The payer chose that everything above what is due is early principal. */
    allEarly: boolean;
    /** Set if the amount is the payoff of the day. */
    quote: QuoteData | null;
    date: BusinessDate;
  }
>;
/** The payment ended without moving money. */
export type RepaymentAbandoned = EventType<
  'RepaymentAbandoned',
  { propertyId: number; paymentId: string; reason: 'failed' | 'cancelled' | 'expired' }
>;
/**
 * The payment arrived after it was abandoned, or when nothing was owed anymore: it is kept as the landlord's deposit.
 */
export type RepaymentDeposited = EventType<
  'RepaymentDeposited',
  { propertyId: number; paymentId: string; amount: Amount; hash: string; date: BusinessDate }
>;
export const REPAYMENT_SOURCES = ['payback', 'direct', 'autopay', 'automation'] as const;
export type RepaymentSource = (typeof REPAYMENT_SOURCES)[number];
export type RepaymentReceived = EventType<
  'RepaymentReceived',
  {
    propertyId: number;
    /** The payment, or the run that collected it. */
    repaymentId: string;
    source: RepaymentSource;
    amount: Amount;
    date: BusinessDate;
    /** The ledger transaction of a payment; null if it was collected from the deposit. */
    hash: string | null;
    ledgerIndex: number | null;
  }
>;
/** In the commit with its receipt. The parts and the excess sum to the received amount. */
export type RepaymentAllocated = EventType<
  'RepaymentAllocated',
  {
    propertyId: number;
    repaymentId: string;
    parts: (Omit<AllocationPart, 'amount'> & { amount: Amount })[];
    interest: Amount;
    principal: Amount;
    /** The part beyond the loan's payoff. */
    excess: Amount;
    /** The values afterwards. */
    monthlyPayment: Amount;
    instalmentsLeft: number;
    balance: Amount;
  }
>;
/** An installment was unpaid for five business days after its collection day. */
export type LoanInArrears = EventType<
  'LoanInArrears',
  { propertyId: number; dueDate: BusinessDate; amount: Amount; date: BusinessDate }
>;
/**
 * A repayment was found that counts on a day before installments fell due: interest that was charged on principal that
 * it had paid is a credit.
 */
export type LoanCorrected = EventType<
  'LoanCorrected',
  {
    propertyId: number;
    repaymentId: string;
    /** The day on which the repayment counts. */
    date: BusinessDate;
    /** What is taken off the interest of installments that fell due since, and the overdue principal without it. */
    installments: { dueDate: BusinessDate; interest: Amount; overdue: Amount }[];
    /** Interest that had been paid already: it prepays the next installment's. */
    prepaid: Amount;
  }
>;
/** An installment turns out to have been paid before it was in arrears. */
export type LoanArrearsWithdrawn = EventType<
  'LoanArrearsWithdrawn',
  { propertyId: number; dueDate: BusinessDate; date: BusinessDate }
>;
/** What RLUSD's issuer does so that landlords cannot repay: to everybody, to the payout escrow, or to one wallet. */
export const PREVENTIONS = ['global-freeze', 'transfer-fee', 'escrow-freeze', 'wallet-freeze'] as const;
export type Prevention = (typeof PREVENTIONS)[number];
/** From this day on, RLUSD's issuer prevents the landlord from repaying: no days of grace are counted. */
export type RepaymentsPrevented = EventType<
  'RepaymentsPrevented',
  { propertyId: number; by: Prevention; date: BusinessDate }
>;
/** The last day of it: repayments are possible again. */
export type RepaymentsPossible = EventType<'RepaymentsPossible', { propertyId: number; date: BusinessDate }>;
/** What RLUSD's issuer did to prevent repayments is known up to a ledger. */
export type IssuerFollowed = EventType<'IssuerFollowed', { toLedger: number }>;
/** The deposit did not cover an installment on its day. Recorded once; the missing amount is recomputed afterwards. */
export type CollectionClaimed = EventType<
  'CollectionClaimed',
  { propertyId: number; dueDate: BusinessDate; amount: Amount; missing: Amount; date: BusinessDate }
>;
export type LoanPaidOff = EventType<'LoanPaidOff', { propertyId: number; date: BusinessDate }>;
/** The landlord gave notice to redeem all tokens, at the earliest in 30 days. */
export type RedemptionNoticed = EventType<
  'RedemptionNoticed',
  { propertyId: number; date: BusinessDate; redeemableFrom: BusinessDate }
>;
export type LoanEvent =
  | LoanOpened
  | DueDayMoved
  | InstalmentFellDue
  | RepaymentBegun
  | RepaymentAbandoned
  | RepaymentDeposited
  | RepaymentReceived
  | RepaymentAllocated
  | LoanInArrears
  | LoanCorrected
  | LoanArrearsWithdrawn
  | RepaymentsPrevented
  | RepaymentsPossible
  | CollectionClaimed
  | LoanPaidOff
  | RedemptionNoticed;

/** Set by the landlord: due installments are collected from the deposit. */
export type AutopaySet = EventType<'AutopaySet', { propertyId: number; enabled: boolean; date: BusinessDate }>;
/** Set by an admin: the same, collected as rent, with its own fee. */
export type RentAutomationSet = EventType<
  'RentAutomationSet',
  {
    propertyId: number;
    enabled: boolean;
    /** The rent of a month, at least the installment. */
    monthlyRentAmount: Amount;
    payoutDay: number;
    feeBps: number;
    /** A raised fee applies 30 days later. */
    feeFrom: BusinessDate;
    /** The fee until then. */
    feeBpsBefore: number;
    date: BusinessDate;
  }
>;
export type CollectionEvent = AutopaySet | RentAutomationSet;

export const NOTICE_KINDS = [
  'payment-due-soon',
  'payment-due',
  'payment-overdue',
  'collection-coming',
  'deposit-short',
  'collected',
  'repaid',
  'repayment-deposited',
  'paid-off',
  'automation-changed',
  'autopay-off',
  'redemption-noticed',
  'redemption-due',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** Everyone in the audience sees it in their notifications. */
export type NotificationSent = EventType<
  'NotificationSent',
  {
    notificationId: string;
    propertyId: number;
    propertyName: string;
    owner: Wallet;
    audience: ('owner' | 'holders' | 'admins')[];
    kind: NoticeKind;
    date: BusinessDate;
    /** The due date concerned, or another day that it names. */
    about: BusinessDate | null;
    amount: Amount | null;
    missing: Amount | null;
  }
>;
export type NoticeEvent = NotificationSent;
