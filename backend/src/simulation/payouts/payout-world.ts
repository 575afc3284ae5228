import { JOURNALING, journaledBy, type DomainEvent, type PayoutRunCreated } from '@tknest/contracts/events';
import { parseRlusd, type Micro, type Day } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { holdersOfRecord, listingStream } from '#features/listings/rules.public.js';
import { loanStream, noLoan, openLoan } from '#features/loans/rules.public.js';
import type { GatePorts } from '#features/loans/schedule/gate.js';
import { loadDays } from '#features/loans/schedule/work-days.js';
import { moneyObjection } from '#features/payments/collecting/checks.js';
import type { Payment } from '#features/payments/rules.public.js';
import { isFollowedTo } from '#features/payouts/arrivals/followed-to.js';
import { escrowFold } from '#features/payouts/escrow/escrow.decider.js';
import { runFold } from '#features/payouts/runs/run.state.js';
import type { JournaledHash } from '#features/reconciliation/readers.public.js';
import { Refused } from '#platform/domain/refused.js';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import {
  START,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
  type Position,
  type Recorded,
  type RecordedEvent,
  type StreamWrite,
} from '#platform/event-store/event-store.js';
import { Broken } from '../broken.js';
import { signingFor } from '../instance.js';
import { RLUSD_ISSUER, World } from '../world.js';
import { MoneyLedger } from './money-ledger.js';
import { ADMIN, COMPANY, HOLDERS, OWNERS, SIGNERS } from './payout-cast.js';
import type { PayoutVariant } from './payout-variants.js';
import type { Repayment } from './repayments.js';

type Journaling = Extract<DomainEvent, { type: (typeof JOURNALING)[number] }>;

export const ESCROW_ADDRESS = SIGNERS.payoutEscrow.classicAddress;
export const FEE_ADDRESS = SIGNERS.feeWallet.classicAddress;
export const PROPERTIES = [1, 2] as const;

/** A run that distributes a property's money. */
export interface Ordered {
  runId: string;
  propertyId: number;
  amount: Micro;
  fee: Micro;
  /** Holdings on the record date, by the story's own copy of the register. */
  holders: ReadonlyMap<string, number>;
}

/** XRP of a stranger. */
export interface XrpArrival {
  account: 'payoutEscrow' | 'feeWallet';
  ledgerIndex: number;
  wallet: string;
  tag: number | null;
  drops: string;
}

/** Terms of either loan: 6,000 at 6.5 % over 24 months, which is 267.28 a month. */
const LOAN = { name: 'Sample Court', sold: 60, tokenPrice: 100_000_000n, annualRate: '6.5', termMonths: 24 };
const OPENED_ON = '2027-01-01';
const TOKENS = 100;

/** Everything that runs and books touch: the ledger, the register, and the payments that landlords have begun. */
export class PayoutWorld extends World<PayoutVariant, MoneyLedger> {
  readonly holders: readonly string[];
  /** Hashes that a payment of the platform journaled. */
  readonly journaled = new Set<string>();
  /** Suspended wallets, each with the number of tasks that had begun by then. */
  readonly blocked = new Map<string, number>();
  /** In a faulty process: wallets that could be paid when it asked once. */
  private readonly cleared = new Set<string>();
  /** Fees of purchases, by hash. */
  readonly fees = new Map<string, { amount: Micro; isKept: boolean }>();
  /** Strays at the fee wallet that became revenue. */
  kept: Micro = 0n;
  /** What the settings say about revenue. */
  readonly revenue: { address: string; tag: number | null } = { address: COMPANY, tag: null };
  readonly withdrawals = new Map<string, { amount: Micro; notBefore: Date; tag: number | null }>();
  /** XRP of strangers, by the transaction that brought it. */
  readonly strangers = new Map<string, XrpArrival>();
  /** Runs of the fee wallet. */
  readonly ofFees: string[] = [];
  /** Properties whose day waits for a repayment, or for the follower of the escrow. */
  readonly waiting = new Set<number>();
  readonly ordered: Ordered[] = [];
  /** Manual runs. */
  readonly byHand: string[] = [];
  /** Delayed steps: validated payments become known, others are validated after they were abandoned. */
  readonly late: (() => void | Promise<void>)[] = [];
  /** Payments whose principal is validated: they are to be settled, in any order. */
  readonly settling: Repayment[] = [];
  /** By payment, the days of the ledgers that have repayments. */
  readonly repaidOn = new Map<string, Day>();
  private readonly sales: { position: Position; propertyId: number; wallet: string; tokens: number }[] = [];
  private ordersReadTo: Position = START;

  constructor(seed: number, variant: PayoutVariant = {}) {
    super(seed, variant, { beginsOn: OPENED_ON, signers: SIGNERS, ledger: MoneyLedger });
    this.holders = HOLDERS.slice(0, 1 + this.random.below(this.random.pick([1, 3, 12, HOLDERS.length])));
  }

  /** The ports of a process, behind scheduler gates. */
  outside() {
    const gates = this.behindGates({}, (writes) => this.mustPayNobodySuspended(writes));
    return {
      ...gates,
      store: faulty(gates.store, this.variant),
      businessDate: () => this.workedUntil(),
      settings: { rlusdIssuer: RLUSD_ISSUER, revenue: this.revenue },
      blocked: async (wallets: readonly string[]) => new Set(wallets.filter((wallet) => this.isBlocked(wallet))),
      holders: (propertyId: number, until: Position) =>
        holdersOfRecord(this.store, propertyId, this.variant.recordAtPayment ? '9'.repeat(20) : until),
      journaled: async (hashes: readonly string[]) =>
        new Set(this.variant.booksByMark ? [] : hashes.filter((hash) => this.journaled.has(hash))),
      ownerOf: async (propertyId: number) => OWNERS[propertyId - 1] ?? null,
      runningLoans: async (owner: string) => PROPERTIES.filter((id) => OWNERS[id - 1] === owner),
      paysEscrow: async (wallet: string) => OWNERS.some((owner) => owner === wallet),
      isAdmin: (wallet: string) => wallet === ADMIN.classicAddress,
      preparedAs: async () => null,
      firstLedger: async () => 1000,
    };
  }

  suspend(wallet: string): void {
    this.blocked.set(wallet, this.scheduler.begun);
  }

  private isBlocked(wallet: string): boolean {
    const isBlocked = this.blocked.has(wallet);
    if (this.variant.payeeAtStart && !isBlocked) this.cleared.add(wallet);
    return isBlocked && !this.cleared.has(wallet);
  }

  /** A task that began after a suspension signs nothing for the wallet. */
  private mustPayNobodySuspended(writes: readonly StreamWrite[]): void {
    for (const wallet of writes.flatMap(({ events }) => events.flatMap(payeesOf)))
      if (this.scheduler.running > (this.blocked.get(wallet) ?? Infinity))
        throw new Broken('nobody who is suspended is paid', wallet);
  }

  /** What prevents a landlord's payment: asked when it starts, and at the last look before it is submitted. */
  objectionTo(payment: Payment) {
    const { ledger } = this;
    const accounts = signingFor(SIGNERS, () => undefined as never);
    const settings = { rlusdIssuer: RLUSD_ISSUER, maxNetworkFeeDrops: 1_000n } as never;
    const paidTo = async (wallet: string) => (this.blocked.has(wallet) ? ('nobody' as const) : ('wallet' as const));
    return moneyObjection(
      { store: this.store, ledger, accounts, settings, paidTo, refused: async () => undefined },
      payment,
    );
  }

  /** What the log journaled for these hashes, as the read model of the program has it. */
  journaledFor = async (hashes: readonly string[]): Promise<ReadonlyMap<string, JournaledHash>> => {
    const { events } = await this.store.readAll(START, { limit: 1_000_000, filter: { types: [...JOURNALING] } });
    const all = (events as Recorded<Journaling>[]).flatMap((event) => journaledBy(event));
    // The first owner keeps it.
    const asked = all.filter(({ hash }) => hashes.includes(hash)).reverse();
    return new Map(asked.map(({ hash, ownerId, leg }) => [hash, { paymentId: ownerId, leg }]));
  };

  async setUp(): Promise<void> {
    const signers = Object.values(SIGNERS).map(({ classicAddress }) => classicAddress);
    this.openAccounts([...this.holders, ...OWNERS, ...signers, RLUSD_ISSUER, ADMIN.classicAddress, COMPANY]);
    // Their money comes from outside.
    for (const owner of OWNERS) this.ledger.balances.set(`${owner}/${CURRENCY.rlusd}`, 10n ** 15n);
    await this.recordPlatformAccounts();
    for (const id of PROPERTIES) {
      const owner = OWNERS[id - 1]!;
      await this.list(id, owner, TOKENS);
      const opened = openLoan({ ...LOAN, propertyId: id, owner }, { automation: null }, OPENED_ON, noLoan);
      await this.append(loanStream(id), opened);
      for (const wallet of this.holders)
        if (this.random.chance(0.8) || wallet === this.holders[0]) await this.sell(id, wallet);
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

  /** Holdings at a position of the log, by the story's own copy of the register. */
  holdersAt(propertyId: number, position: Position): ReadonlyMap<string, number> {
    const held = new Map<string, number>();
    for (const sale of this.sales)
      if (sale.propertyId === propertyId && sale.position <= position)
        held.set(sale.wallet, (held.get(sale.wallet) ?? 0) + sale.tokens);
    return held;
  }

  /** The last day that is completely processed. */
  workedUntil = async (): Promise<Day> => (await loadDays(this.store)).completed ?? OPENED_ON;

  /** Whether everything that reached the escrow before a day is booked. */
  isFollowed = async (day: Day): Promise<boolean> => {
    if (this.variant.ignoresFollower) return true;
    return isFollowedTo(this.store, async (ledgerIndex) => this.dayOf(ledgerIndex))(day);
  };

  hasSent: GatePorts['hasSent'] = async ({ payer }, { sequence }) =>
    !this.variant.ignoresOwnHand && (this.ledger.accounts.get(payer)?.sequence ?? Infinity) > sequence;

  /** Runs that were created since the last call. */
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

  /** A decision on a run and the books, in one commit. Refusals are expected. @returns whether it was made */
  async decide(runId: string, decide: (states: any) => any, more: Record<string, any> = {}): Promise<boolean> {
    try {
      const streams = { run: runFold(runId), escrow: escrowFold, ...more };
      await handleCommandAcross(this.store, streams, decide, this.context());
      return true;
    } catch (error) {
      if (error instanceof Refused || error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  }
}

/** To whom an event signs a payment. */
function payeesOf({ type, data }: NewEvent): string[] {
  if (type === 'XrpReturnSubmitted')
    return [(data as unknown as { transaction: { Destination: string } }).transaction.Destination];
  if (type !== 'PayoutWindowSigned') return [];
  return (data as { attempts: { wallet: string }[] }).attempts.map(({ wallet }) => wallet);
}

/** A faulty process opens no case about money in suspense, or does not post what cannot be paid to its owner. */
function faulty(store: EventStore, { asksNobody, forgetsOwners }: PayoutVariant): EventStore {
  if (!asksNobody && !forgetsOwners) return store;
  const isWritten = ({ stream }: StreamWrite) => !asksNobody || !stream.startsWith('case-escrow-suspense');
  const isKept = ({ data }: NewEvent) => !forgetsOwners || !('kind' in data) || data.kind !== 'line-unclaimed';
  const kept = (writes: readonly StreamWrite[]) =>
    writes
      .filter(isWritten)
      .map((write) => ({ ...write, events: write.events.filter(isKept) }))
      .filter(({ events }) => events.length > 0);
  return new Proxy(store, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      if (name !== 'appendMany') return value.bind(target);
      return (writes: readonly StreamWrite[], ...more: unknown[]) => value.call(target, kept(writes), ...more);
    },
  });
}
