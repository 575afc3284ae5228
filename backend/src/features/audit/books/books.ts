import type { MovedKind } from '@tknest/contracts/api';
import type { PaymentKind, PlatformAccountName, UnexplainedTransaction } from '@tknest/contracts/events';
import type { Exact } from '@tknest/contracts/money';

/** A property's register at a given time. */
export interface PropertyBook {
  id: number;
  name: string;
  owner: string;
  tokenCount: number;
  tokensReserved: number;
  tokensSold: number;
  status: 'open' | 'funded' | 'closed';
  /** Tokens by holder. */
  holders: Map<string, number>;
  /** Null until the loan begins. */
  loan: LoanBook | null;
}

/** What a property's landlord owes, micro-RLUSD. */
export interface LoanBook {
  principal: bigint;
  balance: bigint;
  /** Interest and principal repaid so far. */
  repaid: bigint;
  status: 'open' | 'paid_off';
}

/** What validated ledgers moved from and to an account, and the tokens that it holds. */
export interface WalletBook {
  paid: Exact;
  received: Exact;
  tokens: number;
}

/** What was moved under one name. */
export interface MovedBook {
  transactions: number;
  amount: Exact;
}

/** The terms of a payment that its later events do not repeat. */
export interface PaymentBook {
  kind: PaymentKind;
  payer: string;
  payee: string;
  feeWallet: string;
  amount: Exact;
  fee: Exact;
  tokens: number;
  /** Legs that were counted already. */
  counted: Set<string>;
}

/** What reached the escrow by no payment of the platform. */
export interface ArrivalBook {
  /** Whose it is; null if nobody knows it, or not yet. */
  wallet: string | null;
  /** What counts for the wallet: without fractions beyond six decimals, which are the escrow's `dust`. */
  part: Exact;
  amount: Exact;
}

/** What the ledger has and the log does not, and the account that it concerns. */
export type Unexplained = UnexplainedTransaction & { account: PlatformAccountName };

/** Registers and balances, folded from the log's events up to some position. */
export interface Books {
  properties: Map<number, PropertyBook>;
  /** By address, the platform's own accounts too. */
  wallets: Map<string, WalletBook>;
  /** Addresses of the platform's accounts. */
  accounts: Map<PlatformAccountName, string>;
  moved: Map<MovedKind, MovedBook>;
  /** TKNEST issued by validated transactions of the issuer less those redeemed, in any register or none. */
  tokensIssued: number;
  /** Payments that have not ended. */
  open: Set<string>;
  /** Verified wallets, as `role wallet`. */
  verified: Set<string>;
  /** Payments with legs that may still be counted. */
  payments: Map<string, PaymentBook>;
  /** Runs that pay something other than rent. */
  otherRuns: Map<string, MovedKind>;
  /** By hash, what may still turn out to be a payment. */
  arrivals: Map<string, ArrivalBook>;
  /** Hashes of principals paid to the escrow that its books do not have yet. */
  awaited: Set<string>;
  /** By account, the ledger up to which its transactions were compared with the log. */
  comparedTo: Map<PlatformAccountName, number>;
  /** By account and hash, what the ledger has and the log does not. */
  unexplained: Map<string, Unexplained>;
}

export const emptyBooks = (): Books => ({
  properties: new Map(),
  wallets: new Map(),
  accounts: new Map(),
  moved: new Map(),
  tokensIssued: 0,
  open: new Set(),
  verified: new Set(),
  payments: new Map(),
  otherRuns: new Map(),
  arrivals: new Map(),
  awaited: new Set(),
  comparedTo: new Map(),
  unexplained: new Map(),
});
