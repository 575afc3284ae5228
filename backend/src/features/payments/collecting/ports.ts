/**
 * What the payment core needs of the outside. The program gives it real ones; the simulation gives it a clock, a ledger
 * and phones of its own.
 */
import type { Clock } from '#platform/clock/clock.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { AccountSigner } from '#platform/ledger/accounts/account-signer.js';
import type { LedgerPort } from '#platform/ledger/ledger-port.js';
import type { SignedBlobs } from '#platform/ledger/submissions/submission.js';
import type { Held } from '#platform/ledger/transactions/group.js';
import type { WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import type { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import type { OwnKind, Payment } from '../payment.state.js';
import type { Seal } from '../payment-mark.js';

/** What a wallet is set to, as a refusal names it. */
export interface Obstacle {
  /** The name that the ledger's documentation has for it. */
  setting: string;
  wallet: string;
  help: string;
}

export interface Objection {
  code: string;
  message: string;
  /** Settings of wallets that it is about, where it is about any. */
  obstacles?: readonly Obstacle[];
}

export interface PaymentPorts {
  store: EventStore;
  ledger: LedgerPort;
  walletApp: WalletAppPort;
  /** What the wallet app may still be asked. */
  questions: WalletQuestions;
  clock: Clock;
  blobs: SignedBlobs;
  accounts: AccountSigner;
  /** Rules of other features, checked before money moves: a verification may have lapsed. */
  objection(payment: Payment): Promise<Objection | null>;
  businessDate(): Promise<string>;
  /** Carries what the platform signs for a payment. */
  courier: {
    /** Takes every step that can be taken now. */
    advance(kind: OwnKind, paymentId: string): Promise<unknown>;
    release(kind: OwnKind, paymentId: string, held: Held): Promise<void>;
  };
  /** False while an account's gate is shut: nothing ends then, and nothing becomes undeliverable. */
  mayGoOn(): boolean;
  /** A keyed digest, for what payers sign. */
  seal: Seal;
  settings: {
    rlusdIssuer: string;
    network: string;
    /** Whose ledgers they are: those of a sandbox close faster than any network's. */
    pace: 'network' | 'sandbox';
    expiryMinutes: number;
    /** After how many days of the business calendar a paid purchase ends if the wallet refuses the tokens. */
    deliveryDays: number;
    /** The most that a payer is asked to pay for a transaction, drops. */
    maxNetworkFeeDrops: bigint;
  };
  /** Who shares a stream in this process takes turns by it. */
  turns: object;
}

/** Token of the payment core's ports in Nest's container. */
export const PAYMENT_PORTS = Symbol('PaymentPorts');
/** Seals what payers sign. */
export const PAYMENT_SEAL = Symbol('PaymentSeal');
