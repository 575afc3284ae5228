import type { EscrowEvent } from '@tknest/contracts/events';
import { isBehind } from '#features/loans/account/loan.decider.js';
import { collectAll, loadProperty } from '#features/loans/schedule/day.js';
import { loadDays, workDays, workProperty } from '#features/loans/schedule/work-days.js';
import { Arrivals } from '#features/payouts/arrivals/arrivals.js';
import { escrowFollower, type EscrowPorts } from '#features/payouts/arrivals/escrow-follower.js';
import { feeFollower } from '#features/payouts/arrivals/fee-follower.js';
import type { Follower } from '#features/payouts/arrivals/arrivals.js';
import { feesFold, type EscrowState } from '#features/payouts/escrow/escrow.decider.js';
import { decidedFees } from '#features/payouts/fees-earned.job.js';
import { batchFold } from '#features/payouts/runs/batch.state.js';
import { reopenLines } from '#features/payouts/runs/run.control.js';
import { runFold } from '#features/payouts/runs/run.state.js';
import { payoutOwner } from '#features/payouts/transactions/owner.js';
import { unpayable } from '#features/payouts/transactions/payability.js';
import { xrpReturnOwner } from '#features/xrp-returns/order.js';
import { XrpReturnProcess } from '#features/xrp-returns/xrp-return.process.js';
import { recordPositionOf } from '#platform/calendar/worked-days.js';
import { handleCommand, handleCommandAcross } from '#platform/event-store/decider.js';
import { Refused } from '#platform/domain/refused.js';
import { WrongExpectedRevision, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { LedgerUnavailable, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { LedgerPacer } from '#platform/ledger/ledger-pacer.js';
import { CourierProcess, nameOf, readName } from '#platform/ledger/transactions/courier-process.js';
import type { Courier } from '#platform/ledger/transactions/courier.js';
import type { ProcessContext } from '#platform/processes/process-manager.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { killedAfterAppends } from '../gated.js';
import { Instance } from '../instance.js';
import { Platform } from '../platform.js';
import { PROPERTIES, type PayoutWorld } from './payout-world.js';
import { settle, type Repayment } from './repayments.js';

/** Restored logs are played without the fee wallet. */
const ticketsIn = ({ variant: { gates } }: PayoutWorld) => ({
  names: gates ? (['payoutEscrow'] as const) : (['payoutEscrow', 'feeWallet'] as const),
  low: 8,
  full: 24,
});

/** One process of the platform, with the parts that payouts need. */
export class PayoutInstance extends Instance<PayoutWorld> {
  private readonly ports: EscrowPorts;
  private readonly runner: LedgerPacer;
  protected readonly courier: Courier;
  protected readonly process: CourierProcess;
  private readonly xrpReturns: XrpReturnProcess;
  private readonly arrivals: Arrivals;
  private readonly fees: Arrivals;
  /** Each command on loans is one commit, and may be the last thing the process does. */
  private readonly loans: EventStore;

  constructor(world: PayoutWorld) {
    const outside = world.outside();
    super(world, outside, ticketsIn(world));
    this.loans = killedAfterAppends(world.scheduler, world.store);
    const ports = { ...outside, accounts: this.accounts, turns: {} };
    this.ports = ports;
    const { variant } = world;
    const isBlocked = (wallet: string) => world.blocked.has(wallet) && !variant.returnsToSuspended;
    const paidTo = async (wallet: string) => (isBlocked(wallet) ? ('escrow' as const) : ('wallet' as const));
    this.courier = this.carry(ports, [payoutOwner(ports, variant.plan), xrpReturnOwner({ ...ports, paidTo })]);
    const shown = variant.returnsLessFee ? lessFee(ports.ledger) : ports.ledger;
    const recorder = new Recorder(ports.store, { contextOf: async () => world.context() });
    this.xrpReturns = new XrpReturnProcess(ports.store, shown, ports.accounts, recorder);
    this.runner = new LedgerPacer('Payouts', (name) => this.courier.advance(...readName(name)), world.clock);
    this.process = new CourierProcess(this.courier, this.runner);
    const books = variant.booksByMark ? withoutLedgers(ports.store) : ports.store;
    const arriving = { ...ports, store: books };
    this.arrivals = new Arrivals(arriving, escrowFollower(arriving));
    const ofFees = { ...ports, journaled: world.journaledFor, seal: () => '' };
    const follower = feeFollower(ofFees);
    this.fees = new Arrivals(ofFees, variant.earnsAtOnce ? earningAtOnce(follower) : follower);
  }

  /** A closed ledger wakes one run. */
  async wake(runId: string): Promise<void> {
    await this.runner.advance(nameOf('payout', runId));
  }

  /** Two people's answer about XRP of a stranger is verified. */
  async answerXrp(caseId: string): Promise<void> {
    const type = 'CaseAnswerConfirmed';
    const answer = { type, data: { caseId, resolution: 'refunded' } } as unknown as RecordedEvent;
    const commandId = () => this.world.random.uuid();
    await this.xrpReturns.handle(answer, { commandId } as unknown as ProcessContext);
  }

  async bookArrivals(): Promise<void> {
    await this.arrivals.follow(!(await this.world.isFollowed(this.world.today)));
  }

  /** Books what reached the fee wallet, and what was decided about fees. */
  async bookFees(): Promise<void> {
    const { store } = this.ports;
    await this.fees.follow();
    const { state } = await load(store, feesFold);
    const decided = await decidedFees(store, state);
    const isForgotten = ({ data }: EscrowEvent) =>
      this.world.variant.forgetsRefunds && 'kind' in data && data.kind === 'fee-sent-back';
    const events = (books: EscrowState) => decided(books).filter((event) => !isForgotten(event));
    if (events(state).length > 0) await handleCommand(store, feesFold, events, this.world.context());
  }

  /** Advances the calendar to its target day, day by day. */
  async workDays(): Promise<void> {
    if (!this.mayGoOn) return;
    await workDays(
      {
        store: this.loans,
        openLoans: async () => PROPERTIES,
        salesToEnd: async () => [],
        listingOpenDays: 90,
        isStopping: () => false,
        isFollowed: this.world.isFollowed,
        hasSent: this.world.hasSent,
        waits: (propertyId) => void this.world.waiting.add(propertyId),
        failed: (_, error) => {
          throw error;
        },
      },
      this.world.today,
    );
    await this.goOn();
  }

  /** Properties whose day waited are caught up on. */
  private async goOn(): Promise<void> {
    const days = await loadDays(this.loans);
    if (days.completed === null) return;
    for (const id of this.world.waiting) {
      this.world.waiting.delete(id);
      const ports = {
        store: this.loans,
        isFollowed: this.world.isFollowed,
        hasSent: this.world.hasSent,
        waits: (waits: number) => void this.world.waiting.add(waits),
      };
      await workProperty(ports, id, days.completed, days);
      if (this.world.waiting.has(id)) break;
    }
  }

  /** A deposit has grown, or a repayment has ended: due amounts are collected if possible. */
  async collect(propertyId: number): Promise<void> {
    const days = await loadDays(this.loans);
    const today = await this.world.workedUntil();
    const { loan } = await loadProperty({ store: this.loans }, propertyId);
    if (isBehind(today, loan) || !(await this.world.isFollowed(today))) return;
    await collectAll(
      { store: this.loans },
      propertyId,
      today,
      (dueDate) => recordPositionOf(days, dueDate),
      () => this.world.context(),
    );
  }

  /** A payment whose principal is validated is settled. */
  async settle(repayment: Repayment): Promise<void> {
    await settle(this.world, this.loans, repayment, await this.world.workedUntil());
  }

  /** Retries payments whose obstacle ended on the ledger or was released by compliance. */
  async retryUnclaimed(runId: string): Promise<void> {
    const { store } = this.ports;
    const { state } = await load(store, batchFold(runId, '0'));
    for (const { wallet, amount, unpayable: why, state: is } of state.lines.values()) {
      if (is !== 'unclaimed') continue;
      const released = why === 'compliance';
      const cured = released
        ? !this.world.blocked.has(wallet)
        : (await unpayable(this.ports, { wallet, amount })) === null;
      if (!cured) continue;
      const which = { wallets: [wallet], released, reason: 'the ledger shows that it can be paid' };
      const streams = { run: runFold(runId), batch: batchFold(runId, '0') };
      await handleCommandAcross(store, streams, (states) => reopenLines(which, states), this.world.context());
    }
  }
}

export type PayoutPlatform = Platform<PayoutWorld, PayoutInstance>;

export const platformOf = (world: PayoutWorld): PayoutPlatform =>
  new Platform(world, () => new PayoutInstance(world), [LedgerUnavailable, Refused, WrongExpectedRevision]);

/** XRP that goes back pays the network fee of the moment. */
const lessFee = (ledger: LedgerPort): Pick<LedgerPort, 'history' | 'holds'> => ({
  holds: (from, to) => ledger.holds(from, to),
  async *history(account, from, to) {
    const fee = await ledger.fee();
    for await (const one of ledger.history(account, from, to)) {
      for (const { ModifiedNode: node } of one.meta.AffectedNodes)
        if (node.LedgerEntryType === 'AccountRoot')
          node.FinalFields.Balance = String(BigInt(node.FinalFields.Balance) - fee);
      yield one;
    }
  },
});

/** Whatever becomes of its purchase, a fee is revenue. */
const earningAtOnce = (of: Follower): Follower => ({
  ...of,
  judge: async (one) => {
    const judged = await of.judge(one);
    const { purpose } = judged;
    return { ...judged, purpose: purpose?.isFee ? { ...purpose, account: 'fees' } : purpose };
  },
});

/** Books without the ledger index of a posting's transaction: it is unknown which postings preceded it. */
const withoutLedgers = (store: EventStore): EventStore =>
  new Proxy(store, {
    get: (target, name) => {
      // A snapshot was folded from books that contain the ledger index.
      if (name === 'snapshots') return undefined;
      const value = Reflect.get(target, name) as unknown;
      if (name !== 'read') return typeof value === 'function' ? value.bind(target) : value;
      return async function* (...asked: Parameters<EventStore['read']>) {
        for await (const event of target.read(...asked))
          yield 'ledgerIndex' in event.data ? { ...event, data: { ...event.data, ledgerIndex: null } } : event;
      };
    },
  });
