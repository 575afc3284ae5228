/**
 * Carries the ledger transactions of every owner: signed, journaled, sent, concluded. It may be cut off between any
 * two steps and is begun again anywhere, by any instance: what is recorded first wins, and nothing is sent unrecorded.
 */
import type { PlatformAccountName, TokenEvent } from '@tknest/contracts/events';
import type { Clock } from '../../clock/clock.js';
import { commitOnce, writeTo, type Committed } from '../../event-store/commit-once.js';
import { COMMIT_LIMITS, commitWithRetry } from '../../event-store/commit-with-retry.js';
import type { EventStore, StreamWrite } from '../../event-store/event-store.js';
import { expectedOf, type Loaded } from '../../event-store/folding.js';
import { inTurn } from '../../event-store/in-turn.js';
import { accountStream } from '../accounts/account.state.js';
import { ticketed, type SigningPorts } from '../accounts/sign-on-ticket.js';
import type { PurposeStanding } from '../accounts/ticket-sweep.js';
import { TicketsExhausted } from '../accounts/tickets-exhausted.js';
import type { NextLook } from '../ledger-paced-runner.js';
import { LedgerUnavailable } from '../ledger-port.js';
import { ownLifetime } from '../submissions/lifetime.js';
import { crashPoint } from './crash-places.js';
import { decideEndings, isBurned, type Ended, type UnderWay } from './decide.js';
import type { Commit, Order, Signed, TransactionOwner } from './group.js';
import { fatesOf } from './look.js';
import { networkFee } from './policy.js';
import { Sender } from './sender.js';
import { readPurpose } from './tickets.js';
import type { TransactionKind } from './transaction.js';

export interface CourierPorts extends SigningPorts {
  store: EventStore;
  clock: Clock;
  businessDate(): Promise<string>;
  /** Whether an account may sign at this moment: what the log says of it must be what the ledger says. */
  maySign(signer: PlatformAccountName): Promise<boolean>;
  /** Asks for more tickets of the accounts at once; they come when a ledger has made them. */
  refill(): Promise<void>;
  /** Opens the case of a ticket that somebody else used. @returns what belongs to the commit */
  conflict(found: Conflict): Promise<readonly StreamWrite[]>;
  /** The stream of that case: others may move it. */
  conflictStream(hash: string): string;
  /** Drops above which nothing is signed; none where left out. */
  maxFeeDrops?: bigint;
  /** Who shares a stream in this process takes turns by it. */
  turns: object;
}

export interface Conflict {
  signer: PlatformAccountName;
  hash: string;
  ticket: number;
  wallet?: string;
  propertyId?: number | null;
}

/** One that changes this often in one go is going round in circles. */
const STEPS_MAX = 2_000;
const RETRY_MS = 1_000;
const LEDGER_WAIT_MS = { min: 40, max: 2_000 };

export class Courier {
  private readonly owners = new Map<string, TransactionOwner>();
  private readonly sender: Sender;

  constructor(
    private readonly ports: CourierPorts,
    owners: readonly TransactionOwner[] = [],
  ) {
    this.sender = new Sender(ports);
    for (const owner of owners) this.register(owner);
  }

  register(owner: TransactionOwner): void {
    if (this.owners.has(owner.kind)) throw new Error(`There is an owner of ${owner.kind} already`);
    this.owners.set(owner.kind, owner);
  }

  all(): readonly TransactionOwner[] {
    return [...this.owners.values()];
  }

  /** Takes every step that can be taken now. @returns when to look again, null where only a fact can move it */
  async advance(kind: TransactionKind, id: string): Promise<NextLook | null> {
    const owner = this.owners.get(kind)!;
    try {
      for (let step = 0, refilled = false; step < STEPS_MAX; step++) {
        try {
          const moved = await this.step(owner, id);
          if (moved !== true) return moved;
        } catch (error) {
          if (!(error instanceof TicketsExhausted) || refilled) throw error;
          // More are asked for; those of a ledger that has closed since are taken at once.
          refilled = true;
          await this.ports.refill();
        }
      }
    } catch (error) {
      if (!(error instanceof LedgerUnavailable || error instanceof TicketsExhausted)) throw error;
    }
    return this.in(RETRY_MS);
  }

  /** How the owner of a purpose stands to its ticket. What nobody here gave it to is left alone. */
  async standing(text: string): Promise<PurposeStanding> {
    const purpose = readPurpose(text);
    const owner = purpose && this.owners.get(purpose.use);
    if (!owner) return { is: 'open' };
    const loaded = await owner.load(purpose.id, purpose);
    const attempt = owner.attemptFor(loaded.state, purpose);
    if (owner.maySignFor(loaded.state, purpose) || attempt?.state === 'submitted') return { is: 'open' };
    const as = { stream: loaded.stream, expected: expectedOf(loaded) };
    return { is: 'over', lastLedgerSequence: attempt?.lastLedgerSequence ?? 0, as };
  }

  /** @returns true where something was recorded, or had moved: it is loaded again */
  private async step(owner: TransactionOwner, id: string): Promise<true | NextLook | null> {
    const loaded = await owner.load(id);
    if (!owner.exists(loaded.state)) return null;
    const underWay = owner.underWay(loaded);
    for (const stream of new Set(underWay.map((one) => one.stream))) {
      const ofStream = underWay.filter((one) => one.stream === stream);
      if (await this.conclude(owner, id, loaded, ofStream)) return true;
    }
    if (underWay.length > 0 && !owner.manyAtOnce) return this.withNextLedger();
    const next = await owner.next(id, loaded);
    switch (next.do) {
      case 'sign':
        return (await this.sign(owner, id, next.order)) || this.withNextLedger();
      case 'record':
        await this.commit(owner, id, next.commit);
        crashPoint('facts-recorded', owner.kind);
        return true;
      case 'wait':
        return next.ms === undefined ? this.withNextLedger() : { ...this.in(next.ms), withLedger: false };
      case 'rest':
        return underWay.length > 0 ? this.withNextLedger() : null;
    }
  }

  private async conclude(
    owner: TransactionOwner,
    id: string,
    loaded: Loaded<any>,
    transactions: readonly UnderWay[],
  ): Promise<boolean> {
    const account = await this.ports.accounts.address(owner.signer);
    const index = await this.ports.ledger.validatedIndex();
    const fates = await fatesOf(this.ports.ledger, account, transactions, index);
    const { ended, pending } = decideEndings(transactions, (hash) => fates.get(hash)!);
    crashPoint('transactions-seen', owner.kind);
    await this.sender.again(owner.kind, pending, index);
    if (ended.length === 0) return false;
    const commit = await owner.onConcluded(id, loaded, ended);
    const conflicts = ended.filter(({ ending }) => ending.propose === 'held').map(({ transaction }) => transaction);
    const recorded = await this.commit(owner, id, {
      ...commit,
      shared: [...(commit.shared ?? []), ...conflicts.map(({ hash }) => this.ports.conflictStream(hash))],
      writes: async () => {
        const writes = await commit.writes();
        const cases = await Promise.all(conflicts.map((one) => this.conflict(owner, loaded.state, one)));
        return writes && [...writes, burned(owner.signer, ended), ...cases.flat()];
      },
    });
    this.sender.forget(ended.map(({ transaction }) => transaction.hash));
    crashPoint('conclusion-recorded', owner.kind);
    return recorded;
  }

  /**
   * Journals before anything is sent; one proved absent is signed again on its own ticket.
   * @throws TicketsExhausted, LedgerUnavailable
   */
  private async sign(owner: TransactionOwner, id: string, order: Order): Promise<boolean> {
    const { ports } = this;
    if (!(await ports.maySign(owner.signer))) return false;
    const ledgerIndex = await ports.ledger.validatedIndex();
    const lastLedgerSequence = ledgerIndex + ownLifetime(ports.ledger.closeIntervalMs());
    const fee = await networkFee(ports.ledger, ports.maxFeeDrops);
    const transactions = new Map(order.group.map(({ purpose, transaction }) => [purpose, transaction]));
    const blobs: Record<string, string> = {};
    const recorded = await ports.accounts.tickets(owner.signer).useMany([...transactions.keys()], {
      sign: async (tickets) => {
        crashPoint('tickets-chosen', owner.kind);
        const signed: Signed[] = [];
        for (const [purpose, ticket] of tickets) {
          const transaction = ticketed(transactions.get(purpose)!, { ticket, lastLedgerSequence, fee });
          const { blob, hash } = await ports.accounts.sign(owner.signer, transaction);
          blobs[hash] = blob;
          signed.push({ purpose, ticket, hash, transaction });
        }
        const blobItem = await this.sender.keep(order.decidedOn.stream, blobs);
        crashPoint('transactions-signed', owner.kind);
        return order.journal(signed, { ledgerIndex, lastLedgerSequence, blobItem });
      },
      commit: (events, assignment) => {
        const writes = [writeTo(order.decidedOn, events), ...(assignment ? [assignment] : [])];
        return this.append(owner, id, order, writes);
      },
    });
    crashPoint('transactions-recorded', owner.kind);
    if (recorded) await this.sender.send(owner.kind, Object.values(blobs));
    crashPoint('transactions-sent', owner.kind);
    // Recorded, or somebody else was faster: either way it is loaded again.
    return true;
  }

  private commit(owner: TransactionOwner, id: string, commit: Commit): Promise<boolean> {
    const shared = commit.shared ?? [];
    const attempt = async () => {
      const writes = await commit.writes();
      return writes && this.append(owner, id, commit, writes);
    };
    return inTurn(this.ports.turns, shared, () =>
      commitWithRetry(this.ports.clock, COMMIT_LIMITS, attempt, (moved) => shared.includes(moved)),
    );
  }

  private async append(
    owner: TransactionOwner,
    id: string,
    { decidedOn, guards }: Pick<Commit, 'decidedOn' | 'guards'>,
    writes: readonly StreamWrite[],
  ): Promise<Committed> {
    const correlationId = owner.correlates ? id : null;
    const businessDate = await this.ports.businessDate();
    return commitOnce(this.ports.store, { decidedOn, correlationId, businessDate, guards }, writes);
  }

  private conflict(owner: TransactionOwner, state: unknown, one: UnderWay): Promise<readonly StreamWrite[]> {
    const { hash, ticket } = one;
    return this.ports.conflict({ signer: owner.signer, hash, ticket: ticket!, ...owner.about(state, one) });
  }

  private withNextLedger(): NextLook {
    const pace = this.ports.ledger.closeIntervalMs();
    return this.in(Math.min(Math.max(pace, LEDGER_WAIT_MS.min), LEDGER_WAIT_MS.max));
  }

  private in(ms: number): NextLook {
    return { at: new Date(this.ports.clock.now().getTime() + ms), withLedger: true };
  }
}

/** Tickets that the ledger took, by whomever. That it is said once is the owner's stream's business. */
function burned(name: PlatformAccountName, ended: readonly Ended[]): StreamWrite {
  const events = ended.filter(isBurned).map(({ transaction, ending }): TokenEvent => {
    const { ticket, purpose, hash } = transaction;
    const by = ending.propose === 'held' ? null : hash;
    return { type: 'TicketBurned', data: { name, ticket: ticket!, purpose, hash: by } };
  });
  return { stream: accountStream(name), expected: 'exists', events };
}
