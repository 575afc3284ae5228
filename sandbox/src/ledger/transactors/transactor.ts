import type { LedgerView, PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import type { Amount } from '../state/entries.js';
import type { EntryReader, Overlay } from '../state/overlay.js';

/** What a transactor works with once fee and sequence are taken. */
export interface ApplyContext {
  readonly view: Overlay;
  readonly tx: Transaction;
  readonly ledger: LedgerView;
  /** The sender's XRP before the fee was taken: a fee may come out of the reserve. */
  readonly priorBalance: bigint;
  /** Notes that less than the whole amount was delivered; metadata shows it. */
  deliver(amount: Amount): void;
  /** Offers to take out of the ledger even where the transaction itself ends in a tec. */
  removeAnyway(offers: Iterable<string>): void;
}

/** What a transaction can do to others of its account that wait in the queue (rippled: TxConsequences). */
export interface Consequences {
  /** May change who can sign or pay: nothing may wait behind it. */
  readonly blocker: boolean;
  /** XRP it may spend beside the fee. */
  readonly potentialSpend: bigint;
  /** Sequence numbers it uses up. */
  readonly sequences: number;
}

/** The rules of one transaction type, in the stages that rippled has. */
export interface Transactor {
  /** Transaction flags that mean something here, beside the universal ones. */
  readonly flags: number;
  /** Looks at the transaction alone. */
  preflight?(tx: Transaction): ResultName;
  /** Looks at the ledger; a tec found here takes the fee. */
  preclaim?(context: PreclaimContext): ResultName;
  /** Changes the ledger; a tec undoes everything but fee and sequence. */
  apply(context: ApplyContext): ResultName;
  /** The least fee, where it is not one base fee per signature. */
  baseFee?(view: EntryReader, tx: Transaction): bigint;
  consequences?(tx: Transaction): Partial<Consequences>;
}
