import { findPayment } from '#features/payments/collecting/commit.js';
import { START } from '#platform/event-store/event-store.js';
import { endOfBackup } from '../restored.js';
import type { Told } from '../seeded-stories.js';
import { playSteps, tell, type Plot } from '../story.js';
import { hostileAct } from './hostile.js';
import { platformOf, type PurchasePlatform } from './purchase-instance.js';
import { checkAlways, checkQuiet } from './purchase-invariants.js';
import { comeToRest, lookAround, PURCHASES, settleFees } from './purchase-story.js';
import { HOSTILE_ROLLBACK, ROLLBACK, type PurchaseVariant } from './purchase-variants.js';
import { PurchaseWorld } from './purchase-world.js';

const STEPS = 300;
const STEPS_AFTER = 150;
const OWN = { type: 'LegPrepared', is: ({ leg }: { leg?: string }) => leg === 'issuance' || leg === 'authorise' };

const PLOT: Plot<PurchasePlatform> = {
  ...PURCHASES,
  besides: [hostileAct, { when: () => true, chance: 0.1, act: lookAround }],
  async check({ world }, step) {
    if (step % 4 === 0) await checkAlways(world);
  },
};

/**
 * One story of a restored backup: people buy; the log is cut back to any earlier prefix while the ledger is kept, and
 * everything continues. Nothing is issued, authorized or sent back twice, and everything ends. In every third story
 * people also change their wallets' settings, and are suspended.
 */
export function playRollback(seed: number, wrong?: PurchaseVariant): Promise<Told> {
  const world = new PurchaseWorld(seed, wrong ?? (seed % 3 === 0 ? HOSTILE_ROLLBACK : ROLLBACK));
  const counts = { payments: 0, forgotten: 0, found: 0, adopted: 0 };
  return tell(
    world,
    () => story(world, counts),
    () => counts,
  );
}

async function story(world: PurchaseWorld, counts: Record<string, number>): Promise<void> {
  const { random, scheduler } = world;
  const platform = platformOf(world);
  await world.setUp(6 + random.below(12));
  scheduler.killChance = random.pick([0, 0.01]);
  const first = await world.store.head();
  await playSteps(platform, PLOT, 0, STEPS);
  const end = await endOfBackup(world, first, OWN);
  const known = await knownIn(world);
  await world.restore(end);
  platform.restart();
  const left = await knownIn(world);
  await playSteps(platform, PLOT, STEPS, STEPS + STEPS_AFTER);
  await comeToRest(platform);
  await settleFees(platform);
  await checkQuiet(world);
  const after = await knownIn(world);
  const forgotten = [...known].filter((id) => !left.has(id));
  const adopted = await world.store.readAll(START, { filter: { types: ['UnknownTransactionSettled'] }, limit: 1_000 });
  counts.payments = after.size;
  // Purchases that the restored log did not contain; those of them that were recovered; adopted transactions.
  counts.forgotten = forgotten.length;
  counts.found = forgotten.filter((id) => after.has(id)).length;
  counts.adopted = adopted.events.length;
}

async function knownIn(world: PurchaseWorld): Promise<Set<string>> {
  const states = await Promise.all(world.payments.map((id) => findPayment(world, id)));
  return new Set(world.payments.filter((_, index) => states[index]!.state.phase !== 'none'));
}
