import { RippledError } from 'xrpl';
import {
  LedgerUnavailable,
  type AccountFacts,
  type Amount,
  type Conclusion,
  type LedgerPort,
  type LedgerTransaction,
  type LineFacts,
  type Reserves,
  type Sought,
  type SubmitVerdict,
} from './ledger-port.js';
import { lineFactsOf } from './line-facts.js';
import type { XrplConnection } from './xrpl-connection.js';

/** `tx` looks through at most this many ledgers at a time. */
const MAX_RANGE = 1000;
const HISTORY_PAGE = 200;
/** An issuer's rate without a fee (AccountRoot, TransferRate). */
const RATE_ONE = 1_000_000_000;

const notFound = (error: unknown, ...codes: string[]) =>
  error instanceof RippledError && codes.includes((error.data as { error?: string })?.error ?? '');

/** The rippled API behind the ledger port. Nothing here retries: callers journal first and ask again. */
export class XrplGateway implements LedgerPort {
  constructor(private readonly connection: XrplConnection) {}

  async validatedIndex(): Promise<number> {
    const index = this.connection.validatedIndex;
    if (index > 0) return index;
    throw new LedgerUnavailable('No validated ledger is known yet');
  }

  closeIntervalMs(): number {
    return this.connection.closeIntervalMs;
  }

  async account(address: string): Promise<AccountFacts | null> {
    try {
      const { account_data: data } = await this.connection.request({
        command: 'account_info',
        account: address,
        ledger_index: 'validated',
      });
      return {
        address,
        balance: BigInt(data.Balance),
        sequence: data.Sequence,
        ownerCount: data.OwnerCount,
        flags: data.Flags,
        regularKey: data.RegularKey ?? null,
        tickets: data.TicketCount ?? 0,
        transferFee: Math.max(0, (data.TransferRate || RATE_ONE) - RATE_ONE),
      };
    } catch (error) {
      if (notFound(error, 'actNotFound')) return null;
      throw unavailable(error);
    }
  }

  async line(holder: string, issuer: string, currency: string): Promise<LineFacts | null> {
    // Nobody has a line to themselves, and a node calls the question malformed.
    if (holder === issuer) return null;
    try {
      const { node } = await this.connection.request({
        command: 'ledger_entry',
        ripple_state: { accounts: [holder, issuer], currency },
        ledger_index: 'validated',
      });
      return lineFactsOf(node, holder);
    } catch (error) {
      if (notFound(error, 'entryNotFound', 'actNotFound')) return null;
      throw unavailable(error);
    }
  }

  async depositAuthorized(source: string, destination: string): Promise<boolean> {
    try {
      const { deposit_authorized: authorized } = await this.connection.request({
        command: 'deposit_authorized',
        source_account: source,
        destination_account: destination,
        ledger_index: 'validated',
      });
      return authorized;
    } catch (error) {
      if (notFound(error, 'srcActNotFound', 'dstActNotFound')) return true;
      throw unavailable(error);
    }
  }

  async reserves(): Promise<Reserves> {
    const { state } = await this.ask({ command: 'server_state' });
    return { base: BigInt(state.validated_ledger.reserve_base), increment: BigInt(state.validated_ledger.reserve_inc) };
  }

  async fee(): Promise<bigint> {
    const { drops } = await this.ask({ command: 'fee' });
    return BigInt(drops.open_ledger_fee);
  }

  async room(): Promise<number> {
    const { expected_ledger_size: expected, current_ledger_size: current } = await this.ask({ command: 'fee' });
    return Math.max(0, Number(expected) - Number(current));
  }

  async *history(account: string, from: number, to: number): AsyncGenerator<LedgerTransaction> {
    for (let marker: unknown; ;) {
      const page = await this.ask({
        command: 'account_tx',
        account,
        ledger_index_min: from,
        ledger_index_max: to,
        forward: true,
        limit: HISTORY_PAGE,
        ...(marker ? { marker } : {}),
      });
      for (const entry of page.transactions) if (entry.validated === true) yield readTransaction(entry);
      if (!(marker = page.marker)) return;
    }
  }

  async holds(from: number, to: number): Promise<boolean> {
    const { info } = await this.ask({ command: 'server_info' });
    return covers(info.complete_ledgers, from, to);
  }

  async submit(blob: string): Promise<SubmitVerdict> {
    const result = await this.ask({ command: 'submit', tx_blob: blob });
    return { engineResult: result.engine_result, message: result.engine_result_message };
  }

  /**
   * What became of a transaction, by the table of "Reliable transaction submission" (xrpl.org): only a validated ledger
   * says yes, and only a node that holds every ledger it could stand in says no. Being found proves nothing: a node
   * also finds what it refused.
   */
  async conclude(sought: Sought): Promise<Conclusion> {
    const account = await this.account(sought.account);
    const used = await this.sequenceUsed(sought, account);
    const validated = await this.validatedIndex();
    const found = await this.find(sought.hash);
    if (found) return found;
    const expired = validated > sought.lastLedgerSequence;
    if (!expired && !used) return { kind: 'pending' };
    const until = expired ? sought.lastLedgerSequence : validated;
    if (!(await this.holdsAll(sought.hash, sought.fromLedger, until))) return { kind: 'unknown' };
    // Between the first look and the proof it may have been validated: look once more.
    const late = await this.find(sought.hash);
    if (late) return late;
    // Whoever has used a ticket of ours did so for good: that its time is over too must not have it used again.
    const taken = used && (sought.ticket !== null || !expired);
    return { kind: 'absent', reason: taken ? 'sequence-used' : 'expired' };
  }

  /** True where a validated ledger has consumed the sequence or ticket, be it by this transaction or another. */
  private async sequenceUsed(sought: Sought, account: AccountFacts | null): Promise<boolean> {
    if (!account) return false;
    if (sought.ticket === null) return account.sequence > sought.sequence;
    // A node that has not seen the ticket being made, which lags, does not hold it either.
    return account.sequence > sought.ticket && !(await this.holdsTicket(sought.account, sought.ticket)).held;
  }

  async holdsTicket(account: string, ticket: number): Promise<{ held: boolean; ledgerIndex: number }> {
    // Taken before the look: the answer is of this ledger or a later one.
    const ledgerIndex = await this.validatedIndex();
    try {
      const entry = await this.connection.request({
        command: 'ledger_entry',
        ticket: { account, ticket_seq: ticket },
        ledger_index: 'validated',
      });
      return { held: true, ledgerIndex: entry.ledger_index ?? ledgerIndex };
    } catch (error) {
      if (notFound(error, 'entryNotFound')) return { held: false, ledgerIndex };
      throw unavailable(error);
    }
  }

  private async find(hash: string): Promise<Conclusion | null> {
    try {
      const found = await this.connection.request({ command: 'tx', transaction: hash });
      if (found.validated !== true || !found.meta) return null;
      return {
        kind: 'validated',
        result: found.meta.TransactionResult,
        ledgerIndex: found.ledger_index,
        delivered: (found.meta.delivered_amount ?? null) as Amount | null,
        transaction: found.tx_json ?? found,
      };
    } catch (error) {
      if (notFound(error, 'txnNotFound')) return null;
      throw unavailable(error);
    }
  }

  /**
   * Either proof will do: `searched_all`, or the range lying within the node's complete ledgers, read after the
   * not-found.
   */
  private async holdsAll(hash: string, from: number, to: number): Promise<boolean> {
    if (to - from < MAX_RANGE) {
      try {
        await this.connection.request({ command: 'tx', transaction: hash, min_ledger: from, max_ledger: to });
      } catch (error) {
        if (!notFound(error, 'txnNotFound')) throw unavailable(error);
        if (
          (error as RippledError).data &&
          ((error as RippledError).data as { searched_all?: boolean }).searched_all === true
        )
          return true;
      }
    }
    return this.holds(from, to);
  }

  private async ask(body: Record<string, unknown>): Promise<any> {
    try {
      return await this.connection.request(body);
    } catch (error) {
      throw unavailable(error);
    }
  }
}

function unavailable(error: unknown): LedgerUnavailable {
  return error instanceof LedgerUnavailable ? error : new LedgerUnavailable((error as Error).message, { cause: error });
}

/** A transaction as `tx` and `account_tx` tell it. */
export function readTransaction({ tx_json: tx, meta, hash, ledger_index: ledgerIndex }: any): LedgerTransaction {
  return { hash, ledgerIndex, result: meta.TransactionResult, tx, meta, delivered: meta.delivered_amount ?? null };
}

/** `100-200,205-300` covers 206–299, but not 199–206. */
export function covers(completeLedgers: string, from: number, to: number): boolean {
  return completeLedgers.split(',').some((range) => {
    const [first, last] = range.split('-').map(Number) as [number, number | undefined];
    return first <= from && to <= (last ?? first);
  });
}
