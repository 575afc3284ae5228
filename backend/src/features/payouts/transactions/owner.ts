/** Payout runs as an owner of transactions; a window of payments is one group. */
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import { writeTo } from '#platform/event-store/commit-once.js';
import { load, type Loaded } from '#platform/event-store/folding.js';
import type { Ended } from '#platform/ledger/transactions/decide.js';
import type { Commit, Held, TransactionOwner } from '#platform/ledger/transactions/group.js';
import type { TicketPurpose } from '#platform/ledger/transactions/tickets.js';
import { closing, opening, caseIdOf, caseStream } from '#features/operations-cases/rules.public.js';
import { batchFold, batchStream, lineOf, purposeOf } from '../runs/batch.state.js';
import { purseOf } from '../runs/run-sources.js';
import { batchesToLoad, planRun } from '../runs/run.plan.js';
import { reopenLines } from '../runs/run.control.js';
import { runFold } from '../runs/run.state.js';
import { isFirst } from '../runs/unfinished.js';
import { onConcluded, refusedCaseOf } from './on-concluded.js';
import { PayoutOrders, type LoadedRun } from './order.js';
import { unpayable } from './payability.js';
import type { PayoutPorts } from './ports.js';
import { isFee, recording } from './record.js';

/** A line paid after an unexplained refusal. */
const PAID = { resolution: 'corrected', note: 'The payout was paid.' } as const;

/** @param plan plans a run's next step; tests pass faulty ones */
export function payoutOwner(ports: PayoutPorts, plan: typeof planRun = planRun): TransactionOwner<LoadedRun> {
  const orders = new PayoutOrders(ports, plan);
  const { store } = ports;
  const loadRun = async (runId: string): Promise<Loaded<LoadedRun>> => {
    const run = await load(store, runFold(runId));
    const batches = await Promise.all(batchesToLoad(run.state).map((batch) => load(store, batchFold(runId, batch))));
    const first = run.state.phase !== 'created' || (await isFirst(store, run.state));
    return { ...run, state: { run, batches, isFirst: first } };
  };
  return {
    kind: 'payout',
    signer: purseOf,
    manyAtOnce: true,
    events: ['PayoutRunCreated', 'PayoutRunResumed', 'PayoutBatchReopened'],
    idOf: ({ data }) => data.runId,

    async load(runId, asked) {
      if (!asked) return loadRun(runId);
      const [run, batch] = [await load(store, runFold(runId)), await load(store, batchFold(runId, asked.part[0]!))];
      return { ...batch, state: { run, batches: [batch], isFirst: false } };
    },

    exists: ({ run }) => run.state.exists,
    underWay: ({ state: { run, batches, isFirst: first } }) =>
      plan(
        run.state,
        batches.map(({ state }) => state),
        first,
      ).flatMap((action) => {
        if (action.do !== 'conclude') return [];
        const { stream } = batches.find(({ state }) => state.batch === action.batch)!;
        return action.lines.map(({ wallet, attempt }) => ({ ...attempt, key: wallet, stream }));
      }),
    credit: async ({ run }) => ({ run: run.state.runId, purse: purseOf(run.state.runId) }),
    next: (_, { state }) => orders.next(state),
    release: (runId, held) => release(ports, runId, held),
    onConcluded: (_, { state }, ended) => conclude(ports, state, ended),

    attemptFor: (run, purpose) => lineFor(run, purpose)?.line.attempt ?? undefined,
    maySignFor: (run, purpose) => isWaitingWith(lineFor(run, purpose), purpose),
    about: ({ run }, { key }) => ({ propertyId: run.state.propertyId, wallet: key }),
  };
}

/** @throws TryAgainLater while the run is paying, because its totals are not final */
async function release({ store }: PayoutPorts, runId: string, { key, hash, stream }: Held): Promise<Commit | null> {
  const name = stream.slice(batchStream(runId, '').length);
  const [run, batch] = [await load(store, runFold(runId)), await load(store, batchFold(runId, name))];
  const line = batch.state.lines.get(key);
  if (line?.unpayable !== 'held' || line.attempt?.hash !== hash) return null;
  if (run.state.phase !== 'completed') throw new TryAgainLater(`The payout ${runId} is under way`);
  const which = { wallets: [key], released: false, held: true, reason: 'What used its ticket did not pay it' };
  const decided = reopenLines(which, { run: run.state, batch: batch.state });
  return {
    decidedOn: batch,
    writes: async () => [writeTo(batch, decided.batch), writeTo(run, decided.run)],
  };
}

/** The line that a ticket's purpose names. */
function lineFor({ batches }: LoadedRun, { part: [, wallet] }: TicketPurpose) {
  const lines = batches.flatMap(({ state: batch }) => [...batch.lines.values()].map((line) => ({ batch, line })));
  return lines.find(({ line }) => line.wallet === wallet);
}

/** A waiting line signs again with the ticket of the attempt that is proved absent. */
const isWaitingWith = (found: ReturnType<typeof lineFor>, { attempt }: TicketPurpose): boolean =>
  found?.line.state === 'waiting' && purposeOf(found.batch, found.line).endsWith(`/${attempt}`);

/** @throws LedgerUnavailable */
async function conclude(
  ports: PayoutPorts,
  { run, batches }: LoadedRun,
  ended: readonly [Ended, ...Ended[]],
): Promise<Commit> {
  const batch = batches.find(({ stream }) => stream === ended[0].transaction.stream)!;
  const loaded = { run, batch };
  const refused = isFee(batch.state) ? [] : ended.filter(({ ending }) => ending.propose === 'refused');
  const reasons = new Map(
    await Promise.all(
      refused.map(async ({ transaction: { key: wallet } }) => {
        const line = lineOf(batch.state, wallet);
        return [wallet, await unpayable(ports, line, purseOf(run.state.runId))] as const;
      }),
    ),
  );
  const { rlusdIssuer } = ports.settings;
  const { facts, found, cured } = onConcluded(loaded, ended, (wallet) => reasons.get(wallet) ?? null, rlusdIssuer);
  const solved = cured.map((line) => refusedCaseOf(run.state.runId, line));
  return recording(ports, loaded, facts, {
    streams: [...found, ...solved].map((about) => caseStream(caseIdOf(about))),
    writes: async () => [
      ...(await Promise.all(found.map((one) => opening(ports.store, one)))).flat(),
      ...(await Promise.all(solved.map((about) => closing(ports.store, about, PAID)))).flat(),
    ],
  });
}
