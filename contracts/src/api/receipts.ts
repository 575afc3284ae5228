/** What moved in a transaction of a validated ledger. */
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

/** A settled payment, as its payer and its payee may keep it. Wallets, no names of people. */
export interface ReceiptView {
  id: string;
  kind:
    | 'property_purchase'
    | 'rlusd_payment'
    | 'principal_payback'
    | 'deposit'
    | 'refund'
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
  /** ISO 8601, UTC. */
  startedAt: string;
  settledAt: string;
  legs: ReceiptLeg[];
  /** The token issuer, whose anchors stand on the ledger. */
  issuer: string;
  /** `anchored`: a ledger bears witness to it, and the proof can be checked without the platform. */
  proof: 'anchored' | 'waiting';
}

/** An event of the payment and its way into the log's tree. Without `data` it names others: its hash stands alone. */
export interface ProvenEvent {
  position: string;
  /** Hex: the seal of the event, and of the one before it. */
  hash: string;
  previous?: string;
  stream?: string;
  revision?: number;
  id?: string;
  type: string;
  version?: number;
  at?: string;
  /** As they were sealed. */
  data?: string;
  metadata?: string;
  /** Hashes beside the way from the leaf to the root (RFC 6962 §2.1.1), hex. */
  proof: string[];
}

/** What proves a payment with nothing but a ledger node: docs/log-format.md. */
export interface ReceiptProof {
  format: 'tknest/receipt/1';
  issuer: string;
  payment: Omit<ReceiptView, 'proof' | 'issuer'>;
  events: ProvenEvent[];
  /** The signed note; null while no checkpoint covers the payment. */
  checkpoint: string | null;
  /** The transaction that carries that checkpoint on the ledger; null while there is none. */
  anchor: { txHash: string; ledger: number } | null;
  /** Ed25519 over the canonical JSON of everything else here. */
  signature: { key: string; value: string };
}

/** The page of a receipt, by what names it. */
export const receiptPath = (id: string): string => `/receipts/${encodeURIComponent(id)}`;
