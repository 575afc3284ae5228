import { START } from '#platform/event-store/event-store.js';
import { logIsFollowed, ticketsAreRefilled, timersFireInTurn } from '../actors.js';
import { Broken } from '../broken.js';
import { journaledIn } from '../gates.js';
import { DRAIN_STEPS } from '../platform.js';
import { endOfBackup } from '../restored.js';
import type { Told } from '../seeded-stories.js';
import { oneOf, playSteps, tell, type Plot } from '../story.js';
import { platformOf, type PayoutPlatform } from './payout-instance.js';
import { collectSomething, configure, daysPass, deposit, settleSomething } from './landlords.js';
import { heal } from './payees.js';
import { arrivalsAreBooked, LIFETIME } from './payout-story.js';
import { ROLLBACK, type PayoutVariant } from './payout-variants.js';
import { ESCROW_ADDRESS, PayoutWorld } from './payout-world.js';
import { checkStrangers, mustAllBeBack, sendAllXrpBack, sendXrpBack, xrpArrives, xrpNotBack } from './strangers.js';

const STEPS = 160;
/** Enough for a year of runs to be paid first: they use the tickets as long as they need them. */
const ROUNDS_MAX = 500;

/** Waits for each step: this story tests what a restored log pays again, not concurrency. */
const PLOT: Plot<PayoutPlatform> = {
  endings: [],
  actor: oneOf<PayoutPlatform>([
    { chance: 0.04, act: configure },
    { chance: 0.06, act: deposit },
    { chance: 0.1, act: daysPass([3, 12, 40]) },
    { chance: 0.1, act: collectSomething },
    { chance: 0.1, act: settleSomething },
    { chance: 0.06, act: logIsFollowed },
    { chance: 0.04, act: timersFireInTurn },
    { chance: 0.18, act: wakeRuns },
    { chance: 0.02, act: xrpArrives },
    { chance: 0.03, act: sendXrpBack },
    { chance: 0.02, act: ({ world }) => void (world.ledger.feeDrops = world.random.pick([10n, 12n, 20n])) },
    { chance: 0.08, act: ticketsAreRefilled('payoutEscrow') },
    { chance: 0.04, act: arrivalsAreBooked },
    { chance: 0.13, act: ({ world }) => world.closeLedgers(world.random.pick([1, 2, LIFETIME])) },
  ]),
  pace: DRAIN_STEPS,
  async check(platform) {
    await platform.finishAttempt((instance) => instance.lookAtGates());
    mustBePaidOnce(platform.world);
    checkStrangers(platform.world);
  },
};

/**
 * One story of a restored backup: days pass, runs pay; the log is cut back to any earlier prefix while the ledger is
 * kept, and everything continues. Nobody may be paid twice; if nothing was lost, everybody is still paid.
 */
export function playRollback(seed: number, variant: PayoutVariant = ROLLBACK): Promise<Told> {
  const world = new PayoutWorld(seed, variant);
  const counts = { forgotten: 0, adopted: 0, payments: 0 };
  return tell(
    world,
    () => story(world, counts),
    () => counts,
  );
}

async function story(world: PayoutWorld, counts: Record<string, number>): Promise<void> {
  const { random, scheduler } = world;
  const platform = platformOf(world);
  platform.takenOver = 0;
  await world.setUp();
  const first = await world.store.head();
  await playSteps(platform, PLOT, 0, STEPS);
  // The power fails in the middle of a step, and the platform continues on an older log.
  if (random.chance(0.7)) logIsFollowed(platform);
  for (let i = random.below(20); i > 0; i--) await scheduler.step();
  await scheduler.killAll();
  const paid = paidBy(world).map(({ hash }) => hash);
  const end = await endOfBackup(world, first, {
    type: random.pick(['PayoutWindowSigned', 'XrpReturnSubmitted']),
  });
  const known = await journaledIn(world, paid);
  await world.restore(end);
  platform.restart();
  const left = await journaledIn(world, paid);
  await playSteps(platform, PLOT, 0, STEPS);
  // Payments that the restored log did not contain; those that were recovered and not paid again.
  counts.forgotten = known.size - left.size;
  counts.adopted = (await journaledIn(world, paid, ['PayoutWindowSigned'])).size - left.size;
  counts.payments = paidBy(world).length - paid.length;
  if (!world.variant.gates) return;
  await mustOpen(platform);
  await comeBack(platform);
}

async function mustOpen(platform: PayoutPlatform): Promise<void> {
  const { world } = platform;
  world.lag = 0;
  for (let round = 0; round < 6; round++) {
    world.closeLedgers(LIFETIME);
    await platform.finishAttempt((instance) => instance.refill('payoutEscrow'));
    await platform.finishAttempt((instance) => instance.lookAtGates());
  }
  if (!platform.instance.mayGoOn) throw new Broken('the gate opens once everything is taken over', 'it is shut');
}

/**
 * XRP that two people send back gets there, whatever of it the log has lost. Only the log and the timers continue it,
 * and the runs whose tickets it waits for.
 */
async function comeBack(platform: PayoutPlatform): Promise<void> {
  const { world } = platform;
  for (const wallet of world.holders) heal(world, wallet);
  await sendAllXrpBack(platform);
  for (let round = 0; round < ROUNDS_MAX && (await xrpNotBack(world)).length > 0; round++) {
    await followToHead(platform);
    await timersFireInTurn(platform);
    world.closeLedgers(3);
    await platform.finishAttempt((instance) => instance.refill('payoutEscrow'));
    await platform.finishAttempt((instance) => instance.lookAtGates());
  }
  checkStrangers(world);
  await mustAllBeBack(world);
}

/** The process manager reads the log from its checkpoint to its end. */
async function followToHead(platform: PayoutPlatform): Promise<void> {
  const from = platform.world.checkpoint;
  await platform.finish((instance) => instance.follow());
  if (platform.world.checkpoint > from) await followToHead(platform);
}

/** In any order, so that a different run may be the first to take tickets. */
async function wakeRuns(platform: PayoutPlatform): Promise<void> {
  const { store, random } = platform.world;
  const { events } = await store.readAll(START, { limit: 1_000, filter: { types: ['PayoutRunCreated'] } });
  const order = events.slice(-4).map(({ data }) => ({ runId: data.runId as string, at: random.next() }));
  order.sort((a, b) => a.at - b.at);
  for (const { runId } of order) await platform.finish((instance) => instance.wake(runId));
}

/** Successful payments of the escrow, by run and payee. */
const paidBy = ({ ledger }: PayoutWorld): { hash: string; line: string }[] =>
  [...ledger.applied.values()]
    .filter(({ result, transaction: tx }) => tx.Account === ESCROW_ADDRESS && result === 'tesSUCCESS' && tx.Memos)
    .map(({ hash, transaction: tx }) => ({ hash, line: `${tx.Memos[0].Memo.MemoData}/${tx.Destination}` }));

function mustBePaidOnce(world: PayoutWorld): void {
  const seen = new Set<string>();
  for (const { line } of paidBy(world)) {
    if (seen.has(line)) throw new Broken('nobody is paid twice', `${line} after a restored backup`);
    seen.add(line);
  }
}
