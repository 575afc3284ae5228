import type { ResultName } from './results.js';
import type { Amount, TokenAmount } from '../state/entries.js';

/** The fields of the transactions this ledger knows, as JSON carries them. */
export interface TransactionJson {
  readonly TransactionType: string;
  readonly Account: string;
  readonly Fee: string;
  readonly Sequence: number;
  readonly Flags?: number;
  readonly SigningPubKey: string;
  readonly TxnSignature?: string;
  readonly Signers?: readonly { readonly Signer: Signer }[];
  readonly AccountTxnID?: string;
  readonly LastLedgerSequence?: number;
  readonly NetworkID?: number;
  readonly TicketSequence?: number;
  readonly Memos?: readonly unknown[];
  readonly [field: string]: unknown;
}

export interface Signer {
  readonly Account: string;
  readonly SigningPubKey: string;
  readonly TxnSignature: string;
}

export interface PaymentJson extends TransactionJson {
  readonly Destination: string;
  readonly Amount: Amount;
  readonly SendMax?: Amount;
  readonly DeliverMin?: Amount;
  readonly DestinationTag?: number;
  readonly Paths?: readonly (readonly {
    readonly account?: string;
    readonly currency?: string;
    readonly issuer?: string;
  }[])[];
}

export interface TrustSetJson extends TransactionJson {
  readonly LimitAmount: TokenAmount | string;
  readonly QualityIn?: number;
  readonly QualityOut?: number;
}

export interface OfferCreateJson extends TransactionJson {
  readonly TakerPays: Amount;
  readonly TakerGets: Amount;
  readonly Expiration?: number;
  readonly OfferSequence?: number;
  readonly DomainID?: string;
}

export interface CheckCreateJson extends TransactionJson {
  readonly Destination: string;
  readonly SendMax: Amount;
  readonly Expiration?: number;
  readonly DestinationTag?: number;
  readonly SourceTag?: number;
  readonly InvoiceID?: string;
}

/**
 * A transaction's place in its account's order: sequences first, then tickets, each by number.
 */
export interface SequenceProxy {
  readonly ticket: boolean;
  readonly value: number;
}

export const compareSequence = (a: SequenceProxy, b: SequenceProxy): number =>
  a.ticket === b.ticket ? a.value - b.value : a.ticket ? 1 : -1;

export const sameSequence = (a: SequenceProxy, b: SequenceProxy): boolean =>
  a.ticket === b.ticket && a.value === b.value;

/** A transaction that was read, its signature checked, ready to be tried on a ledger. */
export interface Transaction {
  readonly id: string;
  readonly blob: string;
  readonly json: TransactionJson;
  readonly account: string;
  readonly fee: bigint;
  readonly flags: number;
  readonly sequence: SequenceProxy;
  readonly lastLedger: number | undefined;
  /** The outcome of preflight, which needs no ledger, once it is known. */
  preflight?: ResultName;
}
