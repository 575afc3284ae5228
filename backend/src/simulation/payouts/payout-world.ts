import type { NewEvent } from '../../platform/event-store/event-store.js';
import { START, WrongExpectedRevision, type Position } from '../../platform/event-store/event-store.js';
import { CURRENCY } from '@tknest/contracts/rules';
import type { PlatformAccountName } from '@tknest/contracts/events';
import type { Micro } from '@tknest/contracts/money';
import { createListing } from '../../features/listings/create-listing.decider.js';
import { holdersOfRecord, listingStream, unlisted } from '../../features/listings/listings.public.js';
import { escrowFold } from '../../features/payouts/escrow/escrow.decider.js';
import { runFold } from '../../features/payouts/runs/run.state.js';
import { handleCommandAcross } from '../../platform/event-store/decider.js';
import { MemoryEventStore } from '../../platform/event-store/memory/memory-event-store.js';
import { Refused } from '../../platform/domain/refused.js';
import { accountStream } from '../../platform/ledger/accounts/account.state.js';
import { gated } from '../gated.js';
import { Random } from '../random.js';
import { Scheduler } from '../scheduler.js';
import { ADMIN, HOLDERS, OWNERS, SIGNERS } from './payout-cast.js';
import { MoneyLedger } from './money-ledger.js';
import type { PayoutVariant } from './payout-variants.js';

export const RLUSD_ISSUER = 'rQhWct2fv4Vc4KRjRgMrxa8xPN9Zx9iLKV';
export const ESCROW_ADDRESS = SIGNERS.payoutEscrow.classicAddress;
export const PROPERTIES = [1, 2] as const;

/** A run as the story ordered it. */
export interface Ordered {
  runId: string;
  propertyId: number;
  amount: Micro;
  fee: Micro;
  /** Who held what on the record date, by the story's own count. */
  holders: ReadonlyMap<string, number>;
}

/** Everything that runs and books touch, on one clock, with gates where a real system could be cut off. */
export class PayoutWorld {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly store: MemoryEventStore;
  readonly ledger: MoneyLedger;
  readonly timers = new Map<string, Date>();
  checkpoint: Position = START;
  now = Date.UTC(2027, 0, 1);
  /** Hashes that a payment of the platform journalled. */
  readonly journalled = new Set<string>();
  readonly blocked = new Set<string>();
  readonly ordered: Ordered[] = [];
  /** Runs that pay by hand. */
  readonly byHand: string[] = [];
  readonly holders: readonly string[];
  private readonly register = new Map<number, Map<string, number>>(PROPERTIES.map((id) => [id, new Map()]));
  private readonly vault = new Map<string, string>();
  private dues = 0;

  constructor(
    seed: number,
    readonly variant: PayoutVariant = {},
  ) {
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random);
    this.store = new MemoryEventStore(this.clock);
    this.ledger = new MoneyLedger(this.random, RLUSD_ISSUER, SIGNERS.issuer.classicAddress);
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
      businessDate: async () => '2027-01-01',
      settings: { rlusdIssuer: RLUSD_ISSUER },
      blocked: async (wallets: readonly string[]) => new Set(wallets.filter((wallet) => this.blocked.has(wallet))),
      holders: (propertyId: number, until: Position) =>
        holdersOfRecord(this.store, propertyId, this.variant.recordAtPayment ? '9'.repeat(20) : until),
      journalled: async (hashes: readonly string[]) =>
        new Set(this.variant.booksByMark ? [] : hashes.filter((hash) => this.journalled.has(hash))),
      ownerOf: async (propertyId: number) => OWNERS[propertyId - 1] ?? null,
      runningLoans: async (owner: string) => PROPERTIES.filter((id) => OWNERS[id - 1] === owner),
      paysEscrow: async (wallet: string) => OWNERS.some((owner) => owner === wallet),
      isAdmin: (wallet: string) => wallet === ADMIN.classicAddress,
      firstLedger: async () => 1000,
    };
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
      await this.append(
        listingStream(id),
        createListing({ ...LISTING, propertyId: id, owner: OWNERS[id - 1]! }, unlisted),
      );
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
    const held = this.register.get(propertyId)!;
    held.set(wallet, (held.get(wallet) ?? 0) + tokens);
  }

  holdersNow = (propertyId: number): ReadonlyMap<string, number> => new Map(this.register.get(propertyId));

  dueDate(): string {
    return new Date(Date.UTC(2027, 0, 1 + this.dues++)).toISOString().slice(0, 10);
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
