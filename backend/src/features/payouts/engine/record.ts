/** How what became of a batch's lines turns into facts: lines, books, tickets and the run in one commit. */
import type {
  EscrowAccount,
  EscrowPosted,
  EscrowPostingKind,
  PayoutLineEvent,
  PayoutRunEvent,
  TokenEvent,
} from '@tknest/contracts/events';
import { exactOf, parseExact, parseRlusd, toDecimal, type Exact, type Micro } from '@tknest/contracts/money';
import { commitOnce, writeTo } from '../../../platform/event-store/commit-once.js';
import type { StreamWrite } from '../../../platform/event-store/event-store.js';
import { load, type Loaded } from '../../../platform/event-store/folding.js';
import { inTurn } from '../../../platform/event-store/in-turn.js';
import { accountStream } from '../../../platform/ledger/accounts/account.state.js';
import { emptyEscrow, escrowFold, evolveEscrow, post, type EscrowState } from '../escrow/escrow.decider.js';
import { batchFold, evolveBatch, type BatchState, type LineAttempt } from '../runs/batch.state.js';
import { FEE_BATCH, type RunState } from '../runs/run.state.js';
import type { PayoutPorts } from './ports.js';

export interface LoadedBatch {
  run: Loaded<RunState>;
  batch: Loaded<BatchState>;
}

/** What became of one line. */
export interface LineFacts {
  events: readonly PayoutLineEvent[];
  /** A validated transaction used its ticket. */
  burned?: LineAttempt;
  /** What left the escrow on the ledger, decimal text. */
  delivered?: string;
}

/**
 * Commits facts of a batch, all or nothing. Where others moved the books meanwhile it is tried again; where they moved
 * the batch, nothing is written.
 * @param more writes that belong to it: a case, a pause
 * @returns false where the batch had moved: load it again and plan again
 */
export async function recordLines(
  ports: PayoutPorts,
  { run, batch }: LoadedBatch,
  facts: readonly LineFacts[],
  more: { run?: readonly PayoutRunEvent[]; others?: () => Promise<readonly StreamWrite[]> } = {},
): Promise<boolean> {
  const events = facts.flatMap((fact) => fact.events);
  const after = events.reduce(evolveBatch, batch.state);
  const ofRun = [...(more.run ?? []), ...doneOf(after)];
  const burned = facts.flatMap(({ burned: one }): TokenEvent[] => (one ? [burnedOf(one)] : []));
  const businessDate = await ports.businessDate();
  return inTurn(ports.turns, [escrowFold.stream], async () => {
    for (;;) {
      const escrow = await load(ports.store, escrowFold);
      const postings = await unlessMoved(ports, batch, () => postingsOf(run.state, batch, facts, escrow.state));
      if (!postings) return false;
      const others = (await more.others?.()) ?? [];
      const writes = [
        writeTo(batch, events),
        writeTo(escrow, postings),
        { stream: accountStream('payoutEscrow'), expected: 'exists' as const, events: burned },
        { stream: run.stream, expected: 'exists' as const, events: ofRun },
        ...others,
      ].filter((write) => write.events.length > 0);
      const committed = await commitOnce(ports.store, { decidedOn: batch, correlationId: null, businessDate }, writes);
      if (committed.done) return true;
      if (committed.moved !== escrow.stream && !others.some(({ stream }) => stream === committed.moved)) return false;
    }
  });
}

/** Another instance may have posted the same meanwhile: then the books refuse it, and the batch has moved. */
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

const burnedOf = ({ ticket, purpose, hash }: LineAttempt): TokenEvent => ({
  type: 'TicketBurned',
  data: { name: 'payoutEscrow', ticket, purpose, hash },
});

/** The fact that nothing of a batch waits or is under way. */
function doneOf({ runId, batch, lines }: BatchState): PayoutRunEvent[] {
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

/** What the facts are in the books: one posting a kind. */
function postingsOf(
  run: RunState,
  { state: batch, revision }: Loaded<BatchState>,
  facts: readonly LineFacts[],
  escrow: EscrowState,
): EscrowPosted[] {
  const moves = new Map<EscrowPostingKind, Map<EscrowAccount, Exact>>();
  const move = (kind: EscrowPostingKind, from: EscrowAccount, to: EscrowAccount, amount: Micro, left?: Exact) => {
    const entries = moves.get(kind) ?? new Map<EscrowAccount, Exact>();
    moves.set(kind, entries);
    const add = (account: EscrowAccount, by: Exact) => entries.set(account, (entries.get(account) ?? 0n) + by);
    const exact = exactOf(amount);
    add(from, -exact);
    add(to, left ?? exact);
    // The ledger rounds what is finer than its sixteen digits: what did not leave stays the escrow's.
    if (left !== undefined) add('dust', exact - left);
  };
  const ofRun: EscrowAccount = `run/${run.runId}`;
  for (const { events, delivered } of facts)
    for (const event of events) {
      const line = 'wallet' in event.data ? batch.lines.get(event.data.wallet) : undefined;
      const left = delivered === undefined ? undefined : parseExact(delivered);
      if (event.type === 'PayoutSettled') move('run-paid', ofRun, 'ledger', line!.amount, left);
      if (event.type === 'PayoutFeePaid') move('fee-paid', 'fee-payable', 'ledger', line!.amount, left);
      if (event.type === 'UnclaimedPaid')
        move('unclaimed-paid', `unclaimed/${event.data.wallet}`, 'ledger', line!.amount, left);
      if (event.type === 'PayoutLineUnclaimed' && line!.owedBy === 'run')
        move('line-unclaimed', ofRun, `unclaimed/${event.data.wallet}`, parseRlusd(event.data.amount));
      if (event.type === 'PayoutLineReturned') move('returned', ofRun, run.origin!, parseRlusd(event.data.amount));
    }
  const postings: EscrowPosted[] = [];
  for (const [kind, entries] of moves) {
    const state = postings.reduce(evolveEscrow, escrow ?? emptyEscrow);
    const written = [...entries].map(([account, amount]) => ({ account, amount }));
    postings.push(
      post({ postingId: `${kind}/${run.runId}/${batch.batch}@${revision + 1}`, kind, entries: written }, state),
    );
  }
  return postings;
}

export const isFee = ({ batch }: BatchState): boolean => batch === FEE_BATCH;
