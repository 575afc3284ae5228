import { RippledError } from 'xrpl';
import { LedgerUnavailable, type Amount, type Conclusion, type LedgerTransaction } from './ledger-port.js';
import type { XrplConnection } from './xrpl-connection.js';

/** `tx` looks through at most this many ledgers at a time. */
const MAX_RANGE = 1000;
const PAGE = 200;

export const notFound = (error: unknown, ...codes: string[]): boolean =>
  error instanceof RippledError && codes.includes((error.data as { error?: string })?.error ?? '');

export function unavailable(error: unknown): LedgerUnavailable {
  return error instanceof LedgerUnavailable ? error : new LedgerUnavailable((error as Error).message, { cause: error });
}

/**
 * Reads older ledgers. Nodes keep as few as 256 of them, so a range is only requested from a node that has it: first
 * the one in use, then the other addresses of XRPL_URL. All of them are asked for a transaction by its hash.
 */
export class LedgerHistory {
  constructor(private readonly connection: XrplConnection) {}

  /** `complete_ledgers` of the node in use: `100-200,205-300`, or `empty`. @throws LedgerUnavailable */
  async complete(node: XrplConnection = this.connection): Promise<string> {
    try {
      const { info } = await node.request({ command: 'server_info' });
      return info.complete_ledgers;
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Whether one of the nodes has every ledger of a range. @throws LedgerUnavailable */
  async holds(from: number, to: number): Promise<boolean> {
    return (await this.nodeWith(from, to)) !== null;
  }

  /**
   * All transactions that affected an account, oldest first; nothing of ledgers that no node has. A caller that needs
   * all of them checks `holds` first.
   * @throws LedgerUnavailable
   */
  async *of(account: string, from: number, to: number): AsyncGenerator<LedgerTransaction> {
    const node = await this.nodeWith(from, to);
    const ranges: readonly Range[] = node ? [[from, to]] : parts(await this.complete(), from, to);
    for (const range of ranges) yield* this.page(node ?? this.connection, account, range);
  }

  private async *page(node: XrplConnection, account: string, [first, last]: Range): AsyncGenerator<LedgerTransaction> {
    for (let marker: unknown; ;) {
      const page = await node
        .request({
          command: 'account_tx',
          account,
          ledger_index_min: first,
          ledger_index_max: last,
          forward: true,
          limit: PAGE,
          ...(marker ? { marker } : {}),
        })
        .catch((error: unknown) => Promise.reject(unavailable(error)));
      for (const entry of page.transactions) if (entry.validated === true) yield readTransaction(entry);
      if (!(marker = page.marker)) return;
    }
  }

  /** A validated transaction; null if no node has it as validated. @throws LedgerUnavailable */
  async find(hash: string): Promise<Extract<Conclusion, { kind: 'validated' }> | null> {
    const found = await this.lookUp(hash);
    return (
      found && {
        kind: 'validated',
        result: found.meta.TransactionResult,
        ledgerIndex: found.ledger_index,
        delivered: (found.meta.delivered_amount ?? null) as Amount | null,
        transaction: found.tx_json ?? found,
      }
    );
  }

  /** The same with its metadata, and when its ledger closed. @throws LedgerUnavailable */
  async read(hash: string): Promise<(LedgerTransaction & { closedAt: Date }) | null> {
    const found = await this.lookUp(hash);
    return found && { ...readTransaction(found), closedAt: new Date(found.close_time_iso) };
  }

  private async lookUp(hash: string): Promise<any> {
    const found = await this.lookUpOn(this.connection, hash);
    if (found) return found;
    for (const node of this.connection.others()) {
      const older = await this.lookUpOn(node, hash).catch(() => null);
      if (older) return older;
    }
    return null;
  }

  private async lookUpOn(node: XrplConnection, hash: string): Promise<any> {
    try {
      const found = await node.request({ command: 'tx', transaction: hash });
      return found.validated === true && found.meta ? found : null;
    } catch (error) {
      if (notFound(error, 'txnNotFound')) return null;
      throw unavailable(error);
    }
  }

  /**
   * Whether every ledger of a range was searched for a transaction that was not found. Either proof will do:
   * `searched_all`, or the range lying within a node's complete ledgers, read after the not-found.
   */
  async searchedAll(hash: string, from: number, to: number): Promise<boolean> {
    if (to - from < MAX_RANGE) {
      try {
        await this.connection.request({ command: 'tx', transaction: hash, min_ledger: from, max_ledger: to });
      } catch (error) {
        if (!notFound(error, 'txnNotFound')) throw unavailable(error);
        const { searched_all: all } = ((error as RippledError).data ?? {}) as { searched_all?: boolean };
        if (all === true) return true;
      }
    }
    return this.holds(from, to);
  }

  private async nodeWith(from: number, to: number): Promise<XrplConnection | null> {
    if (covers(await this.complete(), from, to)) return this.connection;
    for (const node of this.connection.others())
      if (covers(await this.complete(node).catch(() => ''), from, to)) return node;
    return null;
  }
}

type Range = readonly [first: number, last: number];

/** A transaction as returned by `tx` and `account_tx`. */
export function readTransaction({ tx_json: tx, meta, hash, ledger_index: ledgerIndex }: any): LedgerTransaction {
  return { hash, ledgerIndex, result: meta.TransactionResult, tx, meta, delivered: meta.delivered_amount ?? null };
}

/** `100-200,205-300` as ranges; none for `empty`. */
const rangesOf = (completeLedgers: string): Range[] =>
  completeLedgers
    .split(',')
    .map((range) => range.split('-').map(Number) as [number, number | undefined])
    .map(([first, last]): Range => [first, last ?? first])
    .filter(([first]) => Number.isInteger(first));

/** `100-200,205-300` covers 206–299, but not 199–206. */
export const covers = (completeLedgers: string, from: number, to: number): boolean =>
  rangesOf(completeLedgers).some(([first, last]) => first <= from && to <= last);

/** The intersection of complete ledgers and a range. */
export const parts = (completeLedgers: string, from: number, to: number): Range[] =>
  rangesOf(completeLedgers)
    .map(([first, last]): Range => [Math.max(first, from), Math.min(last, to)])
    .filter(([first, last]) => first <= last);
