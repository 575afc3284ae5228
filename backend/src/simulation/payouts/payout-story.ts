import { CURRENCY } from '@tknest/contracts/rules';
import type { Micro } from '@tknest/contracts/money';
import { bookArrival, emptyEscrow, type EscrowState } from '../../features/payouts/escrow/escrow.decider.js';
import { batchFold } from '../../features/payouts/runs/batch.state.js';
import {
  dueRunId,
  fundPayees,
  fundRun,
  fundRunByArrival,
  paybackRunId,
  type RunOrder,
} from '../../features/payouts/runs/run.decider.js';
import { pauseRun, resumeRun } from '../../features/payouts/runs/run.control.js';
import { runFold } from '../../features/payouts/runs/run.state.js';
import { Refused } from '../../platform/domain/refused.js';
import { load } from '../../platform/event-store/folding.js';
import { LedgerUnavailable } from '../../platform/ledger/ledger-port.js';
import { WrongExpectedRevision } from '../../platform/event-store/event-store.js';
import { Broken } from '../broken.js';
import { ADMIN, HOLDERS, OWNERS } from './payout-cast.js';
import { PayoutInstance } from './payout-instance.js';
import { checkAlways, checkQuiet } from './payout-invariants.js';
import type { PayoutVariant } from './payout-variants.js';
import { ESCROW_ADDRESS, PayoutWorld, PROPERTIES, RLUSD_ISSUER } from './payout-world.js';

const STEPS = 260;
const QUIET_ROUNDS = 120;
const DRAIN_STEPS = 50_000;

export interface PayoutVerdict {
  seed: number;
  broken: Broken | null;
  runs: number;
  payments: number;
  kills: number;
  /** What happened, as one number: the same seed tells the same story. */
  digest: string;
}

/**
 * Plays one story: money arrives and is distributed; lines vanish, are frozen and come back; RLUSD's issuer freezes and
 * claws back; the process is killed between any two steps. Then the world is well again, and everything must come to
 * rest with books equal to the ledger.
 */
export async function playPayouts(seed: number, variant?: PayoutVariant): Promise<PayoutVerdict> {
  const world = new PayoutWorld(seed, variant);
  const story = new Story(world);
  let broken: Broken | null = null;
  try {
    await story.play();
  } catch (error) {
    broken =
      error instanceof Broken
        ? error
        : new Broken('no step fails unexpectedly', (error as Error).stack ?? String(error));
  }
  const payments = [...world.ledger.applied.values()].filter(
    ({ transaction }) => transaction.Account === ESCROW_ADDRESS,
  ).length;
  const digest = `${await world.store.head()}/${world.ledger.index}/${world.ledger.applied.size}/${world.random.next()}`;
  return { seed, broken, runs: world.ordered.length, payments, kills: world.scheduler.kills, digest };
}

class Story {
  private instance: PayoutInstance;
  private paybacks = 0;

  constructor(private readonly world: PayoutWorld) {
    this.instance = new PayoutInstance(world);
  }

  async play(): Promise<void> {
    const { world } = this;
    await world.setUp();
    world.scheduler.killChance = world.random.pick([0, 0.005, 0.02]);
    for (let step = 0; step < STEPS; step++) {
      await this.event();
      for (let i = 0; i < 25; i++) if (!(await world.scheduler.step())) break;
      this.failIfAnyFailed();
      if (step % 8 === 0) await checkAlways(world);
    }
    await this.comeToRest();
    await checkQuiet(world);
  }

  private async event(): Promise<void> {
    const { world } = this;
    const { random, ledger } = world;
    // Outages and freezes end sooner than they begin.
    if (ledger.away && random.chance(0.2)) ledger.away = false;
    if (ledger.globalFreeze && random.chance(0.1)) ledger.globalFreeze = false;
    const roll = random.next();
    if (roll < 0.05) return this.deposit();
    if (roll < 0.1) return this.collect();
    if (roll < 0.14) return this.payback();
    if (roll < 0.17) return this.payByHand();
    if (roll < 0.24) return this.act((process) => process.follow());
    if (roll < 0.36) return this.fireTimers();
    if (roll < 0.46) return this.wakeOne();
    if (roll < 0.54) return this.act((process) => tolerant(process.refill()));
    if (roll < 0.55) return this.act((process) => tolerant(process.sweep()));
    if (roll < 0.6) return this.act((process) => tolerant(process.bookArrivals()));
    if (roll < 0.76) return this.close();
    if (roll < 0.78) return ledger.loseOpenLedger();
    if (roll < 0.79) return void (ledger.away = true);
    if (roll < 0.86) return this.befall();
    if (roll < 0.88) return world.sell(random.pick(PROPERTIES));
    if (roll < 0.9) return this.foreignArrival();
    if (roll < 0.905) return void (ledger.globalFreeze = random.chance(0.5));
    if (roll < 0.91) return this.clawBack();
    if (roll < 0.95) return this.admin();
    if (roll < 0.98) return this.retry();
    // Time passes: what was signed runs out.
    for (let i = 0; i < 45; i++) this.close();
  }

  private close(): void {
    this.world.ledger.close();
    this.world.now += 1_000;
  }

  private act(work: (instance: PayoutInstance) => Promise<unknown>): void {
    if (this.world.random.chance(0.1)) this.instance = new PayoutInstance(this.world);
    const { instance } = this;
    this.world.scheduler.start(() => work(instance));
  }

  private wakeOne(): void {
    const { ordered, random } = this.world;
    if (ordered.length > 0) this.act((process) => process.wake(random.pick(ordered.slice(-4)).runId));
  }

  private fireTimers(): void {
    for (const [key, dueAt] of this.world.timers)
      if (dueAt <= this.world.clock.now()) this.act((process) => process.fire(key));
  }

  private amount = (): Micro => BigInt(1 + this.world.random.below(900_000_000));

  /** A landlord deposits through the platform: the payment is journalled, and booked by its kind. */
  private async deposit(): Promise<void> {
    const { world } = this;
    const propertyId = world.random.pick(PROPERTIES);
    const amount = this.amount();
    const hash = world.ledger.move(OWNERS[propertyId - 1]!, ESCROW_ADDRESS, amount, { DestinationTag: propertyId });
    world.journalled.add(hash);
    const arrival = this.arrivalOf(hash, amount);
    await world.decide(`deposit-${hash}`, ({ escrow }: { escrow: EscrowState }) => ({
      escrow: [bookArrival(arrival, [{ account: `deposit/${propertyId}`, amount }], escrow)],
    }));
  }

  private arrivalOf = (hash: string, amount: Micro) => ({
    hash,
    ledgerIndex: this.world.ledger.index,
    delivered: `${amount / 1_000_000n}.${(amount % 1_000_000n).toString().padStart(6, '0')}`,
    note: 'a payment',
  });

  /** What falls due is collected from the deposit, whole or not at all. */
  private async collect(): Promise<void> {
    const { world } = this;
    const propertyId = world.random.pick(PROPERTIES);
    const date = world.dueDate();
    const amount = this.amount();
    const fee = world.random.chance(0.7) ? (amount * 25n) / 1000n : 0n;
    const order = await this.order(dueRunId(propertyId, date), propertyId, amount, fee, 'autopay', date);
    const from = `deposit/${propertyId}` as const;
    const made = await world.decide(order.runId, ({ run, escrow }: any) => {
      // A wrong process begins although the deposit does not cover it.
      const books = world.variant.unfunded ? plenty(from) : escrow;
      const { run: facts, escrow: postings } = fundRun(order, from, { run, escrow: books });
      return { run: facts, escrow: world.variant.unfunded ? [] : postings };
    });
    if (made) this.remember(order);
  }

  /** A landlord's payback reaches the escrow and is distributed. */
  private async payback(): Promise<void> {
    const { world } = this;
    const propertyId = world.random.pick(PROPERTIES);
    const amount = this.amount();
    const over = world.random.chance(0.2) ? 5_000_000n : 0n;
    const hash = world.ledger.move(OWNERS[propertyId - 1]!, ESCROW_ADDRESS, amount + over);
    world.journalled.add(hash);
    const order = await this.order(
      paybackRunId(`p${++this.paybacks}`),
      propertyId,
      amount,
      0n,
      'payback',
      '2027-01-01',
    );
    const rest = { account: `deposit/${propertyId}` as const, amount: over };
    const arrival = this.arrivalOf(hash, amount + over);
    await world.decide(order.runId, (states: any) => fundRunByArrival(order, arrival, rest, states));
    this.remember(order);
  }

  private async order(
    runId: string,
    propertyId: number,
    amount: Micro,
    fee: Micro,
    source: RunOrder['source'],
    date: string,
  ): Promise<RunOrder> {
    const recordPosition = this.world.random.chance(0.5) ? await this.world.store.head() : null;
    return { runId, propertyId, source, period: date, date, recordPosition, amount, fee };
  }

  private remember({ runId, propertyId, amount, fee }: RunOrder): void {
    this.world.ordered.push({
      runId,
      propertyId: propertyId!,
      amount,
      fee,
      holders: this.world.holdersNow(propertyId!),
    });
  }

  /** An admin pays somebody out of the float; what cannot be paid goes back there. */
  private async payByHand(): Promise<void> {
    const { world } = this;
    const amount = BigInt(1 + world.random.below(20_000_000));
    const runId = `hand-${world.random.uuid()}`;
    const order: RunOrder = {
      runId,
      propertyId: null,
      source: 'by-hand',
      period: 'x',
      date: 'x',
      recordPosition: null,
      amount,
      fee: 0n,
    };
    const from = world.variant.paysFromDeposit ? 'deposit/1' : 'float';
    const payees = [{ wallet: world.random.pick(HOLDERS), amount }];
    const made = await world.decide(runId, (states: any) => fundPayees(order, from, payees, states), {
      lines: batchFold(runId, '0'),
    });
    if (made) world.byHand.push(runId);
  }

  /** Something happens to a payee, or ends. */
  private befall(): void {
    const { ledger, random, holders, blocked } = this.world;
    const wallet = random.pick(holders);
    const line = `${wallet}/${CURRENCY.rlusd}`;
    const roll = random.next();
    if (roll < 0.4) return this.heal(wallet);
    if (roll < 0.55) return void ledger.lines.delete(line);
    if (roll < 0.7) return void ledger.conditions.set(wallet, { deepFrozen: true });
    if (roll < 0.76) return void ledger.conditions.set(wallet, { frozen: true });
    if (roll < 0.82) return void ledger.conditions.set(wallet, { limit: ledger.balance(wallet, CURRENCY.rlusd) });
    if (roll < 0.87) return void ledger.conditions.set(wallet, { depositAuth: true });
    if (roll < 0.92) return void ledger.conditions.set(wallet, { requireTag: true });
    if (roll < 0.96) return void ledger.accounts.delete(wallet);
    blocked.add(wallet);
  }

  private heal(wallet: string): void {
    const { ledger, blocked } = this.world;
    blocked.delete(wallet);
    ledger.conditions.delete(wallet);
    ledger.lines.set(`${wallet}/${CURRENCY.rlusd}`, { authorized: true, frozen: false });
    if (!ledger.accounts.has(wallet)) ledger.accounts.set(wallet, { sequence: 1, xrp: 100_000_000n });
  }

  private foreignArrival(): void {
    const { ledger, random } = this.world;
    const memo = (type: string, data: string) => ({
      Memos: [{ Memo: { MemoType: hex(type), MemoData: hex(data) } }],
    });
    const [from, fields] = random.pick<[string, Record<string, unknown>]>([
      [OWNERS[0], memo('tknest/deposit/1', '1')],
      [OWNERS[0], memo('tknest/deposit/1', '2')],
      [OWNERS[1], {}],
      [HOLDERS[0]!, { DestinationTag: 1 }],
      [HOLDERS[1]!, {}],
      [ADMIN.classicAddress, memo('tknest/float/1', '')],
      [HOLDERS[2]!, memo('tknest/float/1', '')],
    ]);
    ledger.move(from, ESCROW_ADDRESS, this.amount(), fields);
  }

  /** The issuer takes some back; in a world that is well it is made good. */
  private clawBack(): void {
    const { ledger } = this.world;
    const held = ledger.balance(ESCROW_ADDRESS, CURRENCY.rlusd);
    if (held > 10n) ledger.move(RLUSD_ISSUER, ESCROW_ADDRESS, held / 10n, { TransactionType: 'Clawback' });
  }

  private async admin(): Promise<void> {
    const { world } = this;
    if (world.ordered.length === 0) return;
    const { runId } = world.random.pick(world.ordered);
    const resumes = world.random.chance(0.8);
    await world.decide(runId, ({ run }: any) => ({ run: resumes ? resumeRun('x', run) : pauseRun('x', run) }));
  }

  private retry(): void {
    const { ordered, random } = this.world;
    if (ordered.length > 0) this.act((process) => tolerant(process.retryUnclaimed(random.pick(ordered).runId)));
  }

  /** Faults end, everybody can be paid, admins let runs go on, and time passes until nothing moves. */
  private async comeToRest(): Promise<void> {
    const { world } = this;
    const { ledger, scheduler } = world;
    ledger.away = false;
    ledger.globalFreeze = false;
    scheduler.killChance = 0;
    for (const wallet of HOLDERS) this.heal(wallet);
    const taken = await this.takenByIssuer();
    if (taken > 0n) ledger.move(ADMIN.classicAddress, ESCROW_ADDRESS, taken, { Memos: FLOAT });
    for (let round = 0; round < QUIET_ROUNDS; round++) {
      for (const runId of this.runs()) await world.decide(runId, ({ run }: any) => ({ run: resumeRun('x', run) }));
      for (const work of [
        (process: PayoutInstance) => tolerant(process.bookArrivals()),
        (process: PayoutInstance) => process.follow(),
        (process: PayoutInstance) => tolerant(process.refill()),
        (process: PayoutInstance) => tolerant(process.sweep()),
      ])
        await this.drained(work);
      this.fireTimers();
      await this.drain();
      if (round > 3)
        for (const { runId } of world.ordered) await this.drained((process) => tolerant(process.retryUnclaimed(runId)));
      for (let i = 0; i < 3; i++) this.close();
      world.now += 5_000;
      if (round > 20 && (await this.isQuiet())) return;
    }
  }

  private runs = (): string[] => [...this.world.ordered.map(({ runId }) => runId), ...this.world.byHand];

  private async takenByIssuer(): Promise<Micro> {
    let taken = 0n;
    for (const { transaction, hash } of this.world.ledger.applied.values())
      if (transaction.TransactionType === 'Clawback') taken += this.world.ledger.takenBy(hash);
    return taken;
  }

  private async isQuiet(): Promise<boolean> {
    for (const runId of this.runs()) {
      const { state } = await load(this.world.store, runFold(runId));
      if (state.phase !== 'completed' || state.open.size > 0 || state.paused) return false;
      const { state: batch } = await load(this.world.store, batchFold(runId, '0'));
      if ([...batch.lines.values()].some((line) => line.state === 'unclaimed')) return false;
    }
    return this.world.timers.size === 0;
  }

  private async drained(work: (instance: PayoutInstance) => Promise<unknown>): Promise<void> {
    this.act(work);
    await this.drain();
  }

  private async drain(): Promise<void> {
    for (let i = 0; i < DRAIN_STEPS && (await this.world.scheduler.step()); i++);
    this.failIfAnyFailed();
  }

  private failIfAnyFailed(): void {
    const [failure] = this.world.scheduler.failures;
    if (failure) throw failure;
  }
}

const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex').toUpperCase();
const FLOAT = [{ Memo: { MemoType: hex('tknest/float/1'), MemoData: '' } }];

const plenty = (account: string): EscrowState => ({ ...emptyEscrow, balances: new Map([[account, 10n ** 30n]]) });

/** A node that is away, or what others were faster with, is met again at the next turn. */
const tolerant = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof LedgerUnavailable || error instanceof Refused || error instanceof WrongExpectedRevision))
      throw error;
  });
