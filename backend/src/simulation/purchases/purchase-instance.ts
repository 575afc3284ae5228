import { listingFold, releaseTokens } from '#features/listings/rules.public.js';
import { commit, findPayment, loadPayment, writeTo, type LoadedPayment } from '#features/payments/collecting/commit.js';
import { acceptExtra, acceptLatePrincipal } from '#features/payments/collecting/endings.js';
import { PaymentCollector } from '#features/payments/collecting/payment-collector.js';
import type { PaymentPorts } from '#features/payments/collecting/ports.js';
import { recover, type Answer } from '#features/payments/collecting/recovery.js';
import { paymentOwner } from '#features/payments/order.js';
import { OWN_KINDS, hasEnded, type PaymentState } from '#features/payments/payment.state.js';
import { PacedPayments } from '#features/payments/paced-payments.js';
import { orderFeeRefund } from '#features/payments/payment.decider.js';
import { paymentFold } from '#features/payments/payment.evolve.js';
import { PaymentProcess } from '#features/payments/processes/payment.process.js';
import { Refused } from '#platform/domain/refused.js';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { load } from '#platform/event-store/folding.js';
import type { Courier } from '#platform/ledger/transactions/courier.js';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { Broken } from '../broken.js';
import { Instance } from '../instance.js';
import { Platform } from '../platform.js';
import type { PurchaseWorld } from './purchase-world.js';
import { principalsFound } from './reconciled.js';

const TICKETS = { names: ['issuer', 'feeWallet'], low: 4, full: 9 } as const;
/** Payments are advanced in this process. */
const HERE = { areRemote: false, carryOut: () => undefined };

/** One process of the platform, with the parts that purchases need. */
export class PurchaseInstance extends Instance<PurchaseWorld> {
  private readonly ports: PaymentPorts;
  /** The same without scheduler gates, for a person's action that is one commit. */
  readonly ungated: PaymentPorts;
  private readonly runner: PacedPayments;
  protected readonly process: PaymentProcess;
  protected readonly courier: Courier;

  constructor(world: PurchaseWorld) {
    const outside = world.outside();
    super(world, outside, TICKETS);
    this.ports = {
      ...outside,
      accounts: this.accounts,
      questions: new WalletQuestions(world.clock),
      courier: null as never,
      mayGoOn: () => this.mayGoOn,
      turns: {},
    };
    this.courier = this.carriedBy(this.ports);
    this.ungated = { ...this.ports, store: world.ungatedStore, ledger: world.ledger, blobs: world.blobs, turns: {} };
    this.carriedBy(this.ungated);
    const engine = new PaymentCollector(this.ports, world.variant.plan, {
      'submit-blindly': async (loaded) => world.sendBlindly(loaded.state.legs.platform!.blobItem!),
      'release-early': (loaded) => this.releaseEarly(loaded),
    });
    this.runner = new PacedPayments(engine, { on: () => undefined } as never, world.clock, HERE as never);
    this.process = new PaymentProcess(this.runner);
  }

  /** The courier that signs, sends and concludes transactions for these payments. */
  private carriedBy(ports: PaymentPorts): Courier {
    const { plan, owner } = this.world.variant;
    const owners = OWN_KINDS.map((kind) => paymentOwner(kind, ports, plan));
    const maxFeeDrops = ports.settings.maxNetworkFeeDrops;
    const courier = this.carry({ ...ports, accounts: this.accounts, maxFeeDrops }, owner ? owners.map(owner) : owners);
    ports.courier = { advance: courier.advance.bind(courier), release: courier.release.bind(courier) };
    return courier;
  }

  /** Compares log and ledger; a case about a lost payment gets a random resolution, or this one. */
  async reconcile(answered: Answer | null = null): Promise<void> {
    for (const { verdict, hash, ledgerIndex, payer } of await principalsFound(this.world)) {
      if (verdict.is === 'forgotten') {
        const isDebt = verdict.mark.kind === 'fee';
        const answer = answered ?? (isDebt || this.world.random.chance(0.7) ? 'count' : 'owe-back');
        await recover(this.ports, { hash, payer, ledgerIndex }, answer);
      }
      if (verdict.is !== 'late' && verdict.is !== 'twice') continue;
      const loaded = await loadPayment(this.ports, verdict.payment.paymentId);
      const extra = { hash, ledgerIndex };
      if (verdict.is === 'twice') await acceptExtra(this.ports, loaded, 'principal', extra);
      else if (hasEnded(loaded.state) && !loaded.state.principal?.isLate)
        await acceptLatePrincipal(this.ports, loaded, extra);
    }
  }

  /** A webhook, a closed ledger or a request from the page wakes one payment. */
  async wake(paymentId: string): Promise<void> {
    if ((await this.runner.advance(paymentId, this.world.random.chance(0.5))) !== null) return;
    const { state } = await findPayment(this.world, paymentId);
    // A payment that was reopened in the meantime is continued because of the event that reopened it.
    if (state.phase !== 'none' && !hasEnded(state) && !state.principal?.isLate)
      throw new Broken('no payment rests without a timer before it has ended', `${paymentId} is ${state.phase}`);
  }

  /** Reconciliation found a fee that its payment does not know. */
  async acceptFee(paymentId: string, hash: string, ledgerIndex: number): Promise<void> {
    await acceptExtra(this.ports, await loadPayment(this.ports, paymentId), 'fee', { hash, ledgerIndex });
  }

  /** An admin refunds a fee. */
  async sendFeeBack(paymentId: string): Promise<void> {
    const { store } = this.ports;
    const order = (payment: PaymentState) => orderFeeRefund('twice', payment);
    await handleCommand(store, paymentFold(paymentId), order, this.world.context());
    await this.runner.advance(paymentId);
  }

  private async releaseEarly(loaded: LoadedPayment): Promise<void> {
    const listing = await load(this.ports.store, listingFold(this.world.propertyId));
    const released = releaseTokens({ paymentId: loaded.state.paymentId, reason: 'too early' }, listing.state);
    await commit(this.ports, loaded, [writeTo(listing, released)]);
  }
}

export type PurchasePlatform = Platform<PurchaseWorld, PurchaseInstance>;

export const platformOf = (world: PurchaseWorld): PurchasePlatform =>
  new Platform(world, () => new PurchaseInstance(world), [TryAgainLater, Refused]);
