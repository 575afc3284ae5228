import type { PlatformAccountName } from '@tknest/contracts/events';
import { listingFold, releaseTokens } from '#features/listings/rules.public.js';
import { commit, loadPayment, writeTo, type LoadedPayment } from '#features/payments/collecting/commit.js';
import { acceptExtra, acceptLatePrincipal } from '#features/payments/collecting/endings.js';
import { recover, type Answer } from '#features/payments/collecting/recovery.js';
import { PaymentCollector } from '#features/payments/collecting/payment-collector.js';
import type { PaymentPorts } from '#features/payments/collecting/ports.js';
import { orderFeeRefund } from '#features/payments/payment.decider.js';
import { paymentOwner } from '#features/payments/order.js';
import { OWN_KINDS } from '#features/payments/own-legs.js';
import { paymentFold } from '#features/payments/payment.evolve.js';
import { hasEnded } from '#features/payments/payment.state.js';
import { PacedPayments } from '#features/payments/paced-payments.js';
import { PaymentProcess } from '#features/payments/processes/payment.process.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import { accountOwner } from '#platform/ledger/accounts/account-owner.js';
import { AccountRecord } from '#platform/ledger/accounts/account-record.js';
import { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import { sweepTickets } from '#platform/ledger/accounts/ticket-sweep.js';
import { Courier } from '#platform/ledger/transactions/courier.js';
import { conflictOf, conflictStream } from '#features/platform-accounts/conflict-case.js';
import type { ProcessContext } from '#platform/processes/process-manager.js';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { Broken } from '../broken.js';
import { SIGNERS } from './purchase-cast.js';
import { Gates } from '../gates.js';
import { principalsFound } from './reconciled.js';
import { ticketsAlone } from '../tickets-alone.js';
import type { World } from './purchase-world.js';

/** Few, so that stories meet an empty pool. */
const TICKETS = { low: 4, full: 9 };
const PAGE = 5;
/** Payments are advanced in this process. */
const HERE = { areRemote: false, carryOut: () => undefined };

/** One process of the platform: what it remembers is gone with it. */
export class Instance {
  private readonly ports: PaymentPorts;
  /** The same without gates, for what a person does in one stroke. */
  readonly ungated: PaymentPorts;
  private readonly runner: PacedPayments;
  private readonly process: PaymentProcess;
  private readonly courier: Courier;
  private readonly records: Map<PlatformAccountName, AccountRecord>;

  private readonly gates: Gates;

  constructor(private readonly world: World) {
    const { variant } = world;
    const outside = world.outside();
    this.gates = new Gates(world);
    const gateOf = (name: PlatformAccountName) => this.gates.of(name);
    const sign = async (name: PlatformAccountName, transaction: Record<string, unknown>) => {
      const { tx_blob: blob, hash } = SIGNERS[name]!.sign(transaction as never);
      return { blob, hash };
    };
    const pools = new Map<PlatformAccountName, TicketPool>(
      (Object.keys(SIGNERS) as PlatformAccountName[]).map((name) => [
        name,
        variant.pool?.(outside.store, name) ?? new TicketPool(outside.store, name, gateOf(name)),
      ]),
    );
    this.ports = {
      ...outside,
      accounts: {
        address: async (name) => SIGNERS[name]!.classicAddress,
        sign,
        tickets: (name) => pools.get(name)!,
      },
      questions: new WalletQuestions(world.clock),
      courier: null as never,
      mayGoOn: () => this.gates.open(),
      turns: {},
    };
    this.courier = this.carriedBy(this.ports);
    this.ungated = { ...this.ports, store: world.store, ledger: world.ledger, turns: {} };
    this.carriedBy(this.ungated);
    const context = async () => ({ metadata: world.metadata() });
    const { store } = outside;
    this.records = new Map([...pools.keys()].map((name) => [name, new AccountRecord({ store, context }, name)]));
    const engine = new PaymentCollector(this.ports, variant.plan, {
      'submit-blindly': async (loaded) => world.sendBlindly(loaded.state.legs.platform!.blobItem!),
      'release-early': (loaded) => this.releaseEarly(loaded),
    });
    this.runner = new PacedPayments(engine, { on: () => undefined } as never, world.clock, HERE as never);
    this.process = new PaymentProcess(this.runner);
  }

  /** Who signs, sends and concludes for these payments. */
  private carriedBy(ports: PaymentPorts): Courier {
    const { plan, owner } = this.world.variant;
    const owners = OWN_KINDS.map((kind) => paymentOwner(kind, ports, plan));
    const courier = new Courier(
      {
        ...ports,
        maySign: async (name) => this.gates.open(name),
        collector: { collect: async () => ({ is: 'open' }) },
        refill: async () => undefined,
        conflict: (found) => conflictOf(ports.store, found),
        conflictStream,
        maxFeeDrops: ports.settings.maxNetworkFeeDrops,
      },
      [...(owner ? owners.map(owner) : owners), accountOwner(ports, ticketsAlone(ports.ledger, TICKETS))],
    );
    ports.courier = { advance: courier.advance.bind(courier), release: courier.release.bind(courier) };
    return courier;
  }

  /** A ledger has closed: each gate looks whether it can open. */
  lookAtGates(): Promise<void> {
    return this.gates.look(this.records);
  }

  /** Whether new purchases begin. */
  get mayGoOn(): boolean {
    return this.gates.open();
  }

  /** Compares log and ledger; a case about a forgotten payment gets any answer, or this one. */
  async reconcile(answered: Answer | null = null): Promise<void> {
    for (const { verdict, hash, ledgerIndex, payer } of await principalsFound(this.world)) {
      if (verdict.is === 'forgotten') {
        const answer = answered ?? (this.world.random.chance(0.7) ? 'count' : 'owe-back');
        await recover(this.ports, { hash, payer, ledgerIndex }, answer);
      }
      if (verdict.is !== 'late' && verdict.is !== 'twice') continue;
      const loaded = await loadPayment(this.ports, verdict.payment.paymentId);
      const extra = { hash, ledgerIndex };
      if (verdict.is === 'twice') await acceptExtra(this.ports, loaded, 'principal', extra);
      else if (hasEnded(loaded.state) && !loaded.state.latePrincipal)
        await acceptLatePrincipal(this.ports, loaded, extra);
    }
  }

  /** A webhook, a closed ledger or the page's question wakes one payment. */
  async wake(paymentId: string): Promise<void> {
    if ((await this.runner.advance(paymentId, this.world.random.chance(0.5))) !== null) return;
    const { state } = await loadPayment(this.world, paymentId);
    // One that came back to life in the meantime is taken up by the fact that says so.
    if (state.phase !== 'none' && !hasEnded(state) && !state.latePrincipal)
      throw new Broken('no payment rests without a timer before it has ended', `${paymentId} is ${state.phase}`);
  }

  /** The process reads on in the log; what it has handled is said afterwards, so some of it comes again. */
  async follow(): Promise<void> {
    const { world } = this;
    const page = await world.store.readAll(world.checkpoint, { limit: PAGE, filter: { types: this.process.events } });
    for (const event of page.events) await this.process.handle(event, this.context(event.id));
    if (page.next > world.checkpoint) world.checkpoint = page.next;
  }

  /** A timer is due. It is deleted after it was handled, not before. */
  async fire(key: string): Promise<void> {
    await this.process.onTimer({ key, dueAt: this.world.clock.now() }, this.context(key));
  }

  private context(cause: string): ProcessContext {
    const { timers } = this.world;
    return {
      commandId: (index) => `${cause}/${index}`,
      schedule: async ({ key, dueAt }) => void timers.set(key, dueAt),
      cancel: async (key) => void timers.delete(key),
    };
  }

  /** Tops an account's tickets up, as the set-up does. */
  async refill(name: PlatformAccountName): Promise<void> {
    await this.courier.advance('account', name);
  }

  async sweep(): Promise<void> {
    const { variant } = this.world;
    if (variant.sweeps === false) return;
    for (const [name, record] of this.records)
      await sweepTickets(name, record, this.ports.ledger, (purpose) => this.courier.standing(purpose));
  }

  /** Reconciliation found a fee that its payment does not know of. */
  async acceptFee(paymentId: string, hash: string, ledgerIndex: number): Promise<void> {
    await acceptExtra(this.ports, await loadPayment(this.ports, paymentId), 'fee', { hash, ledgerIndex });
  }

  /** An admin sends a fee back. */
  async sendFeeBack(paymentId: string): Promise<void> {
    const context = { metadata: this.world.metadata() };
    await handleCommand(
      this.ports.store,
      paymentFold(paymentId),
      (payment) => orderFeeRefund('twice', payment),
      context,
    );
    await this.runner.advance(paymentId);
  }

  private async releaseEarly(loaded: LoadedPayment): Promise<void> {
    const listing = await load(this.ports.store, listingFold(this.world.propertyId));
    const released = releaseTokens({ paymentId: loaded.state.paymentId, reason: 'too early' }, listing.state);
    await commit(this.ports, loaded, [writeTo(listing, released)]);
  }
}
