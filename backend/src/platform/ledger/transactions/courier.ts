/**
 * Signs, journals, submits and concludes the ledger transactions of every owner. It may stop between any two steps, and
 * any instance can continue: the first recorded step wins, and nothing is sent before it is recorded.
 */
import type { PlatformAccountName } from '@tknest/contracts/events';
import { TryAgainLater } from '../../domain/try-again-later.js';
import { commitOnce, writeTo, type Committed } from '../../event-store/commit-once.js';
import { commitShared } from '../../event-store/commit-shared.js';
import type { StreamWrite } from '../../event-store/event-store.js';
import { expectedOf, type Loaded } from '../../event-store/folding.js';
import type { PurposeStanding } from '../accounts/ticket-sweep.js';
import { TicketsExhausted } from '../accounts/tickets-exhausted.js';
import type { NextLook } from '../ledger-pacer.js';
import { burned, decideEndings, isHeld, type EndedHeld, type UnderWay } from './decide.js';
import { nextQuestion } from './collect.js';
import type { CourierPorts } from './courier-ports.js';
import type { Collecting, Commit, Held, Next, Order, Row, TransactionOwner } from './group.js';
import { fatesOf } from './look.js';
import { Sender } from './sender.js';
import { signGroup, signRow } from './sign.js';
import { unlessUnproved } from './unproved.js';
import { takeOver } from './take-over.js';
import { readPurpose } from './tickets.js';
import type { TransactionKind } from '@tknest/contracts/rules';

/** Guard against an endless loop: no transaction needs this many steps in one go. */
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
    if (this.owners.has(owner.kind)) throw new Error(`There is already an owner of ${owner.kind}`);
    this.owners.set(owner.kind, owner);
  }

  all(): readonly TransactionOwner[] {
    return [...this.owners.values()];
  }

  /**
   * Takes every step that is possible now. @returns when to check again; null if only a new event can change anything
   */
  async advance(kind: TransactionKind, id: string): Promise<NextLook | null> {
    const owner = this.owners.get(kind)!;
    try {
      for (let step = 0, refilled = false; step < STEPS_MAX; step++) {
        try {
          const moved = await this.step(owner, id);
          if (moved !== true) return moved;
        } catch (error) {
          if (!(error instanceof TicketsExhausted && error.mayRefill) || refilled) throw error;
          // Asks for more tickets; if a ledger with new ones has closed since, they are used at once.
          refilled = true;
          await this.ports.refill();
        }
      }
    } catch (error) {
      // The next ledger uses up some tickets and creates others.
      if (error instanceof TicketsExhausted) return this.withNextLedger();
      // The ledger or the wallet app is unavailable, or other instances kept changing a shared stream.
      if (!(error instanceof TryAgainLater)) throw error;
    }
    return this.in(RETRY_MS);
  }

  /** A held transaction may be signed again, on another ticket. @throws TryAgainLater if it cannot be yet */
  async release(kind: TransactionKind, id: string, held: Held): Promise<void> {
    const owner = this.owners.get(kind);
    const commit = await owner?.release?.(id, held);
    if (owner && commit && !(await this.commit(owner, id, commit))) throw new TryAgainLater(`${held.stream} had moved`);
  }

  /** Whether the owner of a purpose still needs its ticket. Tickets with an unknown purpose are left alone. */
  async standing(text: string): Promise<PurposeStanding> {
    const purpose = readPurpose(text);
    const owner = purpose && this.owners.get(purpose.use);
    if (!owner) return { is: 'open', isSubmitted: false };
    const loaded = await owner.load(purpose.id, purpose);
    const attempt = owner.attemptFor(loaded.state, purpose);
    const isSubmitted = attempt?.state === 'submitted';
    if (owner.maySignFor(loaded.state, purpose) || isSubmitted) return { is: 'open', isSubmitted };
    const as = { stream: loaded.stream, expected: expectedOf(loaded) };
    return { is: 'over', lastLedgerSequence: attempt?.lastLedgerSequence ?? 0, as };
  }

  /** @returns true if something was recorded or had changed, so that the state must be loaded again */
  private async step(owner: TransactionOwner, id: string): Promise<true | NextLook | null> {
    const loaded = await owner.load(id);
    if (!owner.exists(loaded.state)) return null;
    const underWay = owner.underWay(loaded);
    for (const stream of new Set(underWay.map((one) => one.stream))) {
      const ofStream = underWay.filter((one) => one.stream === stream);
      if (await this.conclude(owner, id, loaded, ofStream)) return true;
    }
    if (underWay.length > 0 && !owner.manyAtOnce) return this.withNextLedger();
    // The log may lack the very transaction that would be signed next.
    if (!(await this.maySign(owner, id))) return this.withNextLedger();
    const next = await owner.next(id, loaded);
    if (next.do === 'sign' && !(await this.isConfirmed(owner, loaded))) return this.withNextLedger();
    const moved = await this.follow(owner, id, next);
    return moved ?? (underWay.length > 0 ? this.withNextLedger() : null);
  }

  private async follow(owner: TransactionOwner, id: string, next: Next): Promise<true | NextLook | null> {
    switch (next.do) {
      case 'sign':
        return this.sign(owner, id, next.order);
      case 'sign-in-sequence':
        return this.signInSequence(owner, id, next.row);
      case 'collect':
        return this.collect(owner, id, next.request);
      case 'record':
        return this.record(owner, id, next.commit);
      case 'wait':
        return next.ms === undefined ? this.withNextLedger() : { ...this.in(next.ms), withLedger: false };
      case 'rest':
        return null;
    }
  }

  private async conclude(
    owner: TransactionOwner,
    id: string,
    loaded: Loaded<any>,
    transactions: readonly UnderWay[],
  ): Promise<boolean> {
    const signer = signerOf(owner, id);
    const account = signer ? await this.ports.accounts.address(signer) : owner.wallet!(loaded.state);
    const index = await this.ports.ledger.validatedIndex();
    const fates = await fatesOf(this.ports.ledger, account, transactions, index, owner.withoutHistory);
    const { ended: seen, pending } = decideEndings(transactions, (hash) => fates.get(hash)!);
    const [first, ...others] = await unlessUnproved(this.ports, signer, seen);
    await this.sender.again(pending, index);
    if (!first) return false;
    const ended = [first, ...others] as const;
    const commit = await owner.onConcluded(id, loaded, ended);
    const conflicts = ended.filter(isHeld).map(({ transaction }) => transaction);
    const recorded = await this.commit(owner, id, {
      ...commit,
      shared: [...(commit.shared ?? []), ...conflicts.map(({ hash }) => this.ports.conflictStream(hash))],
      writes: async () => {
        const writes = await commit.writes();
        const cases = await Promise.all(conflicts.map((one) => this.conflict(owner, id, loaded.state, one)));
        return writes && [...writes, ...burned(signer, ended), ...cases.flat()];
      },
    });
    this.sender.forget(ended.map(({ transaction }) => transaction.hash));
    return recorded;
  }

  private async maySign(owner: TransactionOwner, id: string): Promise<boolean> {
    const signer = signerOf(owner, id);
    return signer === null || this.ports.maySign(signer);
  }

  private async isConfirmed(owner: TransactionOwner, { state, stream }: Loaded<unknown>): Promise<boolean> {
    const credit = await owner.credit?.(state);
    return !credit || !this.ports.confirms || this.ports.confirms(credit, stream);
  }

  /** @throws TicketsExhausted, LedgerUnavailable */
  private async sign(owner: TransactionOwner, id: string, order: Order): Promise<true | NextLook | null> {
    const signer = platformsOwn(owner, id);
    const append = (writes: readonly StreamWrite[], fence?: string) => this.append(owner, id, order, writes, fence);
    const { toSign, writes, isSame, aside } = await takeOver(this.ports, this.sender, signer, order);
    if (aside) return this.record(owner, id, aside);
    if (writes) {
      if (writes.length > 0) await append(writes);
      return isSame || this.withNextLedger();
    }
    const instead = await order.instead?.(toSign);
    if (instead) return this.follow(owner, id, instead);
    const unsigned = { ...order, group: toSign };
    await signGroup({ ...this.ports, sender: this.sender }, { signer, append }, unsigned);
    // Recorded here or by another instance: either way the state is loaded again.
    return true;
  }

  /** @throws LedgerUnavailable */
  private async signInSequence(owner: TransactionOwner, id: string, row: Row): Promise<true> {
    const append = (writes: readonly StreamWrite[], fence?: string) => this.append(owner, id, row, writes, fence);
    const signing = { signer: platformsOwn(owner, id), append };
    await signRow({ ...this.ports, sender: this.sender }, signing, row);
    return true;
  }

  /** Asks for the wallet's answer and journals what it signed before sending it. @throws TryAgainLater */
  private async collect(owner: TransactionOwner, id: string, request: Collecting): Promise<true | NextLook> {
    const answer = await this.ports.collector.collect(request, (blobs) =>
      this.sender.keep(request.decidedOn.stream, blobs),
    );
    const now = this.ports.clock.now();
    if (answer.is === 'open') return { ...this.in(nextQuestion(request, now)), withLedger: false };
    const { done } = await this.append(owner, id, request, [writeTo(request.decidedOn, answer.facts)]);
    if (done && answer.is === 'signed') await this.sender.send([answer.blob]);
    return true;
  }

  private async record(owner: TransactionOwner, id: string, commit: Commit): Promise<true> {
    await this.commit(owner, id, commit);
    return true;
  }

  private commit(owner: TransactionOwner, id: string, commit: Commit): Promise<boolean> {
    return commitShared(this.ports, owner.correlates ? id : null, commit);
  }

  private async append(
    owner: TransactionOwner,
    id: string,
    { decidedOn, guards }: Pick<Commit, 'decidedOn' | 'guards'>,
    writes: readonly StreamWrite[],
    fence?: string,
  ): Promise<Committed> {
    const correlationId = owner.correlates ? id : null;
    const businessDate = await this.ports.businessDate();
    const unmoved = [...(guards ?? []), ...writes.filter(({ events }) => events.length === 0)];
    return commitOnce(this.ports.store, { decidedOn, correlationId, businessDate, guards: unmoved, fence }, writes);
  }

  private conflict(
    owner: TransactionOwner,
    id: string,
    state: unknown,
    one: EndedHeld['transaction'],
  ): Promise<readonly StreamWrite[]> {
    const { hash, ticket, key, stream } = one;
    const of = { kind: owner.kind, id, key, stream };
    return this.ports.conflict({ of, signer: platformsOwn(owner, id), hash, ticket, ...owner.about(state, one) });
  }

  private withNextLedger(): NextLook {
    const pace = this.ports.ledger.closeIntervalMs();
    return this.in(Math.min(Math.max(pace, LEDGER_WAIT_MS.min), LEDGER_WAIT_MS.max));
  }

  private in(ms: number): NextLook {
    return { at: new Date(this.ports.clock.now().getTime() + ms), withLedger: true };
  }
}

/** The platform account that signs for an owner; null if a user's wallet signs. */
const signerOf = ({ signer }: TransactionOwner, id: string): PlatformAccountName | null =>
  typeof signer === 'function' ? signer(id) : signer;

/** @throws if a user's wallet signs */
function platformsOwn(owner: TransactionOwner, id: string): PlatformAccountName {
  const signer = signerOf(owner, id);
  if (!signer) throw new Error(`The platform signs nothing of the kind ${owner.kind}`);
  return signer;
}
