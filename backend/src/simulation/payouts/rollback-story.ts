import { addDays } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { START, WrongExpectedRevision } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { Broken } from '../broken.js';
import { digestOf } from '../digest.js';
import { Happenings } from './payout-happenings.js';
import { PayoutInstance } from './payout-instance.js';
import type { PayoutVariant } from './payout-variants.js';
import { ESCROW_ADDRESS, PayoutWorld, PROPERTIES } from './payout-world.js';

const STEPS = 160;
const DRAIN_STEPS = 50_000;

export interface RollbackVerdict {
  broken: Broken | null;
  /** Payments that stood on the ledger when the backup was restored, and that the log had forgotten. */
  forgotten: number;
  /** Of these, those that the log knows again at the end: taken over, and not made again. */
  adopted: number;
  /** Payments that were made afterwards. */
  payments: number;
  digest: string;
}

/**
 * One story of a restored backup: days pass, runs pay; the log is cut back to any earlier prefix while the ledger is
 * kept, and everything continues. Nobody may be paid twice; if nothing was forgotten, everybody is still paid.
 */
export async function playRollback(seed: number, variant: PayoutVariant): Promise<RollbackVerdict> {
  const world = new PayoutWorld(seed, variant);
  const story = new RollbackStory(world);
  let broken: Broken | null = null;
  try {
    await story.play();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    broken = error;
  }
  const { forgotten, adopted, payments } = story;
  return { broken, forgotten, adopted, payments, digest: await digestOf(world) };
}

class RollbackStory {
  forgotten = 0;
  adopted = 0;
  payments = 0;
  private instance: PayoutInstance;
  private readonly happenings: Happenings;

  constructor(private readonly world: PayoutWorld) {
    this.instance = new PayoutInstance(world);
    this.happenings = new Happenings(world);
  }

  async play(): Promise<void> {
    const { world } = this;
    await world.setUp();
    const first = toSequence(await world.store.head());
    for (let step = 0; step < STEPS; step++) await this.event();
    // The power goes in the middle of something, and comes back on an older log.
    if (world.random.chance(0.7)) this.begin((process) => tolerant(process.follow()));
    for (let i = world.random.below(20); i > 0; i--) await world.scheduler.step();
    world.scheduler.killAll();
    const before = this.paid().length;
    const head = toSequence(await world.store.head());
    const kept = await this.whole(await this.prefix(first, head));
    const paid = this.paid();
    const journaledBefore = await this.instance.journaled(paid);
    world.restore(toPosition(kept));
    this.instance = new PayoutInstance(world);
    const left = await this.instance.journaled(paid);
    this.forgotten = journaledBefore - left;
    for (let step = 0; step < STEPS; step++) await this.event();
    this.payments = this.paid().length - before;
    this.adopted = (await this.instance.journaled(paid, ['PayoutWindowSigned'])) - left;
    if (!this.world.variant.gate) return;
    world.lag = 0;
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 45; i++) this.close();
      await this.act((process) => process.refill());
      await this.act((process) => process.lookAtGate());
    }
    if (!this.instance.mayGoOn) throw new Broken('the gate opens once everything is taken over', 'it is shut');
  }

  /** Any earlier prefix, nothing lost now and then; half of the time one that ends right before a window is signed. */
  private async prefix(first: number, head: number): Promise<number> {
    const { random, store } = this.world;
    if (random.chance(0.1)) return head;
    const { events } = await store.readAll(START, { limit: 1_000, filter: { types: ['PayoutWindowSigned'] } });
    if (events.length > 0 && random.chance(0.5)) return toSequence(random.pick(events).position) - 1;
    return first + random.below(head - first + 1);
  }

  /** A backup holds whole commits. */
  private async whole(kept: number): Promise<number> {
    const { events } = await this.world.store.readAll(toPosition(kept - 1), { limit: 2 });
    const [last, next] = events.map(({ metadata }) => metadata.commandId);
    return last !== undefined && last === next ? this.whole(kept - 1) : kept;
  }

  private async event(): Promise<void> {
    const { world, happenings } = this;
    const roll = world.random.next();
    if (roll < 0.04) await happenings.configure();
    else if (roll < 0.1) await happenings.deposit();
    else if (roll < 0.2) {
      world.goal = addDays(world.goal, world.random.pick([3, 12, 40]));
      await this.act((process) => (process.mayGoOn ? process.workDays() : Promise.resolve()));
    } else if (roll < 0.3) await this.act((process) => process.collect(world.random.pick(PROPERTIES)));
    else if (roll < 0.4) {
      const repayment = happenings.settling.length > 0 ? world.random.pick(happenings.settling) : null;
      if (repayment) await this.act((process) => process.settle(repayment));
    } else if (roll < 0.46) await this.act((process) => process.follow());
    else if (roll < 0.5) await this.fireTimers();
    else if (roll < 0.7) await this.wakeRuns();
    else if (roll < 0.78) await this.act((process) => process.refill());
    else if (roll < 0.82) await this.act((process) => process.bookArrivals());
    else for (let i = world.random.pick([1, 2, 45]); i > 0; i--) this.close();
    await this.act((process) => process.lookAtGate());
    this.mustBePaidOnce();
  }

  private async fireTimers(): Promise<void> {
    const now = this.world.clock.now();
    const due = [...this.world.timers].filter(([, dueAt]) => dueAt <= now);
    for (const [key] of due) await this.act((process) => process.fire(key));
  }

  private async wakeRuns(): Promise<void> {
    const types = ['PayoutRunCreated'];
    const { events } = await this.world.store.readAll(START, { limit: 1_000, filter: { types } });
    // In any order: another run than before may be the first to take tickets.
    const order = events.slice(-4).map((event) => ({ event, at: this.world.random.next() }));
    order.sort((a, b) => a.at - b.at);
    for (const {
      event: { data },
    } of order)
      await this.act((process) => process.wake(data.runId));
  }

  private close(): void {
    this.world.ledger.close();
    this.world.now += 1_000;
  }

  /** Successful payments of the escrow, by run and payee. */
  private paid = (): { hash: string; line: string }[] =>
    [...this.world.ledger.applied.values()]
      .filter(({ result, transaction: tx }) => tx.Account === ESCROW_ADDRESS && result === 'tesSUCCESS' && tx.Memos)
      .map(({ hash, transaction: tx }) => ({ hash, line: `${tx.Memos[0].Memo.MemoData}/${tx.Destination}` }));

  private mustBePaidOnce(): void {
    const seen = new Set<string>();
    for (const { line } of this.paid()) {
      if (seen.has(line)) throw new Broken('nobody is paid twice', `${line} after a restored backup`);
      seen.add(line);
    }
  }

  private begin(work: (instance: PayoutInstance) => Promise<unknown>): void {
    const { instance } = this;
    this.world.scheduler.start(() => tolerant(work(instance)));
  }

  private async act(work: (instance: PayoutInstance) => Promise<unknown>): Promise<void> {
    this.begin(work);
    for (let i = 0; i < DRAIN_STEPS && (await this.world.scheduler.step()); i++);
    const [failure] = this.world.scheduler.failures;
    if (failure) throw failure;
  }
}

const tolerant = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    if (!(error instanceof LedgerUnavailable || error instanceof Refused || error instanceof WrongExpectedRevision))
      throw error;
  });
