/** One batch of a run's lines: payees, amounts and the state of each line. */
import type { PayoutLine, PayoutLineEvent, Unpayable } from '@tknest/contracts/events';
import { parseRlusd, type Micro } from '@tknest/contracts/money';
import type { Folded } from '#platform/event-store/folding.js';
import { nextPurpose } from '#platform/ledger/transactions/tickets.js';
import { concluded, submitted, TICKET_TAKEN, type Attempt } from '#platform/ledger/transactions/transaction.js';
import { FEE_BATCH } from './run.state.js';

export interface Line {
  wallet: string;
  amount: Micro;
  /** The destination tag of its payment. */
  tag?: number;
  state: 'waiting' | 'submitted' | 'settled' | 'unclaimed' | 'returned';
  /** The account of the books that owes it. */
  owedBy: 'run' | 'unclaimed';
  /** Its newest signed payment; refusals are counted since it was last reopened. */
  attempt: Attempt | null;
  unpayable: Unpayable | null;
  /** The age in days about which its wallet was told last; 0 if never. */
  toldDays: number;
  /** Why its money went back to its source. */
  returned?: string;
}

/** A line with a payment that was signed and sent. */
export type SubmittedLine = Line & { attempt: Attempt };

export const isSubmitted = (line: Line): line is SubmittedLine => line.state === 'submitted' && line.attempt !== null;

export interface BatchState {
  runId: string;
  batch: string;
  lines: ReadonlyMap<string, Line>;
}

/** The line of this wallet. @throws Error if the batch has none */
export function lineOf({ runId, batch, lines }: BatchState, wallet: string): Line {
  const line = lines.get(wallet);
  if (!line) throw new Error(`Batch ${batch} of payout run ${runId} has no line for ${wallet}`);
  return line;
}

export const noBatch: BatchState = { runId: '', batch: '', lines: new Map() };

export function evolveBatch(state: BatchState, event: PayoutLineEvent): BatchState {
  const { data } = event;
  switch (event.type) {
    case 'PayoutLinesListed':
      return {
        runId: event.data.runId,
        batch: event.data.batch,
        lines: new Map(event.data.lines.map((line) => [line.wallet, waiting(line)])),
      };
    case 'PayoutWindowSigned': {
      const lines = new Map(state.lines);
      for (const signed of event.data.attempts) {
        const line = lineOf(state, signed.wallet);
        const attempt = submitted({ ...event.data, ...signed }, line.attempt ?? undefined);
        lines.set(signed.wallet, { ...line, state: 'submitted', attempt });
      }
      return { ...state, lines };
    }
    case 'PayoutLinesReopened': {
      const lines = new Map(state.lines);
      for (const wallet of event.data.wallets) {
        const line = lineOf(state, wallet);
        // What is paid or under way is not paid again.
        if (line.state !== 'unclaimed') continue;
        const attempt = line.attempt && { ...line.attempt, refusals: 0 };
        lines.set(wallet, { ...line, state: 'waiting', unpayable: null, attempt });
      }
      return { ...state, lines };
    }
    case 'PayoutSettled':
    case 'UnclaimedPaid':
    case 'PayoutFeePaid':
      return change(state, data, (line) => ({
        state: 'settled',
        ...ended(line, 'tesSUCCESS', event.data.ledgerIndex),
      }));
    case 'PayoutLineRefused': {
      const { result, ledgerIndex } = event.data;
      return change(state, data, (line) => ({ state: 'waiting', ...ended(line, result, ledgerIndex) }));
    }
    case 'PayoutLineAbsent':
      return change(state, data, (line) => ({ state: 'waiting', ...ended(line, event.data.reason, null) }));
    case 'PayoutLineUnclaimed': {
      const { reason } = event.data;
      const held = (line: Line) => (reason === 'held' ? ended(line, TICKET_TAKEN, null) : {});
      // The fee is owed by its own account, whatever happens to its line.
      const owedBy = state.batch === FEE_BATCH ? 'run' : 'unclaimed';
      return change(state, data, (line) => ({ state: 'unclaimed', owedBy, unpayable: reason, ...held(line) }));
    }
    case 'UnclaimedAged':
      return change(state, data, () => ({ toldDays: event.data.days }));
    case 'PayoutLineReturned':
      return change(state, data, () => ({ state: 'returned', returned: event.data.reason }));
  }
}

function change(state: BatchState, data: object, to: (line: Line) => Partial<Line>): BatchState {
  const { wallet } = data as { wallet: string };
  const line = lineOf(state, wallet);
  return { ...state, lines: new Map(state.lines).set(wallet, { ...line, ...to(line) }) };
}

const waiting = ({ wallet, amount, tag }: PayoutLine): Line => ({
  wallet,
  amount: parseRlusd(amount),
  ...(tag !== undefined && { tag }),
  state: 'waiting',
  owedBy: 'run',
  attempt: null,
  unpayable: null,
  toldDays: 0,
});

/** How the newest attempt at a line ended. */
const ended = ({ attempt }: Line, result: string, ledgerIndex: number | null): Pick<Line, 'attempt'> => ({
  attempt: attempt && concluded(attempt, { hash: attempt.hash, result, ledgerIndex }),
});

/** The memo of a line's payment. */
export const payoutMemo = (runId: string) => JSON.stringify({ run: runId });

/** The purpose of the next attempt's ticket. After a proved absence, the line keeps its ticket. */
export const purposeOf = ({ runId, batch }: BatchState, { wallet, attempt }: Line): string =>
  nextPurpose(attempt ?? undefined, { use: 'payout', id: runId, part: [batch, wallet] });

export const batchStream = (runId: string, batch: string) => `lines-${runId}-${batch}`;

/** The stream and its fold. */
export const batchFold = (runId: string, batch: string): Folded<BatchState, PayoutLineEvent> => ({
  stream: batchStream(runId, batch),
  initialState: noBatch,
  evolve: evolveBatch,
  snapshotVersion: 2,
});
