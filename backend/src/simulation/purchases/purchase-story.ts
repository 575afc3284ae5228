import { loadPayment } from '#features/payments/collecting/commit.js';
import { feesOwedBack, feesPaid, hasEnded } from '#features/payments/payment.state.js';
import { plan as rightPlan } from '#features/payments/payment.plan.js';
import { Refused } from '#platform/domain/refused.js';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import { Broken } from '../broken.js';
import { digestOf } from '../digest.js';
import { checkAlways, checkQuiet, feesOnLedger } from './purchase-invariants.js';
import { rewriteAsOldLog } from './old-log.js';
import { canBePaid, checkAttempts, checkClosed, hostileAct, hostileRound } from './hostile.js';
import { Processes } from './people.js';
import type { Variant } from './purchase-variants.js';
import { EXPIRY_MINUTES, World } from './purchase-world.js';

const STEPS = 420;
/** Older ledgers are deleted, as rippled does with `online_delete`. */
const LEDGERS_KEPT = 256;
/** Rounds of settling before a full-history node is added. */
const FORGETFUL_ROUNDS = 20;
const QUIET_ROUNDS = 400;
const DRAIN_STEPS = 20_000;

export interface Verdict {
  seed: number;
  broken: Broken | null;
  payments: number;
  completed: number;
  /** Settled purchases whose tokens the wallet still refused in the end. */
  owedBack: number;
  kills: number;
  digest: string;
}

/**
 * Plays one story: people buy, sign, decline, forget and misbehave; ledger and wallet app fail and recover; the process
 * is killed between any two steps. Then all faults end, and everything must settle with books equal to the ledger.
 */
export async function play(seed: number, variant?: Variant, world = new World(seed, variant)): Promise<Verdict> {
  const { random, scheduler, walletApp } = world;
  const processes = new Processes(world);
  await world.setUp(6 + random.below(12));
  scheduler.killChance = random.pick([0, 0.01, 0.04]);
  walletApp.mischief = random.pick([0, 0.5, 1]);
  if (variant?.node) world.ledger.keeps = LEDGERS_KEPT;
  world.ledger.takesForgottenForAbsent = variant?.node === 'believed';
  try {
    const oldLogAt = variant?.fromOldLog ? random.below(STEPS) : -1;
    for (let step = 0; step < STEPS; step++) {
      if (step === oldLogAt) {
        await rewriteAsOldLog(world);
        processes.restart();
      }
      await event(world, processes);
      if (variant?.hostile) await hostileAct(world, processes);
      if (variant?.node && random.chance(0.015)) nothingRuns(world, processes);
      for (let i = 0; i < 6; i++) if (!(await scheduler.step())) break;
      failIfAnyFailed(world);
      if (step % 4 === 0) await checkAlways(world);
      if (variant?.hostile) checkAttempts(world);
    }
    await comeToRest(world, processes);
    await settleFees(world, processes);
    await checkQuiet(world);
    if (variant?.hostile) await checkClosed(world, processes);
  } catch (error) {
    if (!(error instanceof Broken))
      return {
        ...(await summary(world)),
        broken: new Broken('no step fails unexpectedly', (error as Error).stack ?? String(error)),
      };
    return { ...(await summary(world)), broken: error };
  }
  return { ...(await summary(world)), broken: null };
}

/** Plays one random event. */
export async function event(world: World, processes: Processes): Promise<void> {
  const { random, ledger, walletApp } = world;
  // Outages end sooner than they begin.
  if (ledger.away && random.chance(0.2)) ledger.away = false;
  if (walletApp.away && random.chance(0.2)) walletApp.away = false;
  const roll = random.next();
  if (roll < 0.08) return processes.mayGoOn ? world.startPurchase() : undefined;
  if (roll < 0.36) return void (world.payments.length > 0 && wake(processes, random.pick(world.payments.slice(-6))));
  if (roll < 0.42) return processes.act((process) => process.follow());
  if (roll < 0.46) return fireTimers(world, processes);
  if (roll < 0.49) return processes.act((process) => tolerant(process.refill('issuer')));
  if (roll < 0.5) return processes.act((process) => tolerant(process.sweep()));
  if (roll < 0.7) return walletApp.actOnSomething();
  if (roll < 0.88) {
    ledger.close();
    world.now += 1_000;
    return;
  }
  if (roll < 0.9) return ledger.loseOpenLedger();
  if (roll < 0.915) return void (ledger.away = true);
  if (roll < 0.93) return void (walletApp.away = true);
  if (roll < 0.94) return walletApp.spendElsewhere();
  if (roll < 0.975) return walletApp.emptyOrFill();
  if (roll < 0.985) return processes.cancelSomething();
  // Time passes: requests run out, payments expire.
  world.now += random.below(EXPIRY_MINUTES * 70_000);
  for (let i = 0; i < 3; i++) ledger.close();
  for (const payload of walletApp.payloads.values())
    if (payload.state === 'open' && random.chance(0.5)) payload.state = 'expired';
}

/** The program is down for longer than the node's history. */
function nothingRuns(world: World, processes: Processes): void {
  world.scheduler.killAll();
  processes.restart();
  for (let i = 0; i < LEDGERS_KEPT + 50; i++) {
    world.ledger.close();
    world.now += 1_000;
  }
}

/** Faults end, phones stay silent or sign, and time passes until nothing moves. */
export async function comeToRest(world: World, processes: Processes): Promise<void> {
  const { scheduler, ledger, walletApp } = world;
  ledger.away = false;
  walletApp.away = false;
  walletApp.mischief = 0;
  scheduler.killChance = 0;
  if (world.variant.hostile) await drain(world);
  world.resting = true;
  for (let round = 0; round < QUIET_ROUNDS; round++) {
    if (round === FORGETFUL_ROUNDS) ledger.keeps = Infinity;
    if (world.variant.hostile) hostileRound(world, round);
    const open: string[] = [];
    for (const id of world.payments) {
      const { state } = await loadPayment(world, id);
      if (state.phase === 'none') continue;
      if (!hasEnded(state) || rightPlan(state, new Date(world.now), world.today).length > 0) open.push(id);
    }
    const unfinished = [];
    for (const id of open) if (!hasEnded((await loadPayment(world, id)).state)) unfinished.push(id);
    // Blobs of ended payments are watched until their last ledger has passed.
    if (unfinished.length === 0 && round > 60) break;
    for (const id of open) wake(processes, id);
    processes.act((process) => process.follow());
    fireTimers(world, processes);
    await drain(world);
    processes.act((process) => tolerant(process.refill('issuer')));
    await drain(world);
    processes.act((process) => tolerant(process.sweep()));
    await drain(world);
    if (world.variant.gates) await lookAround(world, processes);
    walletApp.actOnSomething();
    for (let i = 0; i < 20; i++) ledger.close();
    world.now += 30_000;
  }
}

/** After a restore: gates check whether they can open, and lost transactions are found. */
export async function lookAround(world: World, processes: Processes): Promise<void> {
  processes.act((process) => tolerant(process.lookAtGates()));
  await drain(world);
  processes.act((process) => tolerant(process.reconcile()));
  await drain(world);
}

const FEE_ROUNDS = 25;
const LEDGERS_A_ROUND = 3;
/** A process that starts in between waits forty ledgers for its gates. */
const FEE_ROUNDS_BEHIND_GATES = 80;

/** Reconciliation reports fees that no payment knows, and an admin sends back those that are not owed. */
export async function settleFees(world: World, processes: Processes): Promise<void> {
  // A lagging node shows the first ledger after the start that much later.
  const behind = Math.ceil(world.lag / LEDGERS_A_ROUND);
  const rounds = world.variant.gates ? FEE_ROUNDS_BEHIND_GATES + behind : FEE_ROUNDS;
  for (let round = 0; round < rounds; round++) {
    if (world.variant.gates) await lookAround(world, processes);
    processes.act((process) => tolerant(process.refill('feeWallet')));
    await drain(world);
    for (const { hash, ledgerIndex } of feesOnLedger(world)) {
      const { paymentId } = world.hashes.get(hash)!;
      const { state } = await loadPayment(world, paymentId);
      if (hasEnded(state) && !feesPaid(state).includes(hash))
        processes.act((process) => process.acceptFee(paymentId, hash, ledgerIndex));
      else if (hasEnded(state) && !state.feeRefund && feesOwedBack(state).length > 0 && canBePaid(world, state.payer))
        processes.act((process) => tolerant(process.sendFeeBack(paymentId)));
      else if (state.feeRefund) wake(processes, paymentId);
    }
    await drain(world);
    for (let i = 0; i < LEDGERS_A_ROUND; i++) world.ledger.close();
    world.now += 5_000;
  }
}

const wake = (processes: Processes, id: string) => processes.act((process) => process.wake(id));

function fireTimers(world: World, processes: Processes): void {
  for (const [key, dueAt] of world.timers)
    if (dueAt <= world.clock.now()) processes.act((process) => process.fire(key));
}

/** Ignores a node that is unavailable and transactions in progress: the next turn retries. */
export const tolerant = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof TryAgainLater || error instanceof Refused)) throw error;
  });

export async function drain(world: World): Promise<void> {
  for (let i = 0; i < DRAIN_STEPS && (await world.scheduler.step()); i++);
  failIfAnyFailed(world);
}

export function failIfAnyFailed(world: World): void {
  const [failure] = world.scheduler.failures;
  if (failure) throw failure;
}

async function summary(world: World): Promise<Omit<Verdict, 'broken'>> {
  const states = await Promise.all(world.payments.map(async (id) => (await loadPayment(world, id)).state));
  const completed = states.filter(({ phase }) => phase === 'completed').length;
  const owedBack = states.filter(({ owed }) => owed !== null).length;
  const { seed } = world.random;
  const { kills } = world.scheduler;
  return { seed, payments: states.length, completed, owedBack, kills, digest: await digestOf(world) };
}
