/** What admins do: they pay manually, pause and resume runs, and retry unclaimed payments. */
import { addDays } from '@tknest/contracts/money';
import { emptyEscrow, type EscrowState } from '#features/payouts/escrow/escrow.decider.js';
import { batchFold } from '#features/payouts/runs/batch.state.js';
import { pauseRun, resumeRun } from '#features/payouts/runs/run.control.js';
import { fundPayees, fundRun, type RunOrder } from '#features/payouts/runs/run.decider.js';
import { endsByItself, type RunState } from '#features/payouts/runs/run.state.js';
import { someAmount } from './landlords.js';
import { HOLDERS } from './payout-cast.js';
import type { PayoutPlatform } from './payout-instance.js';
import { PROPERTIES, type PayoutWorld } from './payout-world.js';

/** An admin pays somebody out of the float; an amount that cannot be paid returns there. */
async function payByHand(world: PayoutWorld): Promise<void> {
  const amount = BigInt(1 + world.random.below(20_000_000));
  const runId = `hand-${world.random.uuid()}`;
  const date = await world.workedUntil();
  const order: RunOrder = { ...ORDER, runId, propertyId: null, source: 'by-hand', period: date, date, amount };
  const from = world.variant.paysFromDeposit ? 'deposit/1' : 'float';
  const payees = [{ wallet: world.random.pick(HOLDERS), amount }];
  const decide = (states: any) => fundPayees(order, from, payees, states);
  if (await world.decide(runId, decide, { lines: batchFold(runId, '0') })) world.byHand.push(runId);
}

/** A faulty process begins a run although no money moves into it. */
async function beginUnfunded(world: PayoutWorld): Promise<void> {
  const propertyId = world.random.pick(PROPERTIES);
  const from = `deposit/${propertyId}` as const;
  const date = await world.workedUntil();
  // On a day on which nothing falls due.
  const period = addDays(date, 100_000 + world.random.below(1_000_000));
  const runId = `due-${propertyId}-${period}`;
  const amount = someAmount(world);
  const order: RunOrder = { ...ORDER, runId, propertyId, source: 'autopay', period, date, amount };
  const plenty: EscrowState = { ...emptyEscrow, balances: new Map([[from, 10n ** 30n]]) };
  await world.decide(runId, ({ run }: any) => ({ run: fundRun(order, from, { run, escrow: plenty }).run }));
}

const ORDER = { recordPosition: null, fee: 0n };

export const orderByHand = ({ world }: PayoutPlatform): Promise<void> =>
  world.variant.unfunded ? beginUnfunded(world) : payByHand(world);

const pause = (world: PayoutWorld, runId: string) =>
  world.decide(runId, ({ run }: any) => ({ run: pauseRun('x', run) }));
const resume = (world: PayoutWorld, runId: string) =>
  world.decide(runId, ({ run }: any) => ({ run: resumeRun('x', run) }));

export async function pauseOrResume({ world }: PayoutPlatform): Promise<void> {
  const { ordered, random } = world;
  if (ordered.length === 0) return;
  const { runId } = random.pick(ordered.slice(-4));
  await (random.chance(0.7) ? resume : pause)(world, runId);
}

/** An admin pauses a run; a signature in progress at that moment must take it into account. */
export async function pauseAndResume({ world }: PayoutPlatform): Promise<void> {
  for (const { runId } of world.ordered) await pause(world, runId);
  for (let i = 0; i < 25; i++) await world.scheduler.step();
  for (const { runId } of world.ordered) await resume(world, runId);
}

/** An admin resumes the runs that only an admin can resume; pauses caused by the ledger end by themselves. */
export async function resumeByHand(world: PayoutWorld, runId: string): Promise<void> {
  const decide = (run: RunState) => (endsByItself(run) ? [] : resumeRun('x', run));
  await world.decide(runId, ({ run }: any) => ({ run: decide(run) }));
}

export function retrySomething(platform: PayoutPlatform): void {
  const { ordered, random } = platform.world;
  if (ordered.length > 0) platform.attempt((instance) => instance.retryUnclaimed(random.pick(ordered).runId));
}

export function wakeSomeRun(platform: PayoutPlatform): void {
  const { ordered, random } = platform.world;
  if (ordered.length > 0) platform.act((instance) => instance.wake(random.pick(ordered.slice(-4)).runId));
}
