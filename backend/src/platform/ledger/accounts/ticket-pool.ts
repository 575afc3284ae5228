import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import { systemClock, type Clock } from '../../clock/clock.js';
import { writeTo, type Committed } from '../../event-store/commit-once.js';
import { COMMIT_LIMITS, commitWithRetry } from '../../event-store/commit-with-retry.js';
import type { EventStore, ExpectedRevision } from '../../event-store/event-store.js';
import { load, type Loaded } from '../../event-store/folding.js';
import { LedgerUnavailable } from '../ledger-port.js';
import { ALWAYS_OPEN, GateShut, type SigningGate } from './account-gate.js';
import { assignTickets, chooseTickets } from './account.decider.js';
import { accountFold, accountStream, isChangingKey, type AccountState } from './account.state.js';
import { TryAgainLater } from '../../domain/try-again-later.js';

/** The account's key is being changed: the ledger would refuse signatures by the old key. */
export class KeyChanging extends TryAgainLater {
  constructor(name: string) {
    super(`The key of ${name} is being changed`);
    this.name = 'KeyChanging';
  }
}

/**
 * Events for the account's stream that belong in the commit that signs with the ticket. None if the tickets were
 * assigned earlier; the stream must not have changed, because another instance may have released them.
 */
export interface TicketWrite {
  stream: string;
  expected: ExpectedRevision;
  events: readonly PlatformAccountEvent[];
}

export interface TicketsUse<Signed> {
  /** @param tickets by purpose; if there are too few, only for the first purposes */
  sign(tickets: ReadonlyMap<string, number>): Promise<Signed>;
  /**
   * Appends the caller's events together with the assignment, if there is one.
   * @param fence fencing token of the append
   */
  commit(signed: Signed, assignment: TicketWrite | null, fence?: string): Promise<Committed>;
}

export interface SequenceUse<Signed> {
  /** The last row according to the log when this one was decided; null before the first. */
  nextSequence: number | null;
  /** @returns also the sequence of the row's first transaction, from a validated ledger */
  sign(): Promise<{ signed: Signed; first: number }>;
  /** Appends the caller's events to the account's stream, at this revision. */
  commit(signed: Signed, at: Omit<TicketWrite, 'events'>, fence?: string): Promise<Committed>;
}

/**
 * The tickets and the sequence of one platform account. A ticket is assigned in the same commit that journals what is
 * signed with it, so no assignment is ever lost. Several instances may sign for one account at once: the commit
 * requires that the account's stream has not changed, so each ticket is used only once.
 */
export class TicketPool {
  /** Chosen in this process but not committed yet. */
  private readonly claimed = new Map<number, string>();

  constructor(
    protected readonly store: EventStore,
    protected readonly name: PlatformAccountName,
    private readonly gate: SigningGate = ALWAYS_OPEN,
    private readonly clock: Clock = systemClock,
    /** Called with the account right before anything is signed. */
    private readonly seen: (state: AccountState) => void = () => undefined,
  ) {}

  /**
   * Signs with one ticket per purpose, as long as there are tickets, and commits. Signing happens once; if only the
   * account's stream has changed in the meantime, the commit is retried with the same signature.
   * @returns whether it was committed; false if a stream of the caller had changed
   * @throws TicketsExhausted, CommitContended, Fenced, GateShut, KeyChanging
   */
  async useMany<Signed>(purposes: readonly string[], work: TicketsUse<Signed>): Promise<boolean> {
    const { state, fence } = await this.look();
    if (isChangingKey(state)) throw new KeyChanging(this.name);
    const tickets = chooseTickets(purposes, state, this.claimed);
    for (const [purpose, ticket] of tickets) this.claimed.set(ticket, purpose);
    try {
      const signed = await work.sign(tickets);
      return await this.commit(state, async (now) => {
        const events = assignTickets(this.name, tickets, now.state);
        return events && work.commit(signed, { ...writeTo(now, events), events }, fence);
      });
    } finally {
      for (const ticket of tickets.values()) this.claimed.delete(ticket);
    }
  }

  /**
   * Signs a row of transactions that use the account's sequence, and commits like `useMany`; also for key changes.
   * @returns whether it was committed; false if another row was begun since it was decided, or has succeeded and may
   * have done the same, or if the key has changed in the meantime
   * @throws CommitContended, Fenced, GateShut; LedgerUnavailable if the node lags
   */
  async useSequence<Signed>(work: SequenceUse<Signed>): Promise<boolean> {
    const { state, fence } = await this.look();
    const isOther = ({ open, nextSequence }: AccountState) => open.length > 0 || nextSequence !== work.nextSequence;
    if (isOther(state)) return false;
    const { signed, first } = await work.sign();
    return this.commit(state, async (now) => {
      if (isOther(now.state)) return null;
      this.mustBeNext(first, work.nextSequence);
      return work.commit(signed, writeTo(now, []), fence);
    });
  }

  /** Signing with a later sequence would permanently hide an unknown transaction from the signing gate. */
  private mustBeNext(first: number, next: number | null): void {
    if (next === null || first === next) return;
    if (first < next) throw new LedgerUnavailable(`The node shows a sequence of ${this.name} that is used already`);
    this.gate.shut?.(`sequence ${next} was used by a transaction that is not in the log`);
    throw new GateShut(this.name);
  }

  /** The account state that the next signature is based on, and the fencing token for the commit. @throws GateShut */
  private async look(): Promise<{ state: AccountState; fence?: string }> {
    const fence = this.gate.mustBeOpen();
    const { state } = await load(this.store, accountFold(this.name));
    this.seen(state);
    return { state, fence };
  }

  /** @param before the account when it was signed */
  private commit(
    before: AccountState,
    append: (now: Loaded<AccountState>) => Promise<Committed | null>,
  ): Promise<boolean> {
    const attempt = async () => {
      const now = await load(this.store, accountFold(this.name));
      // The signing gate may have shut during signing.
      this.gate.mustBeOpen();
      // The signing key was replaced in the meantime: the ledger no longer accepts it, or soon will not.
      const isChanged = now.state.regularKey?.address !== before.regularKey?.address;
      if (isChanged || isChangingKey(now.state) !== isChangingKey(before)) return null;
      return append(now);
    };
    const own = accountStream(this.name);
    return commitWithRetry(this.clock, COMMIT_LIMITS, attempt, (moved) => moved === own);
  }
}
