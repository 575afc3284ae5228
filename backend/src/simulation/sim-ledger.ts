import { CURRENCY } from '@tknest/contracts/rules';
import { decode, hashes } from 'xrpl';
import { TICKETS_ON_LEDGER_MAX } from '#platform/ledger/accounts/ticket-refill.js';
import {
  hasFlag,
  LedgerUnavailable,
  type AccountFacts,
  type Conclusion,
  type LedgerPort,
  type LedgerTransaction,
  type LineFacts,
  type Reserves,
  type Sought,
  type SubmitVerdict,
} from '#platform/ledger/ledger-port.js';
import { ownLifetime } from '#platform/ledger/submissions/lifetime.js';
import type { AccountStanding } from '#platform/ledger/accounts/gate.rules.js';
import type { Random } from '#platform/seeded-random.js';
import { clawBack, pay, setLine, type SimAccount, type SimLine } from './sim-settings.js';

type Transaction = Record<string, any>;

export interface Applied {
  hash: string;
  result: string;
  ledgerIndex: number;
  transaction: Transaction;
}

const key = (a: string, currency: string) => `${a}/${currency}`;

/** A new node: it has no ledgers before this one, so it can prove nothing about them. */
export const FIRST_LEDGER = 1000;

/**
 * A ledger small enough to be obviously correct: balances in whole micro-units, sequences, tickets, LastLedgerSequence,
 * trust lines with authorization. The story decides what it loses, delays or refuses.
 */
export class SimLedger implements LedgerPort {
  index = FIRST_LEDGER;
  readonly accounts = new Map<string, SimAccount>();
  readonly balances = new Map<string, bigint>();
  readonly lines = new Map<string, SimLine>();
  /** By account. */
  readonly tickets = new Map<string, Set<number>>();
  readonly applied = new Map<string, Applied>();
  private pending: { hash: string; transaction: Transaction }[] = [];
  /** The fee of a transaction, in drops. */
  feeDrops = 10n;
  /** The node does not respond. */
  away = false;
  /** How many ledgers it keeps, including its newest. */
  keeps = Infinity;
  /** Unlike a real node: a transaction that it does not have counts as absent, as if it had searched for it. */
  takesForgottenForAbsent = false;
  private readonly closed = new Map<number, Date>();
  private readonly begunAt: Date;

  constructor(
    protected readonly random: Random,
    protected readonly rlusdIssuer: string,
    readonly issuer: string,
    private readonly clock: { now(): Date } = { now: () => new Date(0) },
  ) {
    this.begunAt = clock.now();
  }

  /** Close time of a ledger; if none is recorded (as for one created by `move`), that of the nearest earlier ledger. */
  closeTimeOf(index: number): Date {
    for (let at = index; at > FIRST_LEDGER; at--) {
      const time = this.closed.get(at);
      if (time) return time;
    }
    return this.begunAt;
  }

  private get oldest(): number {
    return this.index - this.keeps + 1;
  }

  balance(account: string, currency: string): bigint {
    return this.balances.get(key(account, currency)) ?? 0n;
  }

  async closedAt(index: number): Promise<Date> {
    this.mustAnswer();
    return this.closeTimeOf(index);
  }

  async validatedIndex(): Promise<number> {
    this.mustAnswer();
    return this.index;
  }

  closeIntervalMs(): number {
    return 1_000;
  }

  lifetime(): number {
    return ownLifetime('network', this.closeIntervalMs());
  }

  async account(address: string): Promise<AccountFacts | null> {
    this.mustAnswer();
    const account = this.accounts.get(address);
    return account
      ? {
          address,
          balance: account.xrp,
          sequence: account.sequence,
          ownerCount: 1,
          flags: account.flags ?? 0,
          regularKey: null,
          tickets: this.ticketsOf(address).size,
          transferFee: 0,
          ledgerIndex: this.index,
        }
      : null;
  }

  async holdsTicket(account: string, ticket: number): Promise<{ held: boolean; ledgerIndex: number }> {
    this.mustAnswer();
    return { held: this.ticketsOf(account).has(ticket), ledgerIndex: this.index };
  }

  async standing(address: string): Promise<AccountStanding | null> {
    this.mustAnswer();
    const account = this.accounts.get(address);
    const tickets = new Set(this.ticketsOf(address));
    const made = [...this.applied.values()].some(({ transaction }) => transaction.Account === address);
    return account ? { ledgerIndex: this.index, sequence: account.sequence, tickets, isUntouched: !made } : null;
  }

  private ticketsOf(account: string): Set<number> {
    const known = this.tickets.get(account) ?? new Set();
    this.tickets.set(account, known);
    return known;
  }

  async line(holder: string, issuer: string, currency: string): Promise<LineFacts | null> {
    this.mustAnswer();
    const line = this.lines.get(key(holder, currency));
    if (!line || (currency === CURRENCY.token ? issuer !== this.issuer : issuer !== this.rlusdIssuer)) return null;
    const micro = this.balance(holder, currency);
    return {
      balance: `${micro / 1_000_000n}.${(micro % 1_000_000n).toString().padStart(6, '0')}`,
      limit: '1000000000',
      deepFrozen: false,
      ...line,
      frozen: line.frozen || line.deepFrozen === true,
      issuerNoRipple: true,
    };
  }

  /** No account is preauthorized here. */
  async depositAuthorized(_source: string, destination: string): Promise<boolean> {
    this.mustAnswer();
    return !hasFlag(await this.account(destination), 'depositAuth');
  }

  async reserves(): Promise<Reserves> {
    return { base: 1_000_000n, increment: 200_000n };
  }

  async fee(): Promise<bigint> {
    return this.feeDrops;
  }

  async room(): Promise<number> {
    this.mustAnswer();
    return 1_000;
  }

  async *history(account: string, from: number, to: number): AsyncGenerator<LedgerTransaction> {
    this.mustAnswer();
    for (const { hash, ledgerIndex, result, transaction: tx } of this.applied.values())
      if (
        ledgerIndex >= Math.max(from, this.oldest) &&
        ledgerIndex <= to &&
        (tx.Account === account || tx.Destination === account)
      )
        yield { hash, ledgerIndex, result, tx, meta: {}, delivered: tx.Amount ?? null };
  }

  async holds(from: number, to: number): Promise<boolean> {
    return from >= this.oldest && to <= this.index;
  }

  async submit(blob: string): Promise<SubmitVerdict> {
    this.mustAnswer();
    this.take(blob);
    if (this.random.chance(0.05)) throw new LedgerUnavailable('the answer was lost');
    return { engineResult: 'tesSUCCESS', message: '' };
  }

  /** Puts a signed blob into the open ledger, no matter who sends it. */
  take(blob: string): void {
    const hash = hashes.hashSignedTx(blob);
    if (this.applied.has(hash) || this.pending.some((one) => one.hash === hash)) return;
    this.pending.push({ hash, transaction: decode(blob) });
  }

  loseOpenLedger(): void {
    this.pending = [];
  }

  async conclude(sought: Sought): Promise<Conclusion> {
    this.mustAnswer();
    const found = this.applied.get(sought.hash);
    if (found && found.ledgerIndex < sought.fromLedger)
      throw new Error(`${sought.hash} is sought from ledger ${sought.fromLedger} on and is in ${found.ledgerIndex}`);
    if (found && found.ledgerIndex >= this.oldest) {
      const { result, ledgerIndex, transaction } = found;
      return { kind: 'validated', result, ledgerIndex, delivered: transaction.Amount ?? null, transaction };
    }
    if (sought.fromLedger < FIRST_LEDGER) return { kind: 'unknown' };
    const used =
      sought.ticket === null
        ? (this.accounts.get(sought.account)?.sequence ?? 0) > sought.sequence
        : !this.ticketsOf(sought.account).has(sought.ticket);
    const expired = this.index > sought.lastLedgerSequence;
    if (used && sought.fromLedger < this.oldest && !this.takesForgottenForAbsent) return { kind: 'unknown' };
    if (expired && this.random.chance(0.1)) return { kind: 'unknown' };
    if (used && (sought.ticket !== null || !expired)) return { kind: 'absent', reason: 'sequence-used' };
    return expired ? { kind: 'absent', reason: 'expired' } : { kind: 'pending' };
  }

  /** Validates a ledger: sequences in order, then tickets. */
  close(): void {
    this.index++;
    this.closed.set(this.index, this.clock.now());
    const order = [...this.pending].sort(
      (a, b) =>
        (a.transaction.TicketSequence ?? a.transaction.Sequence) -
        (b.transaction.TicketSequence ?? b.transaction.Sequence),
    );
    this.pending = [];
    for (const { hash, transaction } of order) this.apply(hash, transaction);
  }

  private apply(hash: string, transaction: Transaction): void {
    const account = this.accounts.get(transaction.Account);
    if (!account || transaction.LastLedgerSequence < this.index) return;
    if (transaction.TicketSequence !== undefined) {
      if (!this.ticketsOf(transaction.Account).delete(transaction.TicketSequence)) return;
    } else {
      if (transaction.Sequence !== account.sequence) {
        if (transaction.Sequence > account.sequence) this.pending.push({ hash, transaction });
        return;
      }
      account.sequence++;
    }
    this.applied.set(hash, { hash, transaction, ledgerIndex: this.index, result: this.effect(transaction) });
  }

  protected effect(transaction: Transaction): string {
    if (transaction.TransactionType === 'TrustSet') {
      const { issuer, currency, value } = transaction.LimitAmount;
      if (transaction.Account === this.issuer) {
        const line = this.lines.get(key(issuer, currency));
        if (!line) return 'tecNO_LINE';
        line.authorized = true;
      } else setLine(this, key(transaction.Account, currency), value);
      return 'tesSUCCESS';
    }
    if (transaction.TransactionType === 'TicketCreate') return this.createTickets(transaction);
    if (transaction.TransactionType === 'Clawback') return clawBack(this.balances, transaction);
    if (transaction.TransactionType !== 'Payment') return 'tesSUCCESS';
    return pay(this, transaction);
  }

  /** As in rippled: the sequences right after the transaction's own; none at all if they do not all fit. */
  private createTickets({ Account, Sequence, TicketCount }: Transaction): string {
    const held = this.ticketsOf(Account);
    if (held.size + TicketCount > TICKETS_ON_LEDGER_MAX) return 'tecDIR_FULL';
    for (let index = 1; index <= TicketCount; index++) held.add(Sequence + index);
    this.accounts.get(Account)!.sequence = Sequence + TicketCount + 1;
    return 'tesSUCCESS';
  }

  protected mustAnswer(): void {
    if (this.away) throw new LedgerUnavailable('the node is away');
  }
}
