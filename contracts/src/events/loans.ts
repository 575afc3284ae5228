/**
 * Stream `loan-<propertyId>`: what its owner owes the holders of a property's tokens. Stream `collection-<propertyId>`:
 * whether the platform collects it. Stream `notices-<propertyId>`: who was told what.
 */
import type { AllocationPart } from '../money/loan-allocation.js';
import type { Amount, BusinessDate, EventType, Wallet } from './event-type.js';

/** The listing was closed or fully funded: what was sold is owed. */
export type LoanOpened = EventType<
  'LoanOpened',
  {
    propertyId: number;
    propertyName: string;
    owner: Wallet;
    /** Of settled purchases. */
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
/** Before the first due date only. */
export type DueDayMoved = EventType<
  'DueDayMoved',
  { propertyId: number; dueDay: number; firstDueDate: BusinessDate; date: BusinessDate }
>;
export type InstalmentFellDue = EventType<
  'InstalmentFellDue',
  {
    propertyId: number;
    number: number;
    /** Nominal: interest goes by it. */
    dueDate: BusinessDate;
    /** The due date moved past weekends and holidays: collected from then on. */
    collectOn: BusinessDate;
    interest: Amount;
    principal: Amount;
    /** What of it had been prepaid. */
    interestPaid: Amount;
    principalPaid: Amount;
    /** Of the loan once it is paid. */
    balance: Amount;
  }
>;
/** Interest and principal of a day's payoff, by which a payment that began on it closes the loan. */
export interface QuoteData {
  date: BusinessDate;
  interest: Amount;
  principal: Amount;
}
/** In the commit that begins the payment: collections wait for it. */
export type RepaymentBegun = EventType<
  'RepaymentBegun',
  {
    propertyId: number;
    paymentId: string;
    amount: Amount;
    /** The payout escrow, or the wallet of the only holder. */
    to: 'escrow' | 'holder';
    earlyPrincipal: 'term' | 'instalment';
    /** The payer named it so. */
    allEarly: boolean;
    /** Where the amount is the payoff of the day. */
    quote: QuoteData | null;
    date: BusinessDate;
  }
>;
/** It ended and nothing was paid. */
export type RepaymentAbandoned = EventType<
  'RepaymentAbandoned',
  { propertyId: number; paymentId: string; reason: 'failed' | 'cancelled' | 'expired' }
>;
/** It landed after it was given up, or once the loan needed nothing more: it is kept as the owner's deposit. */
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
    /** The ledger transaction of a payment; null where it was collected from the deposit. */
    hash: string | null;
    ledgerIndex: number | null;
  }
>;
/** With the fact that it was received. The parts and the excess sum to what was received. */
export type RepaymentAllocated = EventType<
  'RepaymentAllocated',
  {
    propertyId: number;
    repaymentId: string;
    parts: (Omit<AllocationPart, 'amount'> & { amount: Amount })[];
    interest: Amount;
    principal: Amount;
    /** More than the loan's payoff. */
    excess: Amount;
    /** As they are afterwards. */
    monthlyPayment: Amount;
    instalmentsLeft: number;
    balance: Amount;
  }
>;
/** An instalment stayed unpaid for five business days after the day it was to be collected. */
export type LoanInArrears = EventType<
  'LoanInArrears',
  { propertyId: number; dueDate: BusinessDate; amount: Amount; date: BusinessDate }
>;
/** The deposit did not cover an instalment on its day. Told once; what is missing is computed anew ever after. */
export type CollectionClaimed = EventType<
  'CollectionClaimed',
  { propertyId: number; dueDate: BusinessDate; amount: Amount; missing: Amount; date: BusinessDate }
>;
export type LoanPaidOff = EventType<'LoanPaidOff', { propertyId: number; date: BusinessDate }>;
/** The owner will redeem all tokens, from a day on that lies 30 days ahead. */
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
  | CollectionClaimed
  | LoanPaidOff
  | RedemptionNoticed;

/** By the owner: what falls due is collected from the deposit. */
export type AutopaySet = EventType<'AutopaySet', { propertyId: number; enabled: boolean; date: BusinessDate }>;
/** By an admin: the same, as rent, at a fee of its own. */
export type RentAutomationSet = EventType<
  'RentAutomationSet',
  {
    propertyId: number;
    enabled: boolean;
    /** The most that is collected in a month. */
    monthlyRentAmount: Amount;
    payoutDay: number;
    feeBps: number;
    /** A raised fee holds from 30 days later. */
    feeFrom: BusinessDate;
    /** Until then. */
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
  'redemption-noticed',
  'redemption-due',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** Whoever belongs to the audience finds it among the own notifications. */
export type NotificationSent = EventType<
  'NotificationSent',
  {
    noticeId: string;
    propertyId: number;
    propertyName: string;
    owner: Wallet;
    audience: ('owner' | 'holders' | 'admins')[];
    kind: NoticeKind;
    date: BusinessDate;
    /** The due date that it is about, or another day that it names. */
    about: BusinessDate | null;
    amount: Amount | null;
    missing: Amount | null;
  }
>;
export type NoticeEvent = NotificationSent;
