/** Records the outcomes of a batch's lines: lines, books and the run in one commit. */
import type { EscrowAccount, EscrowPostingKind, PayoutLineEvent, PayoutRunEvent } from '@tknest/contracts/events';
import { exactOf, parseExact, parseRlusd, toDecimal, type Exact, type Micro } from '@tknest/contracts/money';
import { writeTo } from '#platform/event-store/commit-once.js';
import type { StreamWrite } from '#platform/event-store/event-store.js';
import { load, type Loaded } from '#platform/event-store/folding.js';
import type { Commit } from '#platform/ledger/transactions/group.js';
import { booksOf, evolveEscrow, post, type AnyPosted, type EscrowState } from '../escrow/escrow.decider.js';
import { batchFold, evolveBatch, lineOf, type BatchState } from '../runs/batch.state.js';
import { purseOf } from '../runs/run-sources.js';
import { FEE_BATCH, type RunState } from '../runs/run.state.js';
import type { PayoutPorts } from './ports.js';

export interface LoadedBatch {
  run: Loaded<RunState>;
  batch: Loaded<BatchState>;
}

/** The outcome of one line. */
export interface LineFacts {
  events: readonly PayoutLineEvent[];
  /** The amount that left the escrow on the ledger, as decimal text. */
  delivered?: string;
}

/**
 * Appends events of a batch with the books, and with the run if the batch is complete, as one commit. If the books have
 * changed in the meantime, the commit is built again; if the batch has changed, nothing is written.
 * @param others further writes for the commit, such as a case, built again each time; `streams` are their streams
 */
export function recording(
  ports: PayoutPorts,
  { run, batch }: LoadedBatch,
  facts: readonly LineFacts[],
  others: { streams: readonly string[]; writes(): Promise<readonly StreamWrite[]> } = NONE,
): Commit {
  const events = facts.flatMap((fact) => fact.events);
  const ofRun = doneOf(events.reduce(evolveBatch, batch.state));
  const books = booksOf(purseOf(run.state.runId));
  return {
    decidedOn: batch,
    shared: [books.stream, ...others.streams],
    writes: async () => {
      const escrow = await load(ports.store, books);
      const postings = await unlessMoved(ports, batch, () => postingsOf(run.state, batch, facts, escrow.state));
      if (!postings) return null;
      return [
        writeTo(batch, events),
        writeTo(escrow, postings),
        { stream: run.stream, expected: 'exists', events: ofRun },
        ...(await others.writes()),
      ];
    },
  };
}

const NONE = { streams: [], writes: async () => [] };

/** Another instance may have posted the same in the meantime: then the books refuse it, and the batch has changed. */
async function unlessMoved<Result>(
  ports: PayoutPorts,
  batch: Loaded<BatchState>,
  decide: () => Result,
): Promise<Result | null> {
  try {
    return decide();
  } catch (error) {
    const { runId, batch: name } = batch.state;
    if ((await load(ports.store, batchFold(runId, name))).revision !== batch.revision) return null;
    throw error;
  }
}

/** The event that no line of a batch waits or is in progress any more. */
export function doneOf({ runId, batch, lines }: BatchState): PayoutRunEvent[] {
  const all = [...lines.values()];
  if (all.some(({ state }) => state === 'waiting' || state === 'submitted')) return [];
  const tally = (of: typeof all) => ({
    lines: of.length,
    amount: toDecimal(of.reduce((sum, { amount }) => sum + amount, 0n)),
  });
  const settled = all.filter(({ state, owedBy }) => state === 'settled' && owedBy === 'run');
  const unclaimed = all.filter((line) => !settled.includes(line));
  return [{ type: 'PayoutBatchDone', data: { runId, batch, settled: tally(settled), unclaimed: tally(unclaimed) } }];
}

/** The postings for the events: one per kind. */
function postingsOf(
  run: RunState,
  { state: batch, revision }: Loaded<BatchState>,
  facts: readonly LineFacts[],
  escrow: EscrowState,
): AnyPosted[] {
  const moves = new Map<EscrowPostingKind, Map<EscrowAccount, Exact>>();
  const move = (kind: EscrowPostingKind, from: EscrowAccount, to: EscrowAccount, amount: Micro, left?: Exact) => {
    const entries = moves.get(kind) ?? new Map<EscrowAccount, Exact>();
    moves.set(kind, entries);
    const add = (account: EscrowAccount, by: Exact) => entries.set(account, (entries.get(account) ?? 0n) + by);
    const exact = exactOf(amount);
    add(from, -exact);
    add(to, left ?? exact);
    // The ledger rounds to sixteen digits; the rest stays with the escrow.
    if (left !== undefined) add('dust', exact - left);
  };
  const ofRun: EscrowAccount = `run/${run.runId}`;
  for (const { events, delivered } of facts)
    for (const event of events) {
      if (!('wallet' in event.data)) continue;
      const { amount, owedBy } = lineOf(batch, event.data.wallet);
      const left = delivered === undefined ? undefined : parseExact(delivered);
      if (event.type === 'PayoutSettled') move('run-paid', ofRun, 'ledger', amount, left);
      if (event.type === 'PayoutFeePaid') move('fee-paid', 'fee-payable', 'ledger', amount, left);
      if (event.type === 'UnclaimedPaid')
        move('unclaimed-paid', `unclaimed/${event.data.wallet}`, 'ledger', amount, left);
      // The fee's own account owes it already.
      if (event.type === 'PayoutLineUnclaimed' && owedBy === 'run' && !isFee(batch))
        move('line-unclaimed', ofRun, `unclaimed/${event.data.wallet}`, parseRlusd(event.data.amount));
      // A line that was held and then retried in vain is no longer owed by the run.
      if (event.type === 'PayoutLineReturned') {
        const from = owedBy === 'run' ? ofRun : (`unclaimed/${event.data.wallet}` as const);
        move('returned', from, run.origin!, parseRlusd(event.data.amount));
      }
    }
  const postings: AnyPosted[] = [];
  for (const [kind, entries] of moves) {
    const state = postings.reduce(evolveEscrow, escrow);
    const written = [...entries].map(([account, amount]) => ({ account, amount }));
    postings.push(
      post({ postingId: `${kind}/${run.runId}/${batch.batch}@${revision + 1}`, kind, entries: written }, state),
    );
  }
  return postings;
}

export const isFee = ({ batch }: BatchState): boolean => batch === FEE_BATCH;
