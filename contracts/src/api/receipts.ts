import type { Day } from '../money/index.js';

/** A movement in a transaction on a validated ledger. */
export interface ReceiptLeg {
  kind: 'payment' | 'fee' | 'tokens' | 'fee-refund';
  from: string;
  to: string;
  /** Decimal text: RLUSD up to six places, or a whole number of tokens. */
  amount: string;
  currency: 'RLUSD' | 'TKNEST';
  hash: string;
  ledger: number;
  /** ISO 8601, UTC: when the log recorded it. */
  at: string;
}

/** A settled payment, for its payer and its payee to keep. It contains wallets but no names of people. */
export interface ReceiptView {
  id: string;
  kind:
    | 'property_purchase'
    | 'rlusd_payment'
    | 'principal_payback'
    | 'deposit'
    | 'refund'
    | 'fee'
    | 'rent_share'
    | 'withdrawal'
    | 'payout';
  payer: string;
  payee: string;
  property: { id: number; name: string | null } | null;
  memo: string | null;
  /** RLUSD, decimal text. */
  amount: string;
  fee: string;
  tokens: number | null;
  /** Of a rent share: the day in its month on which that fell due or was repaid. */
  period?: Day;
  /** The day of the business calendar on which it settled. */
  date: Day;
  /** When, ISO 8601, UTC. */
  startedAt: string;
  settledAt: string;
  legs: ReceiptLeg[];
  /** The token issuer, whose transactions carry the anchors. */
  issuer: string;
  /** `anchored`: an anchor on the ledger covers it, and the proof can be checked without the platform. */
  proof: 'anchored' | 'waiting';
}

/** An event of the payment and its inclusion proof. An event that names other people has no `data`, only its hash. */
export interface ProvenEvent {
  position: string;
  /** Hex: the seals of the event and of the one before it. */
  hash: string;
  previous?: string;
  stream?: string;
  revision?: number;
  id?: string;
  type: string;
  version?: number;
  at?: string;
  /** The exact sealed texts. */
  data?: string;
  metadata?: string;
  /** Sibling hashes from the leaf to the root (RFC 6962 §2.1.1), hex. */
  proof: string[];
}

/** Everything that proves a payment with only a ledger node (docs/log-format.md). */
export interface ReceiptProof {
  format: 'tknest/receipt/1';
  issuer: string;
  payment: Omit<ReceiptView, 'proof' | 'issuer'>;
  events: ProvenEvent[];
  /** The signed note; null while no checkpoint covers the payment. */
  checkpoint: string | null;
  /** The transaction with that checkpoint on the ledger; null until there is one. */
  anchor: { txHash: string; ledger: number } | null;
  /** Ed25519 over the canonical JSON of everything else here. */
  signature: { key: string; value: string };
}

/** The path of a receipt's page. */
export const receiptPath = (id: string): string => `/receipts/${encodeURIComponent(id)}`;
