import {
  START,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from '#platform/event-store/event-store.js';
import { CURRENCY } from '@tknest/contracts/rules';
import type { PayoutRunCreated, PlatformAccountName } from '@tknest/contracts/events';
import { parseRlusd, type Micro } from '@tknest/contracts/money';
import { createListing } from '#features/listings/create-listing.decider.js';
import { holdersOfRecord, listingStream, unlisted } from '#features/listings/rules.public.js';
import { loanStream, noLoan, openLoan } from '#features/loans/rules.public.js';
import { loadDays } from '#features/loans/schedule/work-days.js';
import { escrowFold } from '#features/payouts/escrow/escrow.decider.js';
import { runFold } from '#features/payouts/runs/run.state.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { Refused } from '#platform/domain/refused.js';
import { accountStream } from '#platform/ledger/accounts/account.state.js';
import { gated } from '../gated.js';
import { lagOf } from '../lagging-node.js';
import { Random } from '#platform/seeded-random.js';
import { Scheduler } from '../scheduler.js';
import { ADMIN, HOLDERS, OWNERS, SIGNERS } from './payout-cast.js';
import { MoneyLedger } from './money-ledger.js';
import type { PayoutVariant } from './payout-variants.js';

export const RLUSD_ISSUER = 'rQhWct2fv4Vc4KRjRgMrxa8xPN9Zx9iLKV';
export const ESCROW_ADDRESS = SIGNERS.payoutEscrow.classicAddress;
export const PROPERTIES = [1, 2] as const;

/** A run that distributes a property's money. */
export interface Ordered {
  runId: string;
  propertyId: number;
  amount: Micro;
  fee: Micro;
  /** Who held what on the record date, by the story's own count. */
  holders: ReadonlyMap<string, number>;
}

/** Terms of either loan: 6,000 at 6.5 % over 24 months, which is 267.28 a month. */
const LOAN = { name: 'Sample Court', sold: 60, tokenPrice: 100_000_000n, annualRate: '6.5', termMonths: 24 };
const OPENED_ON = '2027-01-01';

/** Everything that runs and books touch, on one clock, with gates where a real system could be cut off. */
export class PayoutWorld {
  readonly random: Random;
  readonly scheduler: Scheduler;
  store: MemoryEventStore;
  readonly ledger: MoneyLedger;
  readonly timers = new Map<string, Date>();
  checkpoint: Position = START;
  now = Date.UTC(2027, 0, 1);
  /** Hashes that a payment of the platform journaled. */
  readonly journaled = new Set<string>();
  readonly blocked = new Set<string>();
  readonly ordered: Ordered[] = [];
  /** Runs that pay by hand. */
  readonly byHand: string[] = [];
  readonly holders: readonly string[];
  private readonly sales: { position: Position; propertyId: number; wallet: string; tokens: number }[] = [];
  private ordersReadTo: Position = START;
  /** The day that the calendar is to reach. */
  goal = OPENED_ON;
  /** How many ledgers the node that the gate asks is behind. */
  lag = 0;
  private readonly vault = new Map<string, string>();

  constructor(
    seed: number,
    readonly variant: PayoutVariant = {},
  ) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random);
    this.store = new MemoryEventStore(this.clock);
    this.ledger = new MoneyLedger(this.random, RLUSD_ISSUER, SIGNERS.issuer.classicAddress, this.clock);
    this.holders = HOLDERS.slice(0, 1 + this.random.below(this.random.pick([3, 12, HOLDERS.length])));
  }

  readonly clock = { now: () => new Date(this.now), sleep: async () => undefined };

  /** What a process gets of the world, behind gates. */
  outside() {
    const blobs = {
      keep: async (_: string, blob: string) => {
        const id = this.random.uuid();
        this.vault.set(id, blob);
        return id;
      },
      open: async (item: string) => this.vault.get(item)!,
    };
    return {
      ...gated(this.scheduler, { store: this.store, ledger: this.ledger, blobs }),
      clock: this.clock,
      businessDate: () => this.today(),
      settings: { rlusdIssuer: RLUSD_ISSUER },
      blocked: async (wallets: readonly string[]) => new Set(wallets.filter((wallet) => this.blocked.has(wallet))),
      holders: (propertyId: number, until: Position) =>
        holdersOfRecord(this.store, propertyId, this.variant.recordAtPayment ? '9'.repeat(20) : until),
      journaled: async (hashes: readonly string[]) =>
        new Set(this.variant.booksByMark ? [] : hashes.filter((hash) => this.journaled.has(hash))),
      ownerOf: async (propertyId: number) => OWNERS[propertyId - 1] ?? null,
      runningLoans: async (owner: string) => PROPERTIES.filter((id) => OWNERS[id - 1] === owner),
      paysEscrow: async (wallet: string) => OWNERS.some((owner) => owner === wallet),
      isAdmin: (wallet: string) => wallet === ADMIN.classicAddress,
      firstLedger: async () => 1000,
    };
  }

  /** A backup is restored: the log ends earlier, the ledger does not. What processes keep in tables goes with it. */
  restore(to: Position): void {
    this.store = this.store.restoredTo(to);
    if (this.variant.lags) this.lag = lagOf(this.random.seed);
    this.checkpoint = START;
    this.timers.clear();
  }

  /** The log, with a gate after each append: there the process may be killed. */
  killedAfterAppends(): EventStore {
    return new Proxy(this.store, {
      get: (store, name) => {
        const value = Reflect.get(store, name) as unknown;
        if (typeof value !== 'function') return value;
        if (name !== 'append' && name !== 'appendMany') return value.bind(store);
        return async (...args: unknown[]) => {
          const result: unknown = await value.apply(store, args);
          await this.scheduler.gate(`after ${name}`);
          return result;
        };
      },
    });
  }

  async setUp(): Promise<void> {
    const { ledger, random } = this;
    const everybody = [...this.holders, ...OWNERS, ...Object.values(SIGNERS).map((wallet) => wallet.classicAddress)];
    for (const address of [...everybody, RLUSD_ISSUER, ADMIN.classicAddress]) {
      ledger.accounts.set(address, { sequence: 1 + random.below(500), xrp: 100_000_000n });
      ledger.lines.set(`${address}/${CURRENCY.rlusd}`, { authorized: true, frozen: false });
    }
    for (const [name, { classicAddress: address }] of Object.entries(SIGNERS))
      await this.append(accountStream(name as PlatformAccountName), [
        { type: 'PlatformAccountMade', data: { name, address, seedItem: 'seed' } },
      ]);
    for (const id of PROPERTIES) {
      const owner = OWNERS[id - 1]!;
      await this.append(listingStream(id), createListing({ ...LISTING, propertyId: id, owner }, unlisted));
      const opened = openLoan({ ...LOAN, propertyId: id, owner }, { automation: null }, OPENED_ON, noLoan);
      await this.append(loanStream(id), opened);
      for (const wallet of this.holders)
        if (random.chance(0.8) || wallet === this.holders[0]) await this.sell(id, wallet);
    }
  }

  /** One more purchase in the register. */
  async sell(propertyId: number, wallet = this.random.pick(this.holders)): Promise<void> {
    const tokens = 1 + this.random.below(9);
    const sold = { propertyId, paymentId: this.random.uuid(), wallet, tokens, cost: '1', platformFee: '0' };
    const data = { ...sold, estimatedMonthlyReturn: '0', paymentHash: 'P', issuanceHash: 'I' };
    await this.append(listingStream(propertyId), [{ type: 'TokensPurchased', data }]);
    this.sales.push({ position: await this.store.head(), propertyId, wallet, tokens });
  }

  /** Who held what at a position of the log, by the story's own count. */
  holdersAt(propertyId: number, position: Position): ReadonlyMap<string, number> {
    const held = new Map<string, number>();
    for (const sale of this.sales)
      if (sale.propertyId === propertyId && sale.position <= position)
        held.set(sale.wallet, (held.get(sale.wallet) ?? 0) + sale.tokens);
    return held;
  }

  /** The last day of which everything is done. */
  today = async (): Promise<string> => (await loadDays(this.store)).completed ?? OPENED_ON;

  /** Runs that were created since it was asked last. */
  async readOrders(): Promise<void> {
    const { events, next } = await this.store.readAll(this.ordersReadTo, {
      limit: 10_000,
      filter: { types: ['PayoutRunCreated'] },
    });
    this.ordersReadTo = next;
    for (const { data, position } of events as unknown as (RecordedEvent & PayoutRunCreated)[])
      if (data.propertyId !== null && !data.direct)
        this.ordered.push({
          runId: data.runId,
          propertyId: data.propertyId,
          amount: parseRlusd(data.amount),
          fee: parseRlusd(data.fee),
          holders: this.holdersAt(data.propertyId, data.recordPosition ?? position),
        });
  }

  async append(stream: string, events: readonly NewEvent[]): Promise<void> {
    await this.store.append(stream, 'any', events, { metadata: this.metadata() });
  }

  /** A decision over a run and the books, in one stroke. Refusals are part of life. @returns whether it was made */
  async decide(runId: string, decide: (states: any) => any, more: Record<string, any> = {}): Promise<boolean> {
    try {
      const streams = { run: runFold(runId), escrow: escrowFold, ...more };
      await handleCommandAcross(this.store, streams, decide, { metadata: this.metadata() });
      return true;
    } catch (error) {
      if (error instanceof Refused || error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  }

  metadata() {
    const commandId = this.random.uuid();
    const actor = { wallet: null, role: 'system' as const };
    return { commandId, correlationId: commandId, causationId: commandId, actor, businessDate: '2027-01-01' };
  }
}

const LISTING = {
  name: 'Sample Court',
  address: '12 Example Street',
  monthlyRent: 2500,
  fundingGoal: 10_000,
  fundingPurpose: 'x',
  tokenTermMonths: 60,
  monthlyRate: 6.5,
  tokenPrice: 100,
  tokenCount: 100,
  redemptionClause: 'x',
};
