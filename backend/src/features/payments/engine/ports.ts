/**
 * What the payment core needs of the outside. The program gives it real ones; the simulation gives it a clock, a ledger
 * and phones of its own.
 */
import type { Clock } from '../../../platform/clock/clock.js';
import type { EventStore } from '../../../platform/event-store/event-store.js';
import type { LedgerPort } from '../../../platform/ledger/ledger-port.js';
import type { WalletAppPort } from '../../../platform/wallet-app/wallet-app-port.js';
import type { PaymentState } from '../payment.state.js';

/** Signed blobs are cheques: kept as vault ciphertext, opened only to be submitted. */
export interface BlobVault {
  keep(paymentId: string, blob: string): Promise<string>;
  open(item: string): Promise<string>;
}

/** The platform's own signature for its token issuer. */
export interface IssuerSigner {
  address(): Promise<string>;
  sign(transaction: Record<string, unknown>): Promise<{ blob: string; hash: string }>;
  /** A ticket that belongs to this purpose and no other, for ever. @throws TicketsExhausted */
  ticketFor(purpose: string): Promise<number>;
}

export interface Objection {
  code: string;
  message: string;
}

export interface PaymentPorts {
  store: EventStore;
  ledger: LedgerPort;
  walletApp: WalletAppPort;
  clock: Clock;
  blobs: BlobVault;
  issuer: IssuerSigner;
  /** Rules of other features, looked at before money moves: a verification may have lapsed. */
  objection(payment: PaymentState): Promise<Objection | null>;
  businessDate(): Promise<string>;
  newId(): string;
  settings: { rlusdIssuer: string; network: string; expiryMinutes: number };
}
