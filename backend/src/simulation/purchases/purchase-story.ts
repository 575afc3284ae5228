import { findPayment } from '#features/payments/collecting/commit.js';
import { feeOwed, feesOwedBack, feesPaid, hasEnded } from '#features/payments/payment.state.js';
import { plan as rightPlan } from '#features/payments/payment.plan.js';
import { timersFire } from '../actors.js';
import type { Told } from '../seeded-stories.js';
import { playSteps, tell, type Plot } from '../story.js';
import { canBePaid, checkAttempts, checkClosed, hostileAct, hostileRound } from './hostile.js';
import { platformOf, type PurchasePlatform } from './purchase-instance.js';
import { LEDGERS_KEPT, nothingRuns, outagesEnd, purchaseActor, wake } from './purchase-actors.js';
import { checkAlways, checkQuiet, feesOnLedger } from './purchase-invariants.js';
import type { PurchaseVariant } from './purchase-variants.js';
import { PurchaseWorld } from './purchase-world.js';

const STEPS = 420;
/** Rounds of settling before a full-history node is added. */
const FORGETFUL_ROUNDS = 20;
const QUIET_ROUNDS = 400;

export const PURCHASES = {
  endings: outagesEnd,
  actor: purchaseActor,
  besides: [hostileAct, nothingRuns],
  pace: 6,
  async check({ world }, step) {
    if (step % 4 === 0) await checkAlways(world);
    if (world.variant.hostile) checkAttempts(world);
  },
} satisfies Plot<PurchasePlatform>;

/**
 * Plays one story: people buy, sign, decline, forget and misbehave; ledger and wallet app fail and recover; the process
 * is killed between any two steps. Then all faults end, and everything must settle with books equal to the ledger.
 */
export function playPurchases(
  seed: number,
  variant?: PurchaseVariant,
  world = new PurchaseWorld(seed, variant),
): Promise<Told> {
  return tell(
    world,
    () => story(world),
    async () => {
      const states = await Promise.all(world.payments.map(async (id) => (await findPayment(world, id)).state));
      return {
        payments: states.length,
        completed: states.filter(({ phase }) => phase === 'completed').length,
        // Settled purchases whose tokens the wallet still refused in the end.
        'owed back': states.filter((state) => state.phase !== 'none' && state.owed).length,
        'fees paid later': states.filter((state) => state.phase === 'completed' && state.feeOf).length,
        'fees owed': states.filter((state) => state.phase !== 'none' && feeOwed(state)).length,
        kills: world.scheduler.kills,
      };
    },
  );
}

async function story(world: PurchaseWorld): Promise<void> {
  const { random, scheduler, variant } = world;
  const platform = platformOf(world);
  await world.setUp(6 + random.below(12));
  scheduler.killChance = random.pick([0, 0.01, 0.04]);
  world.walletApp.mischief = random.pick([0, 0.5, 1]);
  if (variant.node) world.ledger.keeps = LEDGERS_KEPT;
  world.ledger.takesForgottenForAbsent = variant.node === 'believed';
  await playSteps(platform, PURCHASES, 0, STEPS);
  await comeToRest(platform);
  await settleFees(platform);
  await checkQuiet(world);
  if (variant.hostile) await checkClosed(platform);
}

/** Faults end, phones stay silent or sign, and time passes until nothing moves. */
export async function comeToRest(platform: PurchasePlatform): Promise<void> {
  const { world } = platform;
  const { scheduler, ledger, walletApp } = world;
  ledger.away = false;
  walletApp.away = false;
  walletApp.mischief = 0;
  scheduler.killChance = 0;
  if (world.variant.hostile) await platform.drain();
  world.resting = true;
  for (let round = 0; round < QUIET_ROUNDS; round++) {
    if (round === FORGETFUL_ROUNDS) ledger.keeps = Infinity;
    if (world.variant.hostile) hostileRound(world, round);
    const { unfinished, open } = await openPayments(world);
    // Blobs of ended payments are watched until their last ledger has passed.
    if (unfinished === 0 && round > 60) break;
    for (const id of open) wake(platform, id);
    platform.act((instance) => instance.follow());
    timersFire(platform);
    await platform.drain();
    await platform.finishAttempt((instance) => instance.refill('issuer'));
    await platform.finishAttempt((instance) => instance.sweep());
    if (world.variant.gates) await lookAround(platform);
    walletApp.actOnSomething();
    world.closeLedgers(20, 0);
    world.now += 30_000;
  }
}

/** Payments that a process would still advance, and how many of them have not ended. */
async function openPayments(world: PurchaseWorld): Promise<{ open: string[]; unfinished: number }> {
  const open: string[] = [];
  let unfinished = 0;
  for (const id of world.payments) {
    const { state } = await findPayment(world, id);
    if (state.phase === 'none') continue;
    if (!hasEnded(state)) unfinished++;
    if (!hasEnded(state) || rightPlan(state, new Date(world.now), world.today).length > 0) open.push(id);
  }
  return { open, unfinished };
}

/** After a restore: signing gates check whether they can open, and lost transactions are found. */
export async function lookAround(platform: PurchasePlatform): Promise<void> {
  await platform.finishAttempt((instance) => instance.lookAtGates());
  await platform.finishAttempt((instance) => instance.reconcile());
}

const FEE_ROUNDS = 25;
const LEDGERS_A_ROUND = 3;
/** A process that starts in between waits forty ledgers for its signing gates. */
const FEE_ROUNDS_BEHIND_GATES = 80;

/** Reconciliation reports fees that no payment knows, and an admin sends back those that are not owed. */
export async function settleFees(platform: PurchasePlatform): Promise<void> {
  const { world } = platform;
  // A lagging node shows the first ledger after the start later by its lag.
  const behind = Math.ceil(world.lag / LEDGERS_A_ROUND);
  const rounds = world.variant.gates ? FEE_ROUNDS_BEHIND_GATES + behind : FEE_ROUNDS;
  for (let round = 0; round < rounds; round++) {
    if (world.variant.gates) await lookAround(platform);
    await platform.finishAttempt((instance) => instance.refill('feeWallet'));
    for (const { hash, ledgerIndex } of feesOnLedger(world)) {
      const { paymentId } = world.hashes.get(hash)!;
      const { state } = await findPayment(world, paymentId);
      if (state.phase === 'none') continue;
      if (hasEnded(state) && !feesPaid(state).includes(hash))
        platform.act((instance) => instance.acceptFee(paymentId, hash, ledgerIndex));
      else if (hasEnded(state) && !state.feeRefund && feesOwedBack(state).length > 0 && canBePaid(world, state.payer))
        platform.attempt((instance) => instance.sendFeeBack(paymentId));
      else if (state.feeRefund) wake(platform, paymentId);
    }
    await platform.drain();
    world.closeLedgers(LEDGERS_A_ROUND, 0);
    world.now += 5_000;
  }
}
