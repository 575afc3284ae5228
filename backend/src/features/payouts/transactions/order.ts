/** What a payout run needs next: its lines, a window of payments, an end, or time. */
import type { PayoutLineEvent } from '@tknest/contracts/events';
import { toDecimal, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { writeTo } from '#platform/event-store/commit-once.js';
import { expectedOf, type Loaded } from '#platform/event-store/folding.js';
import { memoOf } from '#platform/ledger/notation.js';
import type { Commit, Next, Order, Unsigned } from '#platform/ledger/transactions/group.js';
import { mayTry } from '#platform/ledger/transactions/policy.js';
import { payoutMemo, purposeOf, type BatchState, type Line } from '../runs/batch.state.js';
import { windowSize, type planRun, type RunAction } from '../runs/run.plan.js';
import { purseOf as purseOfRun } from '../runs/run-sources.js';
import { endsByItself, type RunState, type Tally } from '../runs/run.state.js';
import { runStart } from './run-start.js';
import { obstacle, type Obstacle } from './obstacles.js';
import { goingOn, nextLookAt, pausing } from './pause.js';
import type { PayoutPorts } from './ports.js';
import { isFee, recording, type LoadedBatch } from './record.js';
import { heldFacts, unpaidFacts } from './unpaid.js';

export interface LoadedRun {
  run: Loaded<RunState>;
  /** The batches with work left, up to the number that is processed at the same time. */
  batches: readonly Loaded<BatchState>[];
  /** Whether no earlier run of the same property still has money. */
  isFirst: boolean;
}

type UnsignedLine = Unsigned & { line: Line };
type Signing = Extract<RunAction, { do: 'sign' }>;

/** How long a run that may not be paid yet waits before it looks again, in milliseconds. */
const WAIT_AT_MOST_MS = 60_000;
/** How often a run checks whether its turn has come, in milliseconds. */
const TURN_WAIT_MS = 1_000;
/**
 * A lagging node may show too little money briefly: only a shortage that lasts longer than this counts, in
 * milliseconds.
 */
const PATIENCE_MS = 10_000;

/** Plans a run's next step. Its only memory is since when the escrow's balance seems too low. */
export class PayoutOrders {
  private readonly lowSince = new Map<string, number>();

  constructor(
    private readonly ports: PayoutPorts,
    private readonly plan: typeof planRun,
  ) {}

  /** @throws LedgerUnavailable */
  async next({ run, batches, isFirst }: LoadedRun): Promise<Next> {
    const mayGoOn = endsByItself(run.state);
    const states = batches.map(({ state }) => state);
    const wait = (run.state.notBefore?.getTime() ?? 0) - this.ports.clock.now().getTime();
    if (wait > 0 && run.state.phase === 'started' && run.state.open.size > 0)
      return { do: 'wait', ms: Math.min(wait, WAIT_AT_MOST_MS) };
    const planned = this.plan(mayGoOn ? { ...run.state, paused: null } : run.state, states, isFirst);
    for (const action of planned) {
      if (action.do === 'list') return this.list(run);
      if (action.do === 'complete') return record(completing(run));
      if (action.do !== 'sign') continue;
      const next = await this.window({ run, batch: batchOf(action, batches) }, action.lines, underWay(batches));
      if (next) return next;
    }
    this.lowSince.delete(run.state.runId);
    if (planned.length > 0) return { do: 'wait' };
    return run.state.phase === 'created' && !run.state.paused ? { do: 'wait', ms: TURN_WAIT_MS } : { do: 'rest' };
  }

  private async list(run: Loaded<RunState>): Promise<Next> {
    const lines = await runStart(this.ports, run);
    const nobody = 'Nobody held a token of the property on the record date.';
    return record(lines ?? pausing(this.ports, run, { cause: 'no-holders', reason: nobody }));
  }

  /** @returns null if no line of the batch can be signed now */
  private async window(loaded: LoadedBatch, waiting: readonly Line[], sent: Micro): Promise<Next | null> {
    const { ports } = this;
    const kind = isFee(loaded.batch.state) ? 'payout-fee' : 'payout';
    const index = await ports.ledger.validatedIndex();
    const due = waiting.filter(({ attempt }) => mayTry(kind, attempt ?? undefined, index));
    const lines = inTurn(loaded, due).slice(0, windowSize(await ports.ledger.room()));
    if (lines.length === 0) return null;
    return { do: 'sign', order: await this.order(loaded, lines, sent) };
  }

  /** What to do instead of paying these lines; null if there is no obstacle. @throws LedgerUnavailable */
  private async instead(loaded: LoadedBatch, lines: readonly Line[], sent: Micro): Promise<Next | null> {
    const { ports } = this;
    const total = lines.reduce((sum, { amount }) => sum + amount, sent);
    const found = await obstacle(ports, purseOfRun(loaded.run.state.runId), total, lines.length);
    if (found) return this.whileItLasts(loaded, found, sent);
    this.lowSince.delete(loaded.run.state.runId);
    if (loaded.run.state.paused) return record(goingOn(ports, loaded.run));
    const astray = loaded.run.state.source === 'revenue' ? lines.filter((line) => !isRevenueTo(line, ports)) : [];
    if (astray.length > 0)
      return record(
        recording(
          ports,
          loaded,
          astray.map((line) => unpaidFacts(loaded, line, 'destination-changed')),
        ),
      );
    const blocked = isFee(loaded.batch.state)
      ? new Set<string>()
      : await ports.blocked(lines.map(({ wallet }) => wallet));
    const held = lines.filter(({ wallet }) => blocked.has(wallet));
    if (held.length === 0) return null;
    const unpaid = held.map((line) => unpaidFacts(loaded, line, 'compliance'));
    return record(recording(ports, loaded, unpaid));
  }

  /** An obstacle to every payment of the escrow: the run pauses, and checks again later. */
  private whileItLasts({ run }: LoadedBatch, found: Obstacle, sent: Micro): Next {
    const now = this.ports.clock.now();
    if (run.state.paused) return { do: 'wait', ms: nextLookAt(run.state, now) };
    if (found.cause === 'balance') {
      // Payments in flight are counted twice until they are concluded.
      if (sent > 0n) return { do: 'wait' };
      const since = this.lowSince.get(run.state.runId) ?? now.getTime();
      this.lowSince.set(run.state.runId, since);
      if (now.getTime() - since < PATIENCE_MS) return { do: 'wait' };
    }
    this.lowSince.delete(run.state.runId);
    return record(pausing(this.ports, run, found));
  }

  /** A window of lines. It is committed together with the run, so that a run paused in the meantime signs nothing. */
  private async order(loaded: LoadedBatch, lines: readonly Line[], sent: Micro): Promise<Order<UnsignedLine>> {
    const { run, batch } = loaded;
    const { runId } = run.state;
    const from = await this.ports.accounts.address(purseOfRun(runId));
    const { rlusdIssuer: issuer } = this.ports.settings;
    const linesOf = (group: readonly UnsignedLine[]) => group.map(({ line }) => line);
    return {
      decidedOn: batch,
      guards: [{ stream: run.stream, expected: expectedOf(run) }],
      group: lines.map((line) => ({
        purpose: purposeOf(batch.state, line),
        transaction: linePayment({ from, line, runId, issuer }),
        line,
      })),
      journal: (signed, at) => {
        const attempts = signed.map(({ purpose, ticket, hash, line: { wallet, attempt } }) => {
          const after = attempt?.state === 'failed' ? attempt.hash : null;
          return { wallet, attempt: (attempt?.attempt ?? 0) + 1, ticket, purpose, hash, after };
        });
        const window: PayoutLineEvent = {
          type: 'PayoutWindowSigned',
          data: { runId, batch: batch.state.batch, ...at, attempts },
        };
        return [window];
      },
      instead: (toSign) => this.instead(loaded, linesOf(toSign), sent),
      setAside: {
        commit: (all) => {
          const held = linesOf(all).map((line) => heldFacts(loaded, line));
          return recording(this.ports, loaded, held);
        },
        about: ({ line }) => ({ propertyId: run.state.propertyId, wallet: line.wallet }),
      },
    };
  }
}

/**
 * While no line was paid and some were refused without a reason, one line is tried at a time, the one with the fewest
 * refusals first: a cause that affects everybody must not cost a whole window of tickets at each attempt.
 */
function inTurn({ run, batch }: LoadedBatch, due: readonly Line[]): readonly Line[] {
  const lines = [...batch.state.lines.values()];
  const refusals = ({ attempt }: Line) => attempt?.refusals ?? 0;
  const isPaid = run.state.settled.lines > 0 || lines.some(({ state }) => state === 'settled');
  if (isPaid || !lines.some((line) => refusals(line) > 0)) return due;
  return [...due].sort((a, b) => refusals(a) - refusals(b)).slice(0, 1);
}

/** Whether the settings still name the address and tag that two people signed. */
const isRevenueTo = ({ wallet, tag }: Line, { settings: { revenue } }: PayoutPorts): boolean =>
  revenue !== undefined && wallet === revenue.address && (tag ?? null) === revenue.tag;

const record = (commit: Commit): Next => ({ do: 'record', commit });

function completing(run: Loaded<RunState>): Commit {
  const { runId, propertyId, settled, unclaimed } = run.state;
  const data = { runId, propertyId, settled: written(settled), unclaimed: written(unclaimed) };
  return { decidedOn: run, writes: async () => [writeTo(run, [{ type: 'PayoutRunCompleted', data }])] };
}

const batchOf = ({ batch }: Signing, batches: readonly Loaded<BatchState>[]) =>
  batches.find(({ state }) => state.batch === batch)!;

const underWay = (batches: readonly Loaded<BatchState>[]) =>
  batches
    .flatMap(({ state }) => [...state.lines.values()])
    .filter(({ state }) => state === 'submitted')
    .reduce((sum, { amount }) => sum + amount, 0n);

const written = ({ lines, amount }: Tally) => ({ lines, amount: toDecimal(amount) });

const MEMO = { type: 'tknest/payout/1', format: 'application/json' };

/** One line's payment; the memo names the run and no person. A tag tells the payee whose money it is. */
export const linePayment = ({
  from,
  line,
  runId,
  issuer,
}: {
  from: string;
  line: Line;
  runId: string;
  issuer: string;
}) => ({
  TransactionType: 'Payment',
  Account: from,
  Destination: line.wallet,
  ...(line.tag !== undefined && { DestinationTag: line.tag }),
  Amount: { currency: CURRENCY.rlusd, issuer, value: toDecimal(line.amount) },
  Memos: [memoOf(MEMO, payoutMemo(runId))],
});
