import { batchFold } from '#features/payouts/runs/batch.state.js';
import { runFold } from '#features/payouts/runs/run.state.js';
import { load } from '#platform/event-store/folding.js';
import {
  ledgerCloses,
  logIsFollowed,
  nodeComesBack,
  nodeGoesAway,
  openLedgerIsLost,
  ticketsAreRefilled,
  ticketsAreSwept,
  timersFire,
} from '../actors.js';
import type { Told } from '../seeded-stories.js';
import { oneOf, playSteps, tell, type Plot } from '../story.js';
import { orderByHand, pauseAndResume, pauseOrResume, resumeByHand, retrySomething, wakeSomeRun } from './admins.js';
import { collectSomething, configure, daysPass, deposit, repay, settleSomething, thenSell } from './landlords.js';
import { befall, clawBack, foreignArrival, heal, makeGood, suspendPayee } from './payees.js';
import {
  answerStray,
  cancelWithdrawal,
  feesAreBooked,
  payFee,
  redirectRevenue,
  strayAtFeeWallet,
  withdraw,
} from './fees.js';
import { HOLDERS } from './payout-cast.js';
import { platformOf, type PayoutPlatform } from './payout-instance.js';
import { checkAlways, checkQuiet } from './payout-invariants.js';
import type { PayoutVariant } from './payout-variants.js';
import { ESCROW_ADDRESS, PayoutWorld, PROPERTIES } from './payout-world.js';
import { sendAllXrpBack, sendXrpBack, suspendSender, xrpArrives, xrpNotBack } from './strangers.js';

const STEPS = 260;
const QUIET_ROUNDS = 120;
const FOLLOWED_AFTER = 10;
/** Ledgers after which an earlier signature has expired. */
export const LIFETIME = 45;

/** The escrow is followed, and days that waited for it are caught up on. */
export const arrivalsAreBooked = (platform: PayoutPlatform): void =>
  platform.attempt(async (instance) => {
    await instance.bookArrivals();
    await instance.workDays();
  });

const PAYOUTS: Plot<PayoutPlatform> = {
  endings: [
    nodeComesBack,
    {
      when: ({ world }) => world.ledger.globalFreeze,
      chance: 0.1,
      act: ({ world }) => void (world.ledger.globalFreeze = false),
    },
  ],
  actor: oneOf<PayoutPlatform>([
    { chance: 0.05, act: deposit },
    { chance: 0.02, act: thenSell(daysPass([1, 3, 12, 40])) },
    { chance: 0.03, act: collectSomething },
    { chance: 0.02, act: thenSell(settleSomething) },
    { chance: 0.01, act: configure },
    { chance: 0.02, act: repay },
    { chance: 0.02, act: orderByHand },
    { chance: 0.06, act: logIsFollowed },
    { chance: 0.1, act: timersFire },
    { chance: 0.08, act: wakeSomeRun },
    { chance: 0.055, act: ticketsAreRefilled('payoutEscrow') },
    { chance: 0.02, act: ticketsAreRefilled('feeWallet') },
    { chance: 0.01, act: ticketsAreSwept },
    { chance: 0.04, act: arrivalsAreBooked },
    { chance: 0.13, act: ledgerCloses },
    { chance: 0.02, act: payFee },
    { chance: 0.014, act: feesAreBooked },
    { chance: 0.005, act: strayAtFeeWallet },
    { chance: 0.005, act: answerStray },
    { chance: 0.01, act: xrpArrives },
    { chance: 0.01, act: sendXrpBack },
    { chance: 0.005, act: suspendSender },
    { chance: 0.022, act: withdraw },
    { chance: 0.002, act: cancelWithdrawal },
    { chance: 0.002, act: redirectRevenue },
    { chance: 0.02, act: openLedgerIsLost },
    { chance: 0.01, act: nodeGoesAway },
    { chance: 0.06, act: befall },
    { chance: 0.02, act: suspendPayee },
    { chance: 0.01, act: pauseAndResume },
    { chance: 0.03, act: ({ world }) => world.sell(world.random.pick(PROPERTIES)) },
    { chance: 0.01, act: foreignArrival },
    { chance: 0.005, act: ({ world }) => void (world.ledger.globalFreeze = world.random.chance(0.5)) },
    { chance: 0.005, act: clawBack },
    { chance: 0.04, act: pauseOrResume },
    { chance: 0.01, act: retrySomething },
    { chance: 0.02, act: ({ world }) => world.closeLedgers(LIFETIME) },
  ]),
  instead: { when: ({ world }) => world.late.length > 0, chance: 0.05, act: ({ world }) => world.late.shift()!() },
  pace: 25,
  async check({ world }, step) {
    await world.readOrders();
    if (step % 8 === 0) await checkAlways(world);
  },
};

/**
 * Plays one story: landlords deposit and repay, days and months pass, what is due is collected and distributed; trust
 * lines vanish, are frozen and come back; RLUSD's issuer freezes and claws back; the process is killed between any two
 * steps. Then all faults end, and everything must settle with books equal to the ledger.
 */
export function playPayouts(
  seed: number,
  variant?: PayoutVariant,
  world = new PayoutWorld(seed, variant),
): Promise<Told> {
  return tell(
    world,
    () => story(world),
    () => ({ runs: world.ordered.length, payments: paymentsOf(world), kills: world.scheduler.kills }),
  );
}

const paymentsOf = ({ ledger }: PayoutWorld): number =>
  [...ledger.applied.values()].filter(({ transaction }) => transaction.Account === ESCROW_ADDRESS).length;

async function story(world: PayoutWorld): Promise<void> {
  const platform = platformOf(world);
  await world.setUp();
  world.scheduler.killChance = world.random.pick([0, 0.005, 0.02]);
  await playSteps(platform, PAYOUTS, 0, STEPS);
  await comeToRest(platform);
  await checkQuiet(world);
}

/** Faults end, everybody can be paid, admins resume runs, and time passes until nothing moves. */
async function comeToRest(platform: PayoutPlatform): Promise<void> {
  const { world } = platform;
  const { ledger, scheduler } = world;
  ledger.away = false;
  ledger.globalFreeze = false;
  scheduler.killChance = 0;
  while (world.late.length > 0) await world.late.shift()!();
  for (const wallet of HOLDERS) heal(world, wallet);
  for (let round = 0; round < FOLLOWED_AFTER && !(await world.isFollowed(world.today)); round++) {
    world.closeLedgers(3);
    await platform.finishAttempt((instance) => instance.bookArrivals());
  }
  for (const repayment of world.settling) await platform.finish((instance) => instance.settle(repayment));
  await platform.finish((instance) => instance.workDays());
  await world.readOrders();
  makeGood(world);
  for (let round = 0; round < QUIET_ROUNDS; round++) {
    for (const runId of runsOf(world)) await resumeByHand(world, runId);
    await platform.finishAttempt((instance) => instance.bookArrivals());
    await sendAllXrpBack(platform);
    await platform.finish((instance) => instance.follow());
    await platform.finishAttempt((instance) => instance.bookFees());
    await platform.finishAttempt((instance) => instance.refill('payoutEscrow'));
    await platform.finishAttempt((instance) => instance.refill('feeWallet'));
    await platform.finishAttempt((instance) => instance.sweep());
    timersFire(platform);
    await platform.drain();
    if (round > 3)
      for (const { runId } of world.ordered) await platform.finishAttempt((instance) => instance.retryUnclaimed(runId));
    world.closeLedgers(3);
    world.now += 5_000;
    if (round > 20 && (await isQuiet(world))) return;
  }
}

const runsOf = ({ ordered, byHand, ofFees }: PayoutWorld): string[] => [
  ...ordered.map(({ runId }) => runId),
  ...byHand,
  ...ofFees,
];

async function isQuiet(world: PayoutWorld): Promise<boolean> {
  for (const runId of runsOf(world)) {
    const { state } = await load(world.store, runFold(runId));
    if (state.phase !== 'completed' || state.open.size > 0 || state.paused) return false;
    const { state: batch } = await load(world.store, batchFold(runId, '0'));
    if ([...batch.lines.values()].some((line) => line.state === 'unclaimed')) return false;
  }
  return world.timers.size === 0 && (await xrpNotBack(world)).length === 0;
}
