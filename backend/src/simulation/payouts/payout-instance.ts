import type { PlatformAccountName } from '@tknest/contracts/events';
import { Arrivals, type ArrivalPorts } from '#features/payouts/arrivals/arrivals.js';
import { unpayable } from '#features/payouts/transactions/payability.js';
import { payoutOwner } from '#features/payouts/transactions/owner.js';
import { conflictOf, conflictStream } from '#features/platform-accounts/conflict-case.js';
import { batchFold } from '#features/payouts/runs/batch.state.js';
import { reopenLines } from '#features/payouts/runs/run.control.js';
import { runFold } from '#features/payouts/runs/run.state.js';
import { collectAll } from '#features/loans/schedule/day.js';
import { loadDays, workDays } from '#features/loans/schedule/work-days.js';
import { recordPositionOf } from '#platform/clock/worked-days.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import { ALWAYS_OPEN, type AccountGate, type GatePorts } from '#platform/ledger/accounts/account-gate.js';
import { settleUnknown } from '#platform/ledger/accounts/account.decider.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import { isAdoptable, useOf } from '#platform/ledger/accounts/adoption.js';
import { longestLifetime } from '#platform/ledger/submissions/lifetime.js';
import { accountOwner } from '#platform/ledger/accounts/account-owner.js';
import { AccountRecord } from '#platform/ledger/accounts/account-record.js';
import { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import { sweepTickets } from '#platform/ledger/accounts/ticket-sweep.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import { CourierProcess, nameOf, readName } from '#platform/ledger/transactions/courier-process.js';
import { LedgerPacer } from '#platform/ledger/ledger-pacer.js';
import { START, type EventStore } from '#platform/event-store/event-store.js';
import type { ProcessContext } from '#platform/processes/process-manager.js';
import { LaggingNode } from '../lagging-node.js';
import { ticketsAlone } from '../tickets-alone.js';
import { SIGNERS } from './payout-cast.js';
import { PROPERTIES, type PayoutWorld } from './payout-world.js';
import { settle, type Repayment } from './repayments.js';

/** Few, so that stories meet an empty pool. */
const TICKETS = { low: 8, full: 24 };
const PAGE = 5;
const NAME: PlatformAccountName = 'payoutEscrow';

/** One process of the platform: what it remembers is gone with it. */
export class PayoutInstance {
  private readonly ports: ArrivalPorts;
  private readonly runner: LedgerPacer;
  private readonly courier: Courier;
  private readonly process: CourierProcess;
  private readonly record: AccountRecord;
  private readonly arrivals: Arrivals;
  /** Commands over loans are decided in one stroke, and may be the last thing the process does. */
  private readonly loans: EventStore;
  private readonly gate: AccountGate | null;

  constructor(private readonly world: PayoutWorld) {
    const outside = world.outside();
    this.loans = world.killedAfterAppends();
    const sign = async (name: PlatformAccountName, transaction: Record<string, unknown>) => {
      const { tx_blob: blob, hash } = SIGNERS[name].sign(transaction as never);
      return { blob, hash };
    };
    this.gate = world.variant.gate?.(gatePorts(world)) ?? null;
    const gate = this.gate ?? ALWAYS_OPEN;
    const pool = new TicketPool(outside.store, NAME, gate);
    this.ports = {
      ...outside,
      accounts: {
        address: async (name) => SIGNERS[name].classicAddress,
        sign,
        tickets: () => pool,
      },
      turns: {},
    };
    const context = async () => ({ metadata: world.metadata() });
    this.record = new AccountRecord({ store: outside.store, context }, NAME);
    this.courier = new Courier(
      {
        ...this.ports,
        blobs: outside.blobs,
        maySign: async () => this.mayGoOn,
        collector: { collect: async () => ({ is: 'open' }) },
        refill: async () => undefined,
        conflict: (found) => conflictOf(outside.store, found),
        conflictStream,
      },
      [payoutOwner(this.ports, world.variant.plan), accountOwner(outside, ticketsAlone(outside.ledger, TICKETS))],
    );
    this.runner = new LedgerPacer('Payouts', (name) => this.courier.advance(...readName(name)), world.clock);
    this.process = new CourierProcess(this.courier, this.runner);
    const books = world.variant.booksByMark ? withoutLedgers(this.ports.store) : this.ports.store;
    this.arrivals = new Arrivals({ ...this.ports, store: books });
  }

  /** A ledger has closed: the gate looks whether it can open, and what moves nothing is taken over. */
  async lookAtGate(): Promise<void> {
    if (!this.gate || (await this.gate.look())) return;
    for (const one of this.gate.unknown.transactions.filter(isAdoptable)) {
      await this.record.change((state) => settleUnknown(NAME, useOf(one), 'adopted', state));
    }
  }

  /** How many of these hashes the log has journaled. */
  async journaled(paid: readonly { hash: string }[], types = JOURNALLED): Promise<number> {
    return (
      await journaledIn(
        this.world,
        paid.map(({ hash }) => hash),
        types,
      )
    ).size;
  }

  get mayGoOn(): boolean {
    return this.gate?.open ?? true;
  }

  /** A closed ledger wakes one run. */
  async wake(runId: string): Promise<void> {
    await this.runner.advance(nameOf('payout', runId));
  }

  /** The process reads on in the log; what it has handled is said afterwards, so some of it comes again. */
  async follow(): Promise<void> {
    const { world } = this;
    const page = await world.store.readAll(world.checkpoint, { limit: PAGE, filter: { types: this.process.events } });
    for (const event of page.events) await this.process.handle(event, this.context(event.id));
    if (page.next > world.checkpoint) world.checkpoint = page.next;
  }

  async fire(key: string): Promise<void> {
    await this.process.onTimer({ key, dueAt: this.world.clock.now() }, this.context(key));
  }

  async bookArrivals(): Promise<void> {
    await this.arrivals.follow();
  }

  private context(cause: string): ProcessContext {
    const { timers } = this.world;
    return {
      commandId: (index) => `${cause}/${index}`,
      schedule: async ({ key, dueAt }) => void timers.set(key, dueAt),
      cancel: async (key) => void timers.delete(key),
    };
  }

  async refill(): Promise<void> {
    await this.courier.advance('account', NAME);
  }

  async sweep(): Promise<void> {
    await sweepTickets(NAME, this.record, this.ports.ledger, (purpose) => this.courier.standing(purpose));
  }

  /** Advances the calendar to its goal, day by day. */
  async workDays(): Promise<void> {
    await workDays(
      {
        store: this.loans,
        openLoans: async () => PROPERTIES,
        salesToEnd: async () => [],
        listingOpenDays: 90,
        isStopping: () => false,
        failed: (_, error) => {
          throw error;
        },
      },
      this.world.goal,
    );
  }

  /** A deposit has grown, or a repayment has ended: what is due is collected if it can be. */
  async collect(propertyId: number): Promise<void> {
    const days = await loadDays(this.loans);
    const at = () => ({ metadata: this.world.metadata() });
    const today = await this.world.today();
    await collectAll(this.loans, propertyId, today, (dueDate) => recordPositionOf(days, dueDate), at);
  }

  /** A payment whose principal is validated is settled. */
  async settle(repayment: Repayment): Promise<void> {
    await settle(this.loans, repayment, await this.world.today());
  }

  /** What the ledger cured, or compliance released, is tried again. */
  async retryUnclaimed(runId: string): Promise<void> {
    const { store } = this.ports;
    const { state } = await load(store, batchFold(runId, '0'));
    for (const { wallet, amount, unpayable: why, state: is } of state.lines.values()) {
      if (is !== 'unclaimed') continue;
      const released = why === 'compliance';
      const cured = released ? !this.world.blocked.has(wallet) : (await unpayable(this.ports, wallet, amount)) === null;
      if (!cured) continue;
      const which = { wallets: [wallet], released, reason: 'the ledger shows that it can be paid' };
      const streams = { run: runFold(runId), batch: batchFold(runId, '0') };
      await handleCommandAcross(store, streams, (states) => reopenLines(which, states), {
        metadata: this.world.metadata(),
      });
    }
  }
}

/** The gate looks in one stroke: it decides nothing that others could overtake. */
const gatePorts = (world: PayoutWorld): GatePorts => ({
  ...new LaggingNode(world.ledger, () => world.lag),
  state: async () => (await load(world.store, accountFold(NAME))).state,
  fence: () => world.store.fence(),
  journaled: (hashes) => journaledIn(world, hashes, JOURNALLED),
  lifetime: () => longestLifetime(world.ledger.closeIntervalMs()),
  now: () => world.clock.now(),
});

const JOURNALLED = ['PayoutWindowSigned', 'AccountTransactionsBegun', 'UnknownTransactionSettled'];

async function journaledIn(
  world: PayoutWorld,
  hashes: readonly string[],
  types: readonly string[],
): Promise<ReadonlySet<string>> {
  const { events } = await world.store.readAll(START, { limit: 100_000, filter: { types } });
  const text = JSON.stringify(events.map(({ data }) => data));
  return new Set(hashes.filter((hash) => text.includes(hash)));
}

/** Books without the ledger of a posting's transaction: what was booked ahead of it is unknown. */
const withoutLedgers = (store: EventStore): EventStore =>
  new Proxy(store, {
    get: (target, name) => {
      // A snapshot has been folded from books that do say it.
      if (name === 'snapshots') return undefined;
      const value = Reflect.get(target, name) as unknown;
      if (name !== 'read') return typeof value === 'function' ? value.bind(target) : value;
      return async function* (...asked: Parameters<EventStore['read']>) {
        for await (const event of target.read(...asked))
          yield 'ledgerIndex' in event.data ? { ...event, data: { ...event.data, ledgerIndex: null } } : event;
      };
    },
  });
