import type { PlatformAccountName, BusinessDate } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { dayOfLedger, dayOfSigned, type CalendarMove } from '#platform/calendar/ledger-day.js';
import type { Wallet } from 'xrpl';
import { createListing } from '#features/listings/create-listing.decider.js';
import { listingStream, unlisted } from '#features/listings/rules.public.js';
import {
  START,
  type AppendContext,
  type EventStore,
  type NewEvent,
  type Position,
  type StreamWrite,
} from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { accountStream } from '#platform/ledger/accounts/account.state.js';
import type { TicketPool } from '#platform/ledger/accounts/ticket-pool.js';
import { Random } from '#platform/seeded-random.js';
import { gated } from './gated.js';
import type { GateVariant } from './gate-variants.js';
import { lagOf } from './lagging-node.js';
import { Scheduler } from './scheduler.js';
import type { SimLedger } from './sim-ledger.js';

export const RLUSD_ISSUER = 'rQhWct2fv4Vc4KRjRgMrxa8xPN9Zx9iLKV';
export const LEDGER_MS = 1_000;

/** Faults that any platform can have, and difficulties that any world can add. */
export interface WorldVariant {
  /** The signing gates of the platform's accounts; none if not set. */
  gates?: GateVariant;
  /** Not faulty: after a restore, the node that the signing gates query is behind the others. */
  lags?: true;
  pool?: (store: EventStore, name: PlatformAccountName) => TicketPool;
  sweeps?: false;
}

export type Signers = { issuer: Wallet } & Partial<Record<PlatformAccountName, Wallet>>;

/** A story's start time, the platform accounts that sign in it, and the kind of ledger. */
export interface Setting<Ledger extends SimLedger> {
  beginsOn: BusinessDate;
  signers: Signers;
  ledger: new (...args: ConstructorParameters<typeof SimLedger>) => Ledger;
}

/**
 * Everything that the platform touches, on one clock, with scheduler gates wherever a real system could be interrupted.
 * Processes start and end (`Instance`); this state outlives them.
 */
export class World<Variant extends WorldVariant = WorldVariant, Ledger extends SimLedger = SimLedger> {
  readonly random: Random;
  readonly scheduler: Scheduler;
  /** Replaced if a story continues from another log. */
  store: MemoryEventStore;
  /** Likewise. */
  ledger: Ledger;
  readonly signers: Signers;
  /** Timers and checkpoint of the process manager, as a database would keep them. */
  readonly timers = new Map<string, Date>();
  checkpoint: Position = START;
  now: number;
  /** How the story moved the calendar. */
  private readonly moves: CalendarMove[];
  /** How many ledgers the node that the signing gates query is behind. */
  lag = 0;
  protected readonly vault = new Map<string, string>();

  constructor(
    seed: number,
    readonly variant: Variant,
    { beginsOn, signers, ledger: Ledger }: Setting<Ledger>,
  ) {
    this.now = Date.parse(beginsOn);
    this.signers = signers;
    this.random = new Random(seed);
    this.scheduler = new Scheduler(this.random);
    this.store = new MemoryEventStore(this.clock);
    this.ledger = new Ledger(this.random, RLUSD_ISSUER, signers.issuer.classicAddress, this.clock);
    this.moves = [{ to: beginsOn, ledgerIndex: 0 }];
  }

  /** The business day of commands: the one to which the story moved the calendar. */
  get today(): BusinessDate {
    return this.moves.at(-1)!.to;
  }

  set today(to: BusinessDate) {
    this.moves.push({ to, ledgerIndex: this.ledger.index });
  }

  /** The business day on which a payment in a ledger counts. */
  paidOn(ledgerIndex: number, signedOn: BusinessDate | null, today = this.today): BusinessDate {
    return dayOfSigned(this.dayOf(ledgerIndex), { signedOn, today });
  }

  dayOf(ledgerIndex: number): BusinessDate {
    return dayOfLedger({ ledgerIndex, closedAt: this.ledger.closeTimeOf(ledgerIndex) }, this.moves);
  }

  readonly clock = { now: () => new Date(this.now), sleep: async () => undefined };

  /** Signed blobs, as the vault keeps them. */
  readonly blobs = {
    keep: async (_: string, blob: string) => {
      const id = this.random.uuid();
      this.vault.set(id, blob);
      return id;
    },
    open: async (item: string) => this.vault.get(item)!,
  };

  /**
   * The ports of a process, behind scheduler gates.
   * @param more additional ports of this world
   * @param onAppend called with the events that are about to be appended
   */
  protected behindGates<More extends Record<string, object>>(
    more: More,
    onAppend?: (writes: readonly StreamWrite[]) => void,
  ) {
    const { store, ledger, blobs, clock } = this;
    return { ...gated(this.scheduler, { store, ledger, blobs, ...more }, onAppend), clock };
  }

  /**
   * A backup is restored: the log ends earlier, the ledger does not. The tables of the processes are restored with it.
   */
  async restore(to: Position): Promise<void> {
    await this.scheduler.killAll();
    this.store = this.store.restoredTo(to);
    if (this.variant.lags) this.lag = lagOf(this.random.seed);
    this.checkpoint = START;
    this.timers.clear();
  }

  /** Ledgers close, one after another. */
  closeLedgers(count = 1, everyMs = LEDGER_MS): void {
    for (let closed = 0; closed < count; closed++) {
      this.ledger.close();
      this.now += everyMs;
    }
  }

  /** Accounts with XRP, and a line for RLUSD. */
  protected openAccounts(addresses: Iterable<string>): void {
    for (const address of addresses) {
      this.ledger.accounts.set(address, { sequence: 1 + this.random.below(500), xrp: 100_000_000n });
      this.ledger.lines.set(`${address}/${CURRENCY.rlusd}`, { authorized: true, frozen: false });
    }
  }

  /** Records the accounts with which the platform signs in the log. */
  protected async recordPlatformAccounts(): Promise<void> {
    for (const [name, { classicAddress: address }] of Object.entries(this.signers))
      await this.append(accountStream(name as PlatformAccountName), [
        { type: 'PlatformAccountMade', data: { name, address, seedItem: 'seed' } },
      ]);
  }

  protected async list(propertyId: number, owner: string, tokenCount: number): Promise<void> {
    await this.append(
      listingStream(propertyId),
      createListing({ ...SAMPLE_COURT, propertyId, owner, tokenCount }, unlisted),
    );
  }

  async append(stream: string, events: readonly NewEvent[]): Promise<void> {
    await this.store.append(stream, 'any', events, this.context());
  }

  /** Metadata of a command without a particular sender. */
  context(): AppendContext {
    const commandId = this.random.uuid();
    const actor = { wallet: null, role: 'system' as const };
    const ids = { commandId, correlationId: commandId, causationId: commandId };
    return { metadata: { ...ids, actor, businessDate: this.today } };
  }
}

const SAMPLE_COURT = {
  name: 'Sample Court',
  address: '12 Example Street',
  monthlyRent: 2500,
  fundingGoal: 10_000,
  fundingPurpose: 'x',
  tokenTermMonths: 60,
  monthlyRate: 6.5,
  tokenPrice: 100,
  redemptionClause: 'x',
};
