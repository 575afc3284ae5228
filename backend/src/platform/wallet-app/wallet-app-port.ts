/** Port to the wallet app: sign requests and their outcome. */
import type { Answer } from '../domain/refused.js';
import { TryAgainLater } from '../domain/try-again-later.js';

export interface SignRequest {
  /** The platform's identifier, at most 40 characters, by which a request with a lost answer is found. */
  identifier: string;
  transaction: Record<string, unknown>;
  /** The only wallet that may sign; null for a sign-in, where any may. */
  signer: string | null;
  expiresInMinutes: number;
  /** The text for the user, at most 280 characters. */
  instruction: string;
  /** Where the phone returns to after answering; if omitted, it stays in the wallet app. */
  returnTo?: string;
}

export interface OpenSignRequest {
  payloadUuid: string;
  qrCode: string;
  deepLink: string;
  websocket: string;
}

/** Reported by the wallet app, so all of it must be verified. */
export interface ClaimedSignature {
  hex: string;
  txid: string;
  account: string;
  network: string | null;
}

export type SignRequestOutcome = {
  identifier: string | null;
  applicationId: string | null;
  transactionType: string | null;
} & (
  | { state: 'signed'; signed: ClaimedSignature }
  | { state: 'open'; signed: null }
  | { state: 'rejected'; signed: null }
  | { state: 'cancelled'; signed: null }
  | { state: 'expired'; signed: null }
  | { state: 'gone'; signed: null }
);

export interface WalletAppPort {
  /** @throws WalletAppUnavailable; the request may exist anyway: use `findByIdentifier` */
  request(request: SignRequest): Promise<OpenSignRequest>;
  findByIdentifier(identifier: string): Promise<OpenSignRequest | null>;
  outcome(payloadUuid: string): Promise<SignRequestOutcome>;
  /** Best effort: an opened request cannot be withdrawn. */
  withdraw(payloadUuid: string): Promise<void>;
}

export const WALLET_APP = Symbol('WalletApp');
/** The application through which workers ask for signatures of proposals; null in a web process. */
export const APPROVALS_APP = Symbol('ApprovalsApp');

export class WalletAppUnavailable extends TryAgainLater {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WalletAppUnavailable';
  }

  override get answer(): Answer {
    return { reason: 'unavailable', detail: 'The wallet app is unavailable at the moment. Please try again.' };
  }
}
