import { batchFold } from '#features/payouts/runs/batch.state.js';
import { pauseRun, resumeRun } from '#features/payouts/runs/run.control.js';
import { endsByItself, runFold, type RunState } from '#features/payouts/runs/run.state.js';
import { addDays } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { load } from '#platform/event-store/folding.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { WrongExpectedRevision } from '#platform/event-store/event-store.js';
import { Broken } from '../broken.js';
import { digestOf } from '../digest.js';
import { ADMIN, HOLDERS } from './payout-cast.js';
import { FLOAT, Happenings } from './payout-happenings.js';
import { PayoutInstance } from './payout-instance.js';
import { checkAlways, checkQuiet } from './payout-invariants.js';
import type { PayoutVariant } from './payout-variants.js';
import { ESCROW_ADDRESS, PayoutWorld, PROPERTIES } from './payout-world.js';

const STEPS = 260;
const QUIET_ROUNDS = 120;
const DRAIN_STEPS = 50_000;

export interface PayoutVerdict {
  seed: number;
  broken: Broken | null;
  runs: number;
  payments: number;
  kills: number;
  /** What happened, as one number: the same seed plays the same story. */
  digest: string;
}

/**
 * Plays one story: landlords deposit and repay, days and months pass, what is due is collected and distributed; lines
 * vanish, are frozen and come back; RLUSD's issuer freezes and claws back; the process is killed between any two steps.
 * Then all faults end, and everything must settle with books equal to the ledger.
 */
export async function playPayouts(
  seed: number,
  variant?: PayoutVariant,
  world = new PayoutWorld(seed, variant),
): Promise<PayoutVerdict> {
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
  return {
    seed,
    broken,
    runs: world.ordered.length,
    payments,
    kills: world.scheduler.kills,
    digest: await digestOf(world),
  };
}

class Story {
  private instance: PayoutInstance;
  private readonly happenings: Happenings;

  constructor(private readonly world: PayoutWorld) {
    this.instance = new PayoutInstance(world);
    this.happenings = new Happenings(world);
  }

  async play(): Promise<void> {
    const { world } = this;
    await world.setUp();
    world.scheduler.killChance = world.random.pick([0, 0.005, 0.02]);
    for (let step = 0; step < STEPS; step++) {
      await this.event();
      for (let i = 0; i < 25; i++) if (!(await world.scheduler.step())) break;
      this.failIfAnyFailed();
      await world.readOrders();
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
    if (this.happenings.late.length > 0 && random.chance(0.05)) return this.happenings.late.shift()!();
    if (roll < 0.05) return this.happenings.deposit();
    if (roll < 0.07) return this.thenSell(() => this.dayPasses());
    if (roll < 0.1) return this.act((process) => tolerant(process.collect(random.pick(PROPERTIES))));
    if (roll < 0.12) return this.thenSell(() => this.settleOne());
    if (roll < 0.13) return this.happenings.configure();
    if (roll < 0.15) return this.happenings.payback();
    if (roll < 0.17) return world.variant.unfunded ? this.happenings.beginUnfunded() : this.happenings.payByHand();
    if (roll < 0.24) return this.act((process) => process.follow());
    if (roll < 0.36) return this.fireTimers();
    if (roll < 0.46) return this.wakeOne();
    if (roll < 0.54) return this.act((process) => tolerant(process.refill()));
    if (roll < 0.55) return this.act((process) => tolerant(process.sweep()));
    if (roll < 0.6) return this.act((process) => tolerant(process.bookArrivals()));
    if (roll < 0.76) return this.close();
    if (roll < 0.78) return ledger.loseOpenLedger();
    if (roll < 0.79) return void (ledger.away = true);
    if (roll < 0.85) return this.happenings.befall();
    if (roll < 0.86) return this.pauseAndResume();
    if (roll < 0.89) return world.sell(random.pick(PROPERTIES));
    if (roll < 0.9) return this.happenings.foreignArrival();
    if (roll < 0.905) return void (ledger.globalFreeze = random.chance(0.5));
    if (roll < 0.91) return this.happenings.clawBack();
    if (roll < 0.95) return this.admin();
    if (roll < 0.98) return this.retry();
    // Time passes: what was signed runs out.
    for (let i = 0; i < 45; i++) this.close();
  }

  /** Who buys after the record date gets nothing of that run. */
  private async thenSell(happens: () => void): Promise<void> {
    happens();
    for (let i = 0; i < 6; i++) await this.world.scheduler.step();
    if (this.world.random.chance(0.5)) for (const propertyId of PROPERTIES) await this.world.sell(propertyId);
  }

  /** Advances the calendar by a day or by months; the process may be killed meanwhile. */
  private dayPasses(): void {
    const { world } = this;
    world.goal = addDays(world.goal, world.random.pick([1, 3, 12, 40]));
    this.act((process) => tolerant(process.workDays()));
  }

  private settleOne(): void {
    const { settling } = this.happenings;
    const repayment = settling.length > 0 ? this.world.random.pick(settling) : null;
    if (repayment) this.act((process) => tolerant(process.settle(repayment)));
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

  private async admin(): Promise<void> {
    const { world } = this;
    if (world.ordered.length === 0) return;
    const { runId } = world.random.pick(world.ordered.slice(-4));
    const resumes = world.random.chance(0.7);
    await world.decide(runId, ({ run }: any) => ({ run: resumes ? resumeRun('x', run) : pauseRun('x', run) }));
  }

  /** Somebody changes their mind: whatever is being signed at that moment must notice. */
  private async pauseAndResume(): Promise<void> {
    const { world } = this;
    for (const { runId } of world.ordered) await world.decide(runId, ({ run }: any) => ({ run: pauseRun('x', run) }));
    for (let i = 0; i < 25; i++) await world.scheduler.step();
    for (const { runId } of world.ordered) await world.decide(runId, ({ run }: any) => ({ run: resumeRun('x', run) }));
  }

  private retry(): void {
    const { ordered, random } = this.world;
    if (ordered.length > 0) this.act((process) => tolerant(process.retryUnclaimed(random.pick(ordered).runId)));
  }

  /** Faults end, everybody can be paid, admins resume runs, and time passes until nothing moves. */
  private async comeToRest(): Promise<void> {
    const { world } = this;
    const { ledger, scheduler } = world;
    ledger.away = false;
    ledger.globalFreeze = false;
    scheduler.killChance = 0;
    for (const settle of this.happenings.late.splice(0)) await settle();
    for (const wallet of HOLDERS) this.happenings.heal(wallet);
    for (const settle of this.happenings.late.splice(0)) await settle();
    for (const repayment of this.happenings.settling) await this.drained((process) => process.settle(repayment));
    await this.drained((process) => process.workDays());
    await world.readOrders();
    const taken = await this.happenings.takenByIssuer();
    if (taken > 0n) ledger.move(ADMIN.classicAddress, ESCROW_ADDRESS, taken, { Memos: FLOAT });
    for (let round = 0; round < QUIET_ROUNDS; round++) {
      for (const runId of this.runs()) await world.decide(runId, ({ run }: any) => ({ run: resumedByHand(run) }));
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

/** A person resumes what only a person can; pauses that the ledger caused end by themselves. */
const resumedByHand = (run: RunState) => (endsByItself(run) ? [] : resumeRun('x', run));

/** A node that is away, or what others were faster with, is met again at the next turn. */
const tolerant = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof LedgerUnavailable || error instanceof Refused || error instanceof WrongExpectedRevision))
      throw error;
  });
