import { entryChanges, type EntryChanges, type EntryFields, type EntryName, type Thread } from './entry-changes.js';
import { LedgerHistory, notFound, unavailable } from './ledger-history.js';
import {
  LedgerUnavailable,
  type AccountFacts,
  type Conclusion,
  type LedgerPort,
  type LedgerTransaction,
  type LineFacts,
  type Reserves,
  type Sought,
  type SubmitVerdict,
} from './ledger-port.js';
import type { AccountStanding } from './accounts/gate.rules.js';
import { lineFactsOf, transferFeeOf } from './line-facts.js';
import { momentOf } from './ledger-time.js';
import { ownLifetime, type Pace } from './submissions/lifetime.js';
import type { XrplConnection } from './xrpl-connection.js';

const OBJECTS_PAGE = 200;

/** The rippled API behind the ledger port. Nothing here retries: callers journal first and call again. */
export class XrplGateway implements LedgerPort {
  private readonly past: LedgerHistory;

  constructor(
    private readonly connection: XrplConnection,
    private readonly pace: Pace,
  ) {
    this.past = new LedgerHistory(connection);
  }

  async validatedIndex(): Promise<number> {
    const index = this.connection.validatedIndex;
    if (index > 0) return index;
    throw new LedgerUnavailable('No validated ledger is known yet');
  }

  closeIntervalMs(): number {
    return this.connection.closeIntervalMs;
  }

  lifetime(): number {
    return ownLifetime(this.pace, this.connection.closeIntervalMs);
  }

  async account(address: string): Promise<AccountFacts | null> {
    try {
      const { account_data: data, ledger_index: ledgerIndex } = await this.connection.request({
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
        ...(data.Domain ? { domain: data.Domain } : {}),
        tickets: data.TicketCount ?? 0,
        ...(ledgerIndex === undefined ? {} : { ledgerIndex }),
        transferFee: transferFeeOf(data),
      };
    } catch (error) {
      if (notFound(error, 'actNotFound')) return null;
      throw unavailable(error);
    }
  }

  /** Sequence and tickets in one validated ledger; null if there is no account. @throws LedgerUnavailable */
  async standing(address: string): Promise<AccountStanding | null> {
    const account = await this.account(address);
    if (!account) return null;
    const ledgerIndex = account.ledgerIndex!;
    const tickets = new Set<number>();
    for (let marker: unknown; ;) {
      const page = await this.ask({
        command: 'account_objects',
        account: address,
        type: 'ticket',
        ledger_index: ledgerIndex,
        limit: OBJECTS_PAGE,
        ...(marker ? { marker } : {}),
      });
      for (const { TicketSequence } of page.account_objects) tickets.add(TicketSequence);
      if (!(marker = page.marker)) break;
    }
    const { sequence, flags, ownerCount, regularKey } = account;
    const isUntouched = flags === 0 && ownerCount === 0 && regularKey === null;
    return { ledgerIndex, sequence, tickets, isUntouched };
  }

  async line(holder: string, issuer: string, currency: string): Promise<LineFacts | null> {
    const found = await this.entry({ ripple_state: { accounts: [holder, issuer], currency } });
    return found && lineFactsOf(found, holder);
  }

  /** As of the last validated ledger; null if there is none. @throws LedgerUnavailable */
  private async entry(name: EntryName): Promise<EntryFields | null> {
    // No account has a trust line to itself, and a node rejects the question as malformed.
    if ('ripple_state' in name && new Set(name.ripple_state.accounts).size === 1) return null;
    try {
      const { node } = await this.connection.request({ command: 'ledger_entry', ...name, ledger_index: 'validated' });
      return node;
    } catch (error) {
      if (notFound(error, 'entryNotFound', 'actNotFound')) return null;
      throw unavailable(error);
    }
  }

  /** How an entry changed after a ledger. @throws LedgerUnavailable */
  changes(name: EntryName, since: number): Promise<EntryChanges> {
    const transaction = async (hash: string, ledgerIndex: number) => {
      const found = await this.past.read(hash);
      if (!found && (await this.holds(ledgerIndex, ledgerIndex)))
        throw new LedgerUnavailable(`No node shows ${hash}, which is in a ledger that one of them has`);
      return found;
    };
    const deletion = (account: string, after: number, to: number | null) => this.deletion(account, after, to);
    return entryChanges({ entry: (of) => this.entry(of), transaction, deletion }, name, since);
  }

  private async deletion(account: string, since: number, to: number | null): Promise<Thread | null> {
    const until = to ?? (await this.validatedIndex());
    if (since >= until) return null;
    if (!(await this.holds(since + 1, until))) return { hash: null, ledgerIndex: until };
    let last: Thread | null = null;
    for await (const { tx, hash, ledgerIndex, result } of this.history(account, since + 1, until))
      if (tx.TransactionType === 'AccountDelete' && tx.Account === account && result === 'tesSUCCESS')
        last = { hash, ledgerIndex };
    return last;
  }

  /** A transaction in a validated ledger; null if the node has none. @throws LedgerUnavailable */
  validated(hash: string): Promise<Extract<Conclusion, { kind: 'validated' }> | null> {
    return this.past.find(hash);
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

  history(account: string, from: number, to: number): AsyncIterable<LedgerTransaction> {
    return this.past.of(account, from, to);
  }

  holds(from: number, to: number): Promise<boolean> {
    return this.past.holds(from, to);
  }

  async submit(blob: string): Promise<SubmitVerdict> {
    const result = await this.ask({ command: 'submit', tx_blob: blob });
    return { engineResult: result.engine_result, message: result.engine_result_message };
  }

  /**
   * The result of a transaction, by the table of "Reliable transaction submission" (xrpl.org): only a validated ledger
   * says yes. No is proved by a ticket or sequence that is unused in a ledger after which the transaction cannot come,
   * because every validated one uses it; or by a node that has every ledger in which it could be. Being found proves
   * nothing: a node also finds what it refused.
   */
  async closedAt(ledgerIndex: number): Promise<Date> {
    const { ledger } = await this.ask({ command: 'ledger', ledger_index: ledgerIndex });
    return momentOf(ledger.close_time);
  }

  async conclude(sought: Sought): Promise<Conclusion> {
    const account = await this.account(sought.account);
    const { used, seenAt } = await this.place(sought, account);
    const validated = await this.validatedIndex();
    const found = await this.past.find(sought.hash);
    if (found) return found;
    if (!used && seenAt > sought.lastLedgerSequence) return { kind: 'absent', reason: 'expired' };
    const expired = validated > sought.lastLedgerSequence;
    if (!expired && !used) return { kind: 'pending' };
    const until = expired ? sought.lastLedgerSequence : validated;
    if (!(await this.past.searchedAll(sought.hash, sought.fromLedger, until))) return { kind: 'unknown' };
    // It may have been validated between the first lookup and the proof, so look it up once more.
    const late = await this.past.find(sought.hash);
    if (late) return late;
    // A platform ticket that was used stays used: the transaction's expiry must not free it.
    const taken = used && (sought.ticket !== null || !expired);
    return { kind: 'absent', reason: taken ? 'sequence-used' : 'expired' };
  }

  /**
   * Whether a validated ledger has consumed the sequence or ticket, by this transaction or another; and the ledger as
   * of which that is known, 0 if the node did not report it.
   */
  private async place(sought: Sought, account: AccountFacts | null): Promise<{ used: boolean; seenAt: number }> {
    if (!account) return { used: false, seenAt: 0 };
    const seenAt = account.ledgerIndex ?? 0;
    if (sought.ticket === null) return { used: account.sequence > sought.sequence, seenAt };
    // A lagging node that has not seen the creation of the ticket does not have it either.
    if (account.sequence <= sought.ticket) return { used: false, seenAt: 0 };
    const { held, ledgerIndex } = await this.holdsTicket(sought.account, sought.ticket);
    return { used: !held, seenAt: held ? ledgerIndex : 0 };
  }

  async holdsTicket(account: string, ticket: number): Promise<{ held: boolean; ledgerIndex: number }> {
    // Read before the lookup, so the answer is as of this ledger or a later one.
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

  private async ask(body: Record<string, unknown>): Promise<any> {
    try {
      return await this.connection.request(body);
    } catch (error) {
      throw unavailable(error);
    }
  }
}

export { covers, readTransaction } from './ledger-history.js';
