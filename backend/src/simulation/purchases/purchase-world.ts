import { createHash } from 'node:crypto';
import { CURRENCY } from '@tknest/contracts/rules';
import type { PaymentEvent, PlatformAccountName } from '@tknest/contracts/events';
import type { Wallet } from 'xrpl';
import { createListing } from '#features/listings/create-listing.decider.js';
import { listingStream, unlisted } from '#features/listings/rules.public.js';
import type { Objection } from '#features/payments/collecting/ports.js';
import { isSoldOut } from '#features/payments/collecting/issued-before.js';
import type { PaymentState } from '#features/payments/payment.state.js';
import { recipeOf } from '#features/payments/kinds/index.js';
import { payerFold } from '#features/payments/payer.decider.js';
import { startPayment } from '#features/payments/payment.decider.js';
import { paymentFold } from '#features/payments/payment.evolve.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { START, WrongExpectedRevision, type Position, type StreamWrite } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { Refused } from '#platform/domain/refused.js';
import { accountStream } from '#platform/ledger/accounts/account.state.js';
import { BUYERS, CAST, FEE_WALLET, ISSUER, OWNER, SIGNERS } from './purchase-cast.js';
import { Broken } from '../broken.js';
import { gated } from '../gated.js';
import { lagOf } from '../lagging-node.js';
import { Random } from '#platform/seeded-random.js';
import { Scheduler } from '../scheduler.js';
import { SimLedger } from '../sim-ledger.js';
import { SimWalletApp } from './sim-wallet-app.js';
import type { Variant } from './purchase-variants.js';

const RLUSD_ISSUER = 'rQhWct2fv4Vc4KRjRgMrxa8xPN9Zx9iLKV';
export const EXPIRY_MINUTES = 10;
export const DELIVERY_DAYS = 7;

/**
 * Everything the payment core touches, on one clock, with gates where a real system could be cut off. Processes come
 * and go (`Instance`); what is here outlives them.
 */
export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  /** Replaced if a story continues from the log of an older program. */
  store: MemoryEventStore;
  readonly ledger: SimLedger;
  readonly walletApp: SimWalletApp;
  readonly people = new Map(BUYERS.map((wallet) => [wallet.classicAddress, wallet]));
  readonly payments: string[] = [];
  /** What each buys, also where the log has forgotten it. */
  readonly tokens = new Map<string, number>();
  /** Every hash that was ever journaled, with what it is for. */
  readonly hashes = new Map<string, { paymentId: string; leg: string }>();
  readonly propertyId = 1;
  readonly accounts = { issuer: ISSUER.classicAddress, owner: OWNER.classicAddress, rlusdIssuer: RLUSD_ISSUER };
  /** Timers and checkpoint of the payment process, as a database would keep them. */
  readonly timers = new Map<string, Date>();
  checkpoint: Position = START;
  now = Date.UTC(2026, 0, 1);
  /** What other features say against a person, by wallet. */
  readonly objections = new Map<string, Objection>();
  /** How many ledgers the node that the gates ask is behind. */
  lag = 0;
  /** The story is over, and everything comes to rest. */
  resting = false;
  /** The business day. */
  today = '2026-01-01';
  private readonly vault = new Map<string, string>();

  constructor(
    seed: number,
    readonly variant: Variant = {},
  ) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random);
    this.store = new MemoryEventStore(this.clock);
    this.ledger = new SimLedger(this.random, RLUSD_ISSUER, ISSUER.classicAddress, this.clock);
    this.walletApp = new SimWalletApp(this.random, this.ledger, this.people);
  }

  readonly seal = (text: string) => createHash('sha256').update(`simulated ${text}`).digest('hex');

  readonly clock = { now: () => new Date(this.now), sleep: async () => undefined };

  /** What a process gets of the world, behind gates. */
  outside() {
    const { store, ledger, walletApp, clock } = this;
    const blobs = {
      keep: async (_: string, blob: string) => {
        const id = this.random.uuid();
        this.vault.set(id, blob);
        return id;
      },
      open: async (item: string) => this.vault.get(item)!,
    };
    return {
      ...gated(this.scheduler, { store, ledger, walletApp, blobs }, (writes) => this.remember(writes)),
      clock,
      objection: async (payment: PaymentState) => {
        if (this.variant.asksNobody) return null;
        const soldOut = { code: 'sold-out', message: 'Sold out' };
        return this.objections.get(payment.payer) ?? ((await isSoldOut(this, payment)) ? soldOut : null);
      },
      businessDate: async () => this.today,
      seal: this.seal,
      settings: {
        rlusdIssuer: RLUSD_ISSUER,
        network: 'SIM',
        pace: 'sandbox' as const,
        expiryMinutes: EXPIRY_MINUTES,
        deliveryDays: DELIVERY_DAYS,
        maxNetworkFeeDrops: 50_000n,
      },
    };
  }

  /** A signed blob on its way past every rule, as a process would send it that is wrong on purpose. */
  sendBlindly(item: string): void {
    this.ledger.take(this.vault.get(item)!);
  }

  /** A backup is restored: the log ends earlier, the ledger does not. What processes keep in tables goes with it. */
  restore(to: Position): void {
    this.scheduler.killAll();
    this.store = this.store.restoredTo(to);
    if (this.variant.lags) this.lag = lagOf(this.random.seed);
    this.checkpoint = START;
    this.timers.clear();
  }

  /** People with money, a listing with few tokens. */
  async setUp(tokenCount = 12): Promise<void> {
    for (const { classicAddress } of CAST) {
      this.ledger.accounts.set(classicAddress, { sequence: 1 + this.random.below(500), xrp: 100_000_000n });
      this.ledger.lines.set(`${classicAddress}/${CURRENCY.rlusd}`, { authorized: true, frozen: false });
    }
    for (const { classicAddress } of BUYERS)
      this.ledger.balances.set(`${classicAddress}/${CURRENCY.rlusd}`, 1_000_000_000_000n);
    const listing = createListing(
      {
        propertyId: 1,
        owner: OWNER.classicAddress,
        name: 'Sample Court',
        address: '12 Example Street',
        monthlyRent: 2500,
        fundingGoal: 10_000,
        fundingPurpose: 'x',
        tokenTermMonths: 60,
        monthlyRate: 6.5,
        tokenPrice: 100,
        tokenCount,
        redemptionClause: 'x',
      },
      unlisted,
    );
    await this.store.append(listingStream(1), 'none', listing, { metadata: this.metadata() });
    for (const [name, { classicAddress: address }] of Object.entries(SIGNERS) as [PlatformAccountName, Wallet][])
      await this.store.append(
        accountStream(name),
        'none',
        [{ type: 'PlatformAccountMade', data: { name, address, seedItem: 'seed' } }],
        { metadata: this.metadata() },
      );
  }

  /** A buyer presses the button. Refusals are part of life. */
  async startPurchase(more: { priority?: 'fast' } = {}): Promise<void> {
    const payer = this.random.pick([...this.people.keys()]);
    const paymentId = this.random.uuid();
    const tokens = 1 + this.random.below(5);
    const order = {
      paymentId,
      kind: 'property_purchase' as const,
      payer,
      payee: OWNER.classicAddress,
      feeWallet: FEE_WALLET.classicAddress,
      propertyId: 1,
      propertyName: 'Sample Court',
      tokens,
      amount: BigInt(tokens) * 100_000_000n,
      feeBps: 250n,
      memo: null,
      refundOf: null,
      previousRefund: null,
      today: this.today,
      now: new Date(this.now),
      expiryMinutes: EXPIRY_MINUTES,
      ...more,
    };
    try {
      const streams = { payment: paymentFold(paymentId), payer: payerFold(payer), ...recipeOf(order).streams(order) };
      await handleCommandAcross(this.store, streams, (states) => startPayment(order, states) as never, {
        metadata: this.metadata(),
      });
      this.payments.push(paymentId);
      this.tokens.set(paymentId, tokens);
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof WrongExpectedRevision)) throw error;
    }
  }

  metadata() {
    const commandId = this.random.uuid();
    return {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { wallet: null, role: 'system' as const },
      businessDate: this.today,
    };
  }

  /**
   * At rest, suspensions are not checked any more: a person who is suspended then was suspended when the tokens were
   * checked.
   */
  private mustNotObject({ type, data }: PaymentEvent): void {
    if (!this.resting || type !== 'LegPrepared' || (data.leg !== 'issuance' && data.leg !== 'authorise')) return;
    // What the ledger holds already is taken over: nothing is issued any more.
    const { TicketSequence } = data.transaction;
    const isOnLedger = [...this.ledger.applied.values()].some(
      ({ transaction: tx }) => tx.Account === this.accounts.issuer && tx.TicketSequence === TicketSequence,
    );
    if (isOnLedger) return;
    const holder = String(data.transaction.Destination ?? (data.transaction.LimitAmount as { issuer: string }).issuer);
    if (this.objections.has(holder))
      throw new Broken(
        'nobody who may not hold tokens gets authorisation or tokens',
        `${data.leg} of ${data.paymentId}`,
      );
  }

  private remember(writes: readonly StreamWrite[]): void {
    for (const { events } of writes) {
      for (const event of events as readonly PaymentEvent[]) {
        this.mustNotObject(event);
        if ((event.type === 'LegSigned' || event.type === 'LateSignatureRecorded') && event.data.hash)
          this.hashes.set(event.data.hash, { paymentId: event.data.paymentId, leg: event.data.leg });
      }
    }
  }
}
