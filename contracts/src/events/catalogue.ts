import type { AccessEvent } from './access.js';
import type { AnchorEvent } from './anchors.js';
import type { CalendarEvent } from './calendar.js';
import type { CaseEvent } from './cases.js';
import type { EscrowEvent } from './escrow.js';
import type { IdentityEvent } from './identity.js';
import type { AutoIssuanceEvent, IssuanceEvent, PaymentCounted } from './issuance.js';
import type { ListingEvent } from './listings.js';
import type { CollectionEvent, IssuerFollowed, LoanEvent, NoticeEvent } from './loans.js';
import type { OperationsEvent } from './operations.js';
import type { PayerEvent, PaymentEvent } from './payments.js';
import type { PayoutEvent } from './payouts.js';
import type { AdminPersonsListed, DailyActEvent, ProposalEvent } from './proposals.js';
import type { ReconciliationEvent } from './reconciliation.js';
import type { ScreeningEvent } from './screening.js';
import type { RedemptionEvent } from './redemption.js';
import type { PlatformAccountEvent } from './platform-accounts.js';
import type { TrustLineEvent } from './trust-lines.js';
import type { XrpReturnEvent } from './xrp-returns.js';

export * from './event-type.js';
export * from './access.js';
export * from './anchors.js';
export * from './calendar.js';
export * from './cases.js';
export * from './delivery.js';
export * from './escrow.js';
export * from './identity.js';
export * from './issuance.js';
export * from './listings.js';
export * from './loans.js';
export * from './operations.js';
export * from './payments.js';
export * from './payouts.js';
export * from './proposals.js';
export * from './reconciliation.js';
export * from './screening.js';
export * from './redemption.js';
export * from './platform-accounts.js';
export * from './trust-lines.js';
export * from './xrp-returns.js';
export * from './upcasters.js';

export type DomainEvent =
  | AccessEvent
  | AdminPersonsListed
  | AnchorEvent
  | AutoIssuanceEvent
  | CalendarEvent
  | CaseEvent
  | CollectionEvent
  | EscrowEvent
  | IdentityEvent
  | IssuanceEvent
  | ListingEvent
  | LoanEvent
  | IssuerFollowed
  | XrpReturnEvent
  | NoticeEvent
  | OperationsEvent
  | PayerEvent
  | PaymentCounted
  | PaymentEvent
  | PayoutEvent
  | ProposalEvent
  | DailyActEvent
  | ReconciliationEvent
  | ScreeningEvent
  | RedemptionEvent
  | PlatformAccountEvent
  | TrustLineEvent;
export type DomainEventName = DomainEvent['type'];

/** Every stored name with its current schema version. An event that is not listed here cannot be appended. */
export const EVENT_CATALOGUE = {
  WalletSignedIn: 1,
  WalletSignedOut: 1,
  SessionsEnded: 1,
  RegularKeySeen: 1,
  AnchorOrdered: 1,
  AnchorSubmitted: 1,
  AnchorConcluded: 1,
  BusinessDateAdvanced: 1,
  BusinessDayBegun: 1,
  BusinessDayCompleted: 1,
  CaseOpened: 1,
  CaseResolved: 1,
  CaseAnswerConfirmed: 1,
  CaseAnswerRefused: 1,
  LedgerReconciled: 1,
  LogReconciled: 1,
  EverythingReconciled: 1,
  FailedEventsReleased: 1,
  KycSubmitted: 1,
  KycDecided: 1,
  VerificationStarted: 1,
  VerificationReported: 1,
  VerificationReviewed: 1,
  DocumentScanned: 1,
  VerificationExpiryNoticed: 1,
  VerificationRevoked: 1,
  WalletSuspended: 1,
  WalletReinstated: 1,
  ErasureRequested: 1,
  ErasureScheduled: 1,
  ErasureStopped: 1,
  PersonErased: 1,
  RedactionConfirmed: 1,
  RetentionEnded: 1,
  RetainedViewed: 1,
  ResidenceViewed: 1,
  PersonScreened: 1,
  ComplianceCaseOpened: 1,
  ComplianceCaseViewed: 1,
  ComplianceCaseAssigned: 1,
  ComplianceCaseNoted: 1,
  ApplicantAsked: 1,
  ApplicantAnswered: 1,
  ClearanceProposed: 1,
  ClearanceReturned: 1,
  ComplianceCaseDecided: 1,
  WalletsLinked: 1,
  WalletsSetApart: 1,
  HitsInherited: 1,
  WalletScreened: 1,
  EverybodyScreened: 1,
  NameSearched: 1,
  ListingCreated: 1,
  ContractAttached: 1,
  ContractFileDestroyed: 1,
  TokensReserved: 1,
  ReservationReleased: 1,
  TokensPurchased: 1,
  ListingFullyFunded: 1,
  ListingClosing: 1,
  ListingClosed: 1,
  ListingHidden: 1,
  ListingShown: 1,
  RefundOverdue: 1,
  SalePaused: 1,
  SaleResumed: 1,
  LoanOpened: 1,
  DueDayMoved: 1,
  InstalmentFellDue: 1,
  RepaymentBegun: 1,
  RepaymentAbandoned: 1,
  RepaymentDeposited: 1,
  RepaymentReceived: 1,
  RepaymentAllocated: 1,
  LoanInArrears: 1,
  LoanCorrected: 1,
  LoanArrearsWithdrawn: 1,
  RepaymentsPrevented: 1,
  RepaymentsPossible: 1,
  IssuerFollowed: 1,
  CollectionClaimed: 1,
  LoanPaidOff: 1,
  RedemptionNoticed: 1,
  AutopaySet: 1,
  RentAutomationSet: 1,
  NotificationSent: 1,
  PaymentStarted: 1,
  TokenLineChecked: 1,
  LegPrepared: 1,
  SignatureRequested: 1,
  LegSigned: 1,
  LegVoided: 1,
  PaymentSubmitted: 1,
  LegValidated: 1,
  LegFailed: 1,
  LegHeld: 1,
  FeeLeftUnpaid: 1,
  OwedFeePaid: 1,
  FeeWaived: 1,
  PaymentCompleted: 1,
  PaymentFailed: 1,
  PaymentCancelled: 1,
  PaymentExpired: 1,
  LateSignatureRecorded: 1,
  PrincipalProvedAbsent: 1,
  LatePrincipalFound: 1,
  PaymentRevived: 1,
  DeliveryChecked: 1,
  DeliveryWaitEnded: 1,
  PrincipalOwedBack: 1,
  OwedBackReleased: 1,
  NetworkFeeTooHigh: 1,
  RefundBegun: 1,
  ExtraPrincipalFound: 1,
  ExtraFeeFound: 1,
  FeeRefundOrdered: 1,
  PayerPaymentOpened: 1,
  PayerPaymentClosed: 1,
  PayerFeeOwed: 1,
  PayerFeeSettled: 1,
  PlatformAccountMade: 1,
  PlatformAccountStepDone: 1,
  PlatformKeyChanged: 1,
  AccountTransactionsBegun: 1,
  AccountTransactionConcluded: 1,
  TicketsCreated: 1,
  TicketAssigned: 1,
  TicketBurned: 1,
  TicketReleased: 1,
  UnknownTransactionSettled: 1,
  ProgramGeneration: 1,
  LedgerIdentified: 1,
  PayoutSettled: 1,
  EscrowPosted: 1,
  FeesPosted: 1,
  PayoutRunCreated: 1,
  TokenIssuanceOrdered: 1,
  TokenIssuanceSubmitted: 1,
  TokenIssuanceConcluded: 1,
  TokensIssued: 1,
  TokenIssuanceFailed: 1,
  TokenIssuanceAssigned: 1,
  PaymentCounted: 1,
  TokenRedemptionOrdered: 1,
  TokenRedemptionSubmitted: 1,
  TokenRedemptionConcluded: 1,
  TokensRedeemed: 1,
  XrpReturnOrdered: 1,
  XrpReturnSubmitted: 1,
  XrpReturnConcluded: 1,
  XrpReturned: 1,
  AutoIssuanceConfigured: 1,
  AutoIssuanceSkipped: 1,
  TrustLineRequested: 1,
  TrustLineSigned: 1,
  TrustLineSet: 1,
  TrustLineRequestEnded: 1,
  EscrowFollowed: 1,
  FeesFollowed: 1,
  PayoutLinesListed: 1,
  PayoutRunStarted: 1,
  PayoutWindowSigned: 1,
  PayoutLineRefused: 1,
  PayoutLineAbsent: 1,
  PayoutLineUnclaimed: 1,
  UnclaimedAged: 1,
  PayoutLineReturned: 1,
  PayoutLinesReopened: 1,
  UnclaimedPaid: 1,
  PayoutFeePaid: 1,
  PayoutBatchDone: 1,
  PayoutBatchReopened: 1,
  PayoutRunPaused: 1,
  PayoutRunResumed: 1,
  PayoutRunCompleted: 1,
  ProposalMade: 1,
  ProposalSigned: 1,
  ProposalSignatureAsked: 1,
  ProposalApproved: 1,
  ProposalRefused: 1,
  ProposalWithdrawn: 1,
  ProposalExpired: 1,
  ProposalCarriedOut: 1,
  AdminPersonsListed: 1,
  DailyActCounted: 1,
  DailyActReleased: 1,
} as const satisfies Record<DomainEventName, number>;
