import { affectedAccounts } from './affected-accounts.js';
import type { ClosedLedger, LedgerTransaction } from './ledger.js';

/** The position of a transaction. */
export interface TransactionPlace {
  readonly ledger: ClosedLedger;
  /** Its place in the order of application. */
  readonly position: number;
  readonly transaction: LedgerTransaction;
}

/**
 * The closed ledgers that the node keeps, all or only the newest (rippled: `ledger_history`), and an index of
 * transactions by hash and by affected account.
 */
export class History {
  private keep = Infinity;
  private readonly ledgers: ClosedLedger[] = [];
  private readonly byHash = new Map<string, ClosedLedger>();
  private readonly byTransaction = new Map<string, TransactionPlace>();
  private readonly byAccount = new Map<string, TransactionPlace[]>();
  /** Ledgers with transactions, ascending. */
  private readonly busy: number[] = [];

  append(ledger: ClosedLedger): void {
    this.ledgers.push(ledger);
    this.byHash.set(ledger.header.hash, ledger);
    if (ledger.transactions.length > 0) this.busy.push(ledger.header.index);
    for (const [position, transaction] of ledger.transactions.entries()) {
      const place = { ledger, position, transaction };
      this.byTransaction.set(transaction.id, place);
      for (const account of affectedAccounts(transaction.meta)) {
        const places = this.byAccount.get(account);
        if (places) places.push(place);
        else this.byAccount.set(account, [place]);
      }
    }
    this.forget();
  }

  /** From now on only this many of the newest are kept, null for all. Deleted ledgers do not come back. */
  limitTo(ledgers: number | null): void {
    this.keep = ledgers ?? Infinity;
    this.forget();
  }

  private forget(): void {
    while (this.ledgers.length > this.keep) {
      const { header, transactions } = this.ledgers.shift()!;
      this.byHash.delete(header.hash);
      if (this.busy[0] === header.index) this.busy.shift();
      for (const { id, meta } of transactions) {
        this.byTransaction.delete(id);
        for (const account of affectedAccounts(meta)) {
          const places = this.byAccount.get(account);
          if (places?.[0]?.ledger.header.index === header.index) places.shift();
        }
      }
    }
  }

  /** Transactions of all ledgers, the newest first. */
  newest(skip: number, limit: number): TransactionPlace[] {
    const places: TransactionPlace[] = [];
    let left = skip;
    for (let at = this.busy.length - 1; at >= 0 && places.length < limit; at--) {
      const ledger = this.at(this.busy[at]!)!;
      const { transactions } = ledger;
      for (let position = transactions.length - 1; position >= 0 && places.length < limit; position--)
        if (left > 0) left--;
        else places.push({ ledger, position, transaction: transactions[position]! });
    }
    return places;
  }

  get all(): readonly ClosedLedger[] {
    return this.ledgers;
  }

  get first(): ClosedLedger {
    return this.ledgers[0]!;
  }

  /** The newest closed ledger, which is also the validated one. */
  get last(): ClosedLedger {
    return this.ledgers[this.ledgers.length - 1]!;
  }

  at(index: number): ClosedLedger | undefined {
    return this.ledgers[index - this.first.header.index];
  }

  withHash(hash: string): ClosedLedger | undefined {
    return this.byHash.get(hash.toUpperCase());
  }

  transaction(id: string): TransactionPlace | undefined {
    return this.byTransaction.get(id);
  }

  /** Transactions that touched an account, oldest first. */
  ofAccount(account: string): readonly TransactionPlace[] {
    return this.byAccount.get(account) ?? [];
  }

  /** Ledgers from `first` to `last` that hold transactions. */
  busyLedgers(first: number, last: number): number {
    return lowerBound(this.busy, last + 1) - lowerBound(this.busy, first);
  }

  /** "100000-100042", as in server_info. */
  get range(): string {
    const [first, last] = [this.first.header.index, this.last.header.index];
    return first === last ? `${first}` : `${first}-${last}`;
  }
}

function lowerBound(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
