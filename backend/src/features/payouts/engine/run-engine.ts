import { TicketsExhausted } from '../../../platform/ledger/accounts/tickets-exhausted.js';
import type { NextLook } from '../../../platform/ledger/ledger-paced-runner.js';
import { LedgerUnavailable } from '../../../platform/ledger/ledger-port.js';
import { commitOnce, writeTo } from '../../../platform/event-store/commit-once.js';
import { load, type Loaded } from '../../../platform/event-store/folding.js';
import { toDecimal } from '@tknest/contracts/money';
import { crashPoint } from '../crash-places.js';
import { batchFold, type BatchState } from '../runs/batch.state.js';
import { batchesToLoad, planRun, type RunAction } from '../runs/run.plan.js';
import { runFold, type RunState, type Tally } from '../runs/run.state.js';
import { concludeLines, type SentFor } from './conclusions.js';
import { isFirst } from '../runs/unfinished.js';
import { listRun } from './listing.js';
import type { PayoutPorts } from './ports.js';
import { signWindow } from './window.js';

/** A run that changes this often in one go is going round in circles. */
const STEPS_MAX = 2_000;
const RETRY_MS = 1_000;
const LEDGER_WAIT_MS = { min: 40, max: 2_000 };
/** How often a run looks whether its turn has come. */
const TURN_WAIT_MS = 1_000;

type Planner = typeof planRun;

/**
 * Carries runs forward, one step at a time: load the facts, plan, do the first thing that moves, record it, again.
 * Every step may be repeated after a crash, and two engines may work on the same run: what is recorded first wins, and
 * nothing is sent unrecorded.
 */
export class RunEngine {
  private readonly sentFor: SentFor = new Map();

  constructor(
    private readonly ports: PayoutPorts,
    private readonly plan: Planner = planRun,
  ) {}

  /** @returns when to look again, null where only a fact can move it */
  async advance(runId: string): Promise<NextLook | null> {
    for (let step = 0; step < STEPS_MAX; step++) {
      const run = await load(this.ports.store, runFold(runId));
      const batches = await Promise.all(
        batchesToLoad(run.state).map((batch) => load(this.ports.store, batchFold(runId, batch))),
      );
      const first = run.state.phase !== 'created' || (await isFirst(this.ports.store, run.state));
      const states = batches.map(({ state }) => state);
      const actions = this.plan(run.state, states, first);
      try {
        if (await this.tryInOrder(actions, run, batches)) continue;
      } catch (error) {
        if (error instanceof LedgerUnavailable || error instanceof TicketsExhausted) return this.in(RETRY_MS);
        throw error;
      }
      return this.rest(run.state, actions);
    }
    return this.in(RETRY_MS);
  }

  private async tryInOrder(
    actions: readonly RunAction[],
    run: Loaded<RunState>,
    batches: readonly Loaded<BatchState>[],
  ): Promise<boolean> {
    for (const action of actions) if (await this.do(action, run, batches)) return true;
    return false;
  }

  private async do(action: RunAction, run: Loaded<RunState>, batches: readonly Loaded<BatchState>[]): Promise<boolean> {
    switch (action.do) {
      case 'list':
        return listRun(this.ports, run);
      case 'complete':
        return this.complete(run);
      case 'conclude':
        return concludeLines(this.ports, { run, batch: batchOf(action, batches) }, action.lines, this.sentFor);
      case 'sign': {
        const loaded = { run, batch: batchOf(action, batches) };
        return signWindow(this.ports, loaded, action.lines, underWay(batches));
      }
    }
  }

  private async complete(run: Loaded<RunState>): Promise<boolean> {
    const { runId, propertyId, settled, unclaimed } = run.state;
    const data = { runId, propertyId, settled: written(settled), unclaimed: written(unclaimed) };
    const at = { decidedOn: run, correlationId: null, businessDate: await this.ports.businessDate() };
    const writes = [writeTo(run, [{ type: 'PayoutRunCompleted', data }])];
    const { done } = await commitOnce(this.ports.store, at, writes);
    crashPoint('run-completed');
    return done;
  }

  private rest(run: RunState, actions: readonly RunAction[]): NextLook | null {
    if (actions.length > 0) {
      const pace = this.ports.ledger.closeIntervalMs();
      return this.in(Math.min(Math.max(pace, LEDGER_WAIT_MS.min), LEDGER_WAIT_MS.max));
    }
    // One that waits for its turn is moved by no ledger; one that pauses by a person alone.
    const waitsForTurn = run.phase === 'created' && !run.paused;
    return waitsForTurn ? { ...this.in(TURN_WAIT_MS), withLedger: false } : null;
  }

  private in(ms: number): NextLook {
    return { at: new Date(this.ports.clock.now().getTime() + ms), withLedger: true };
  }
}

const batchOf = ({ batch }: { batch: string }, batches: readonly Loaded<BatchState>[]) =>
  batches.find(({ state }) => state.batch === batch)!;

const underWay = (batches: readonly Loaded<BatchState>[]) =>
  batches
    .flatMap(({ state }) => [...state.lines.values()])
    .filter(({ state }) => state === 'submitted')
    .reduce((sum, { amount }) => sum + amount, 0n);

const written = ({ lines, amount }: Tally) => ({ lines, amount: toDecimal(amount) });
