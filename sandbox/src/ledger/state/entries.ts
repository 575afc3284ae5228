/** An amount of XRP in drops, as the decimal string that JSON carries. */
export type Drops = string;

/** An amount of an issued token; `value` is written as token-number.ts writes it. */
export interface TokenAmount {
  readonly currency: string;
  readonly issuer: string;
  readonly value: string;
}

export type Amount = Drops | TokenAmount;

export const isXrp = (amount: Amount): amount is Drops => typeof amount === 'string';

/** What every ledger entry has. Entries are never changed in place: a change is a new object. */
export interface LedgerEntry {
  readonly LedgerEntryType: string;
  readonly Flags: number;
  /** The key in the state tree: 64 hex digits. */
  readonly index: string;
  readonly PreviousTxnID?: string;
  readonly PreviousTxnLgrSeq?: number;
}

export interface AccountRoot extends LedgerEntry {
  readonly LedgerEntryType: 'AccountRoot';
  readonly Account: string;
  readonly Balance: Drops;
  readonly Sequence: number;
  readonly OwnerCount: number;
  readonly AccountTxnID?: string;
  readonly Domain?: string;
  readonly EmailHash?: string;
  readonly MessageKey?: string;
  readonly NFTokenMinter?: string;
  readonly RegularKey?: string;
  readonly TicketCount?: number;
  readonly TickSize?: number;
  readonly TransferRate?: number;
  readonly WalletLocator?: string;
}

/** A trust line. The balance is positive where the low account holds the high one's tokens. */
export interface RippleState extends LedgerEntry {
  readonly LedgerEntryType: 'RippleState';
  readonly Balance: TokenAmount;
  readonly LowLimit: TokenAmount;
  readonly HighLimit: TokenAmount;
  readonly LowNode: string;
  readonly HighNode: string;
  readonly LowQualityIn?: number;
  readonly LowQualityOut?: number;
  readonly HighQualityIn?: number;
  readonly HighQualityOut?: number;
}

/** One page of the list of what an account owns, or of the offers of one book at one quality. */
export interface DirectoryNode extends LedgerEntry {
  readonly LedgerEntryType: 'DirectoryNode';
  readonly Owner?: string;
  /** The quality of a book's page, on the first page the last 16 digits of its index as well. */
  readonly ExchangeRate?: string;
  readonly TakerGetsCurrency?: string;
  readonly TakerGetsIssuer?: string;
  readonly TakerPaysCurrency?: string;
  readonly TakerPaysIssuer?: string;
  readonly RootIndex: string;
  readonly Indexes: readonly string[];
  readonly IndexNext?: string;
  readonly IndexPrevious?: string;
}

export interface Ticket extends LedgerEntry {
  readonly LedgerEntryType: 'Ticket';
  readonly Account: string;
  readonly OwnerNode: string;
  readonly TicketSequence: number;
}

export interface SignerEntry {
  readonly SignerEntry: { readonly Account: string; readonly SignerWeight: number; readonly WalletLocator?: string };
}

export interface SignerList extends LedgerEntry {
  readonly LedgerEntryType: 'SignerList';
  readonly Owner: string;
  readonly OwnerNode: string;
  readonly SignerEntries: readonly SignerEntry[];
  readonly SignerListID: number;
  readonly SignerQuorum: number;
}

export interface DepositPreauth extends LedgerEntry {
  readonly LedgerEntryType: 'DepositPreauth';
  readonly Account: string;
  readonly Authorize: string;
  readonly OwnerNode: string;
}

/** An offer on the exchange: who takes it pays `TakerPays` and gets `TakerGets`. */
export interface Offer extends LedgerEntry {
  readonly LedgerEntryType: 'Offer';
  readonly Account: string;
  readonly Sequence: number;
  readonly TakerPays: Amount;
  readonly TakerGets: Amount;
  readonly BookDirectory: string;
  readonly BookNode: string;
  readonly OwnerNode: string;
  readonly Expiration?: number;
}

/** A promise to pay up to `SendMax` to whom cashes it. */
export interface Check extends LedgerEntry {
  readonly LedgerEntryType: 'Check';
  readonly Account: string;
  readonly Destination: string;
  readonly Sequence: number;
  readonly SendMax: Amount;
  readonly OwnerNode: string;
  readonly DestinationNode: string;
  readonly DestinationTag?: number;
  readonly Expiration?: number;
  readonly InvoiceID?: string;
  readonly SourceTag?: number;
}

export interface FeeSettings extends LedgerEntry {
  readonly LedgerEntryType: 'FeeSettings';
  readonly BaseFeeDrops: Drops;
  readonly ReserveBaseDrops: Drops;
  readonly ReserveIncrementDrops: Drops;
}

export interface Amendments extends LedgerEntry {
  readonly LedgerEntryType: 'Amendments';
  readonly Amendments: readonly string[];
}
