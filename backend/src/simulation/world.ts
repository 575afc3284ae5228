import type { PayerEvent, PaymentEvent } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { Wallet } from 'xrpl';
import {
  createListing,
  evolveListing,
  listingStream,
  releaseTokens,
  reserveTokens,
  unlisted,
  type ListingState,
} from '../features/listings/listing.decider.js';
import { cancelPayment, startPayment } from '../features/payments/payment.decider.js';
import { endUnpaid } from '../features/payments/engine/endings.js';
import { PaymentEngine } from '../features/payments/engine/payment-engine.js';
import type { PaymentPorts } from '../features/payments/engine/ports.js';
import { loadListing, loadPayment, record } from '../features/payments/engine/streams.js';
import {
  evolvePayer,
  evolvePayment,
  hasEnded,
  newPayer,
  noPayment,
  payerStream,
  paymentStream,
  type PayerState,
  type PaymentState,
} from '../features/payments/payment.state.js';
import { Refused } from '../platform/domain/refused.js';
import { handleCommandAcross } from '../platform/event-store/decider.js';
import { WrongExpectedRevision, type NewEvent } from '../platform/event-store/event-store.js';
import { MemoryEventStore } from '../platform/event-store/memory/memory-event-store.js';
import { TicketsExhausted } from '../platform/ledger/tickets-exhausted.js';
import { Broken } from './broken.js';
import { Random } from './random.js';
import { Scheduler } from './scheduler.js';
import { SimLedger } from './sim-ledger.js';
import { SimWalletApp } from './sim-wallet-app.js';
import type { Plan } from './variants.js';

const RLUSD_ISSUER = 'rQhWct2fv4Vc4KRjRgMrxa8xPN9Zx9iLKV';
const TICKETS = 200;
export const EXPIRY_MINUTES = 10;

/** Keys cost time to derive: every story casts the same people. */
const CAST = Array.from({ length: 7 }, (_, index) =>
  Wallet.fromEntropy(Uint8Array.from({ length: 16 }, (_, byte) => (index * 31 + byte) % 256)),
);
const [ISSUER, OWNER, FEE_WALLET, ...BUYERS] = CAST as [Wallet, Wallet, Wallet, ...Wallet[]];

/**
 * Everything the payment core touches, in one process and on one clock, with gates where a real system could be cut
 * off.
 */
export class World {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly store: MemoryEventStore;
  readonly ledger: SimLedger;
  readonly walletApp: SimWalletApp;
  readonly people = new Map(BUYERS.map((wallet) => [wallet.classicAddress, wallet]));
  readonly payments: string[] = [];
  /** Every hash that was ever journalled, with what it is for. */
  readonly hashes = new Map<string, { paymentId: string; leg: string }>();
  readonly propertyId = 1;
  readonly accounts = { issuer: ISSUER.classicAddress, owner: OWNER.classicAddress, rlusdIssuer: RLUSD_ISSUER };
  readonly ports: PaymentPorts;
  now = Date.UTC(2026, 0, 1);
  private readonly vault = new Map<string, string>();
  private readonly assigned = new Map<string, number>();
  private nextTicket = 1;
  private engine: PaymentEngine;

  constructor(
    seed: number,
    private readonly plan?: Plan,
  ) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random);
    const clock = { now: () => new Date(this.now), sleep: async () => undefined };
    this.store = new MemoryEventStore(clock);
    this.ledger = new SimLedger(this.random, RLUSD_ISSUER, ISSUER.classicAddress);
    this.walletApp = new SimWalletApp(this.random, this.ledger, this.people);
    this.ports = this.gated({
      store: this.store,
      ledger: this.ledger,
      walletApp: this.walletApp,
      clock,
      blobs: {
        keep: async (paymentId, blob) => {
          const id = this.random.uuid();
          this.vault.set(id, blob);
          return id;
        },
        open: async (item) => this.vault.get(item)!,
      },
      issuer: {
        address: async () => ISSUER.classicAddress,
        sign: async (transaction) => {
          const { tx_blob: blob, hash } = ISSUER.sign(transaction as never);
          return { blob, hash };
        },
        ticketFor: async (purpose) => {
          if (!this.assigned.has(purpose)) {
            if (this.nextTicket > TICKETS) throw new TicketsExhausted();
            this.assigned.set(purpose, this.nextTicket++);
          }
          return this.assigned.get(purpose)!;
        },
      },
      objection: async () => null,
      businessDate: async () => '2026-01-01',
      newId: () => this.random.uuid(),
      settings: { rlusdIssuer: RLUSD_ISSUER, network: 'SIM', expiryMinutes: EXPIRY_MINUTES },
    });
    this.engine = this.newEngine();
  }

  /** People with money, a listing with few tokens. */
  async setUp(tokenCount = 12): Promise<void> {
    for (const { classicAddress } of CAST) {
      this.ledger.accounts.set(classicAddress, { sequence: 1 + this.random.below(500), xrp: 100_000_000n });
      this.ledger.lines.set(`${classicAddress}/${CURRENCY.rlusd}`, { authorized: true, frozen: false });
    }
    for (const { classicAddress } of BUYERS)
      this.ledger.balances.set(`${classicAddress}/${CURRENCY.rlusd}`, 1_000_000_000_000n);
    for (let ticket = 1; ticket <= TICKETS; ticket++) this.ledger.tickets.add(ticket);
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
    await this.store.append(listingStream(1), 'none', listing as readonly NewEvent[], { metadata: this.metadata() });
  }

  /** A buyer presses the button. Refusals are part of life. */
  async startPurchase(): Promise<void> {
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
      now: new Date(this.now),
      expiryMinutes: EXPIRY_MINUTES,
    };
    try {
      await handleCommandAcross(
        this.store,
        {
          payment: {
            stream: paymentStream(paymentId),
            initialState: noPayment,
            evolve: (state: PaymentState, event: unknown) =>
              evolvePayment(state, event as PaymentEvent, new Date(this.now)),
          },
          payer: {
            stream: payerStream(payer),
            initialState: newPayer,
            evolve: (state: PayerState, event: unknown) => evolvePayer(state, event as PayerEvent),
          },
          listing: {
            stream: listingStream(1),
            initialState: unlisted,
            evolve: (state: ListingState, event: unknown) => evolveListing(state, event as never),
          },
        },
        (states) =>
          ({
            ...startPayment(order, states.payment, states.payer),
            listing: reserveTokens({ paymentId, wallet: payer, tokens }, states.listing),
          }) as never,
        { metadata: this.metadata() },
      );
      this.payments.push(paymentId);
    } catch (error) {
      if (!(error instanceof Refused) && !(error instanceof WrongExpectedRevision)) throw error;
    }
  }

  async cancelSomething(): Promise<void> {
    if (this.payments.length === 0) return;
    const loaded = await loadPayment(this.store, this.random.pick(this.payments));
    try {
      const event = cancelPayment(loaded.state);
      if (event) await endUnpaid({ ...this.ports, store: this.store }, loaded, [], event);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** One engine, or another instance beside it, takes a payment up. */
  advance(paymentId: string): void {
    if (this.random.chance(0.1)) this.engine = this.newEngine();
    const engine = this.engine;
    this.scheduler.start(async () => {
      if ((await engine.advance(paymentId)) !== null) return;
      const { state } = await loadPayment(this.store, paymentId);
      // One that came back to life in the meantime is taken up by the fact that says so.
      if (!hasEnded(state) && !state.latePrincipal)
        throw new Broken('no payment rests without a timer before it has ended', `${paymentId} is ${state.phase}`);
    });
  }

  private newEngine(): PaymentEngine {
    return new PaymentEngine(this.ports, this.plan, {
      'submit-blindly': async (loaded) => {
        const leg = loaded.state.legs.platform!;
        this.ledger.take(this.vault.get(leg.blobItem!)!);
      },
      'release-early': async (loaded) => {
        const listing = await loadListing(this.store, 1);
        await record(this.ports, loaded, [
          {
            loaded: listing,
            events: releaseTokens({ paymentId: loaded.state.paymentId, reason: 'too early' }, listing.state),
          },
        ]);
      },
    });
  }

  private metadata() {
    const commandId = this.random.uuid();
    return {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actor: { wallet: null, role: 'system' as const },
      businessDate: '2026-01-01',
    };
  }

  /**
   * Every call to the outside waits at a gate before and after: there the process may be killed, and another may
   * overtake.
   */
  private gated(ports: PaymentPorts): PaymentPorts {
    const wrap = <T extends object>(name: string, target: T): T =>
      new Proxy(target, {
        get: (object, property) => {
          const value = (object as Record<string | symbol, unknown>)[property];
          if (typeof value !== 'function') return value;
          const label = `${name}.${String(property)}`;
          if (property === 'read') return (...args: unknown[]) => value.apply(object, args);
          if (property === 'closeIntervalMs' || property === 'now') return value.bind(object);
          return async (...args: unknown[]) => {
            await this.scheduler.gate(`before ${label}`);
            if (label === 'store.appendMany') this.remember(args[0] as { events: PaymentEvent[] }[]);
            const result = await value.apply(object, args);
            await this.scheduler.gate(`after ${label}`);
            return result;
          };
        },
      });
    return {
      ...ports,
      store: wrap('store', ports.store),
      ledger: wrap('ledger', ports.ledger),
      walletApp: wrap('walletApp', ports.walletApp),
      blobs: wrap('blobs', ports.blobs),
      issuer: wrap('issuer', ports.issuer),
    };
  }

  private remember(writes: readonly { events: readonly PaymentEvent[] }[]): void {
    for (const { events } of writes) {
      for (const event of events) {
        if ((event.type === 'LegSigned' || event.type === 'LateSignatureRecorded') && event.data.hash)
          this.hashes.set(event.data.hash, { paymentId: event.data.paymentId, leg: event.data.leg });
      }
    }
  }
}
