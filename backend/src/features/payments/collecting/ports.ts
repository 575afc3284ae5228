/** The payment core's ports. The program passes real ones; the simulation passes its own clock, ledger and phones. */
import type { BusinessDate } from '@tknest/contracts/events';
import type { Micro } from '@tknest/contracts/money';
import type { Clock } from '#platform/clock/clock.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { OwnAccounts } from '#platform/ledger/accounts/account-signer.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';
import type { Pace } from '#platform/ledger/submissions/lifetime.js';
import type { SignedBlobs } from '#platform/ledger/submissions/submission.js';
import type { Held } from '#platform/ledger/transactions/group.js';
import type { WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import type { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import type { PaidTo, Paying } from '#features/identity/rules.public.js';
import type { OwnKind, Payment } from '../payment.state.js';
import type { Seal } from '../payment-mark.js';

/** A wallet setting, as named in a refusal. */
export interface Obstacle {
  /** Its name in the ledger's documentation. */
  setting: string;
  wallet: string;
  help: string;
}

export interface Objection {
  code: string;
  message: string;
  /** The wallet settings that it is about, if any. */
  obstacles?: readonly Obstacle[];
}

export interface PaymentPorts {
  store: EventStore;
  ledger: LedgerPort;
  walletApp: WalletAppPort;
  /** Limits how often the wallet app is asked. */
  questions: WalletQuestions;
  clock: Clock;
  blobs: SignedBlobs;
  accounts: OwnAccounts;
  /** Rules of other features, checked before money moves: a verification may have lapsed. */
  objection(payment: Payment): Promise<Objection | null>;
  /** Who gets money that is meant for a wallet. */
  paidTo(wallet: string, paying: Paying): Promise<PaidTo>;
  /** Notes that the payee was refused, in case a sanctions list names it. */
  refused(payee: string, by: string, amount: Micro): Promise<void>;
  businessDate(): Promise<BusinessDate>;
  /** The business day of a validated ledger, which may be later than today. @throws LedgerUnavailable */
  dayOf(ledgerIndex: number): Promise<BusinessDate>;
  /**
   * The business day on which a principal in a validated ledger counts.
   * @param signedOn null if the log does not contain its signature
   * @throws LedgerUnavailable
   */
  paidOn(ledgerIndex: number, signedOn: BusinessDate | null): Promise<BusinessDate>;
  /** Whether everything that reached the payout escrow before a business day is booked. @throws LedgerUnavailable */
  isFollowed(day: BusinessDate): Promise<boolean>;
  /** Carries what the platform signs for a payment. */
  courier: {
    /** Takes every step that can be taken now. */
    advance(kind: OwnKind, paymentId: string): Promise<unknown>;
    release(kind: OwnKind, paymentId: string, held: Held): Promise<void>;
  };
  /** False while an account's signing gate is shut: no payment ends then, and none becomes undeliverable. */
  mayGoOn(): boolean;
  /** A keyed digest, for what payers sign. */
  seal: Seal;
  settings: {
    rlusdIssuer: string;
    network: string;
    /** The network of the ledgers: a sandbox closes ledgers faster than any real network. */
    pace: Pace;
    expiryMinutes: number;
    /** After how many days of the business calendar a paid purchase ends if the wallet refuses the tokens. */
    deliveryDays: number;
    /** The most that a payer is asked to pay for a transaction, drops. */
    maxNetworkFeeDrops: bigint;
  };
  /** Serializes work on the same stream within this process. */
  turns: object;
}

/** Token of the payment core's ports in Nest's container. */
export const PAYMENT_PORTS = Symbol('PaymentPorts');
