import { loadPayment } from '#features/payments/collecting/commit.js';
import { START } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { Broken } from '../broken.js';
import { digestOf } from '../digest.js';
import { hostileAct } from './hostile.js';
import { checkAlways, checkQuiet } from './purchase-invariants.js';
import { Processes } from './people.js';
import { comeToRest, event, failIfAnyFailed, lookAround, settleFees } from './purchase-story.js';
import { HOSTILE_ROLLBACK, ROLLBACK, type Variant } from './purchase-variants.js';
import { World } from './purchase-world.js';

const STEPS = 300;

export interface RollbackVerdict {
  broken: Broken | null;
  payments: number;
  /** Purchases of which the restored log knew nothing at all. */
  forgotten: number;
  /** Of these, those that the log knows again: what they paid was found. */
  found: number;
  /** Transactions of the issuer that were taken over, and not made again. */
  adopted: number;
  digest: string;
}

/**
 * One story of a restored backup: people buy; the log is cut back to any earlier prefix while the ledger is kept, and
 * everything continues. Nothing is issued, authorized or sent back twice, and everything ends. In every third story
 * people also change their wallets' settings, and are suspended.
 */
export async function playRollback(seed: number, wrong?: Variant): Promise<RollbackVerdict> {
  const world = new World(seed, wrong ?? (seed % 3 === 0 ? HOSTILE_ROLLBACK : ROLLBACK));
  const verdict: RollbackVerdict = { broken: null, payments: 0, forgotten: 0, found: 0, adopted: 0, digest: '' };
  try {
    await tell(world, verdict);
  } catch (error) {
    verdict.broken =
      error instanceof Broken
        ? error
        : new Broken('no step fails unexpectedly', (error as Error).stack ?? String(error));
  }
  verdict.digest = await digestOf(world);
  return verdict;
}

async function tell(world: World, verdict: RollbackVerdict): Promise<void> {
  const { random, scheduler } = world;
  const processes = new Processes(world);
  await world.setUp(6 + random.below(12));
  scheduler.killChance = random.pick([0, 0.01]);
  const first = toSequence(await world.store.head());
  await go(world, processes, STEPS);
  const cut = await whole(world, await prefix(world, first, toSequence(await world.store.head())));
  const known = await knownIn(world);
  world.restore(toPosition(cut));
  processes.restart();
  const left = await knownIn(world);
  await go(world, processes, STEPS / 2);
  await comeToRest(world, processes);
  await settleFees(world, processes);
  await checkQuiet(world);
  const after = await knownIn(world);
  const forgotten = [...known].filter((id) => !left.has(id));
  const { events } = await world.store.readAll(START, {
    filter: { types: ['UnknownTransactionSettled'] },
    limit: 1_000,
  });
  verdict.payments = after.size;
  verdict.forgotten = forgotten.length;
  verdict.found = forgotten.filter((id) => after.has(id)).length;
  verdict.adopted = events.length;
}

async function go(world: World, processes: Processes, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await event(world, processes);
    if (world.variant.hostile) await hostileAct(world, processes);
    if (world.random.chance(0.1)) await lookAround(world, processes);
    for (let i = 0; i < 6; i++) if (!(await world.scheduler.step())) break;
    failIfAnyFailed(world);
    if (step % 4 === 0) await checkAlways(world);
  }
}

/** Any earlier prefix; nothing lost now and then; half of the time right before something of the platform is signed. */
async function prefix(world: World, first: number, head: number): Promise<number> {
  const { random, store } = world;
  if (random.chance(0.1)) return head;
  const { events } = await store.readAll(START, {
    limit: 10_000,
    filter: { types: ['LegPrepared', 'FeeRefundOrdered'] },
  });
  const own = events.filter(({ data }) => ['issuance', 'authorise'].includes(data.leg));
  if (own.length > 0 && random.chance(0.5)) return toSequence(random.pick(own).position) - 1;
  return first + random.below(head - first + 1);
}

/** A backup holds whole commits. */
async function whole(world: World, kept: number): Promise<number> {
  const { events } = await world.store.readAll(toPosition(kept - 1), { limit: 2 });
  const [last, next] = events.map(({ metadata }) => metadata.commandId);
  return last !== undefined && last === next ? whole(world, kept - 1) : kept;
}

async function knownIn(world: World): Promise<Set<string>> {
  const states = await Promise.all(world.payments.map((id) => loadPayment(world, id)));
  return new Set(world.payments.filter((_, index) => states[index]!.state.phase !== 'none'));
}
