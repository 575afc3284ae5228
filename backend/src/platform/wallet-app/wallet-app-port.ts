/** The wallet app as the core sees it: sign requests, and what became of them. */
import { TryAgainLater } from '../domain/try-again-later.js';

export interface SignRequest {
  /** Our own name of it, at most 40 characters: a request whose answer was lost is found again by it. */
  identifier: string;
  transaction: Record<string, unknown>;
  /** Only this wallet may sign; null for a sign-in, where any may. */
  signer: string | null;
  expiresInMinutes: number;
  /** What the person reads, at most 280 characters. */
  instruction: string;
  /** Where a phone comes back to once it has answered; left out, it stays in the wallet app. */
  returnTo?: string;
}

export interface OpenSignRequest {
  payloadUuid: string;
  qrCode: string;
  deepLink: string;
  websocket: string;
}

export interface SignRequestOutcome {
  state: 'open' | 'signed' | 'rejected' | 'cancelled' | 'expired' | 'gone';
  /** Where signed: all of it is claimed by the wallet app and must be checked. */
  signed: { hex: string; txid: string; account: string; network: string | null } | null;
  identifier: string | null;
  applicationId: string | null;
  transactionType: string | null;
}

export interface WalletAppPort {
  /** @throws WalletAppUnavailable; the request may exist all the same: ask `findByIdentifier` */
  request(request: SignRequest): Promise<OpenSignRequest>;
  findByIdentifier(identifier: string): Promise<OpenSignRequest | null>;
  outcome(payloadUuid: string): Promise<SignRequestOutcome>;
  /** Best effort: an opened request cannot be withdrawn. */
  withdraw(payloadUuid: string): Promise<void>;
}

export const WALLET_APP = Symbol('WalletApp');

export class WalletAppUnavailable extends TryAgainLater {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WalletAppUnavailable';
  }
}
