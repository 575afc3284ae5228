/** One batch of a run's lines: what is paid to whom, and how far each line is. */
import type { PayoutLineEvent, Unpayable } from '@tknest/contracts/events';
import { parseRlusd, type Micro } from '@tknest/contracts/money';
import type { Folded } from '../../../platform/event-store/folding.js';
import type { Submission } from '../../../platform/ledger/submissions/submission.js';

/** A signed payment of a line. */
export interface LineAttempt extends Submission {
  hash: string;
  ticket: number;
  blobItem: string;
  purpose: string;
}

export interface Line {
  wallet: string;
  amount: Micro;
  state: 'waiting' | 'submitted' | 'settled' | 'unclaimed' | 'returned';
  /** Which account of the books owes it. */
  owedBy: 'run' | 'unclaimed';
  attempts: number;
  /** What is under way. */
  open: LineAttempt | null;
  /** Proved absent: its ticket is the next attempt's. */
  absent: LineAttempt | null;
  /** The validated tec that burned the last ticket. */
  refusedBy: { hash: string; result: string } | null;
  unpayable: Unpayable | null;
}

export interface BatchState {
  runId: string;
  batch: string;
  lines: ReadonlyMap<string, Line>;
}

export const noBatch: BatchState = { runId: '', batch: '', lines: new Map() };

export function evolveBatch(state: BatchState, event: PayoutLineEvent): BatchState {
  const { data } = event;
  switch (event.type) {
    case 'PayoutLinesListed':
      return {
        runId: event.data.runId,
        batch: event.data.batch,
        lines: new Map(event.data.lines.map(({ wallet, amount }) => [wallet, waiting(wallet, parseRlusd(amount))])),
      };
    case 'PayoutWindowSigned': {
      const lines = new Map(state.lines);
      for (const signed of event.data.attempts) {
        const line = lines.get(signed.wallet)!;
        const open = attemptOf(signed, event.data);
        lines.set(signed.wallet, { ...line, state: 'submitted', attempts: signed.attempt, open, absent: null });
      }
      return { ...state, lines };
    }
    case 'PayoutLinesReopened': {
      const lines = new Map(state.lines);
      for (const wallet of event.data.wallets)
        lines.set(wallet, { ...lines.get(wallet)!, state: 'waiting', unpayable: null });
      return { ...state, lines };
    }
    case 'PayoutSettled':
    case 'UnclaimedPaid':
    case 'PayoutFeePaid':
      return change(state, data, () => ({ state: 'settled', open: null }));
    case 'PayoutLineRefused': {
      const { hash, result } = event.data;
      return change(state, data, () => ({ state: 'waiting', open: null, refusedBy: { hash, result } }));
    }
    case 'PayoutLineAbsent':
      return change(state, data, ({ open }) => ({ state: 'waiting', open: null, absent: open }));
    case 'PayoutLineUnclaimed':
      return change(state, data, () => ({ state: 'unclaimed', owedBy: 'unclaimed', unpayable: event.data.reason }));
    case 'PayoutLineReturned':
      return change(state, data, () => ({ state: 'returned' }));
  }
}

function change(state: BatchState, data: object, to: (line: Line) => Partial<Line>): BatchState {
  const { wallet } = data as { wallet: string };
  const line = state.lines.get(wallet)!;
  return { ...state, lines: new Map(state.lines).set(wallet, { ...line, ...to(line) }) };
}

const waiting = (wallet: string, amount: Micro): Line => ({
  wallet,
  amount,
  state: 'waiting',
  owedBy: 'run',
  attempts: 0,
  open: null,
  absent: null,
  refusedBy: null,
  unpayable: null,
});

type Window = Extract<PayoutLineEvent, { type: 'PayoutWindowSigned' }>['data'];

const attemptOf = (
  { hash, ticket, purpose }: Window['attempts'][number],
  { ledgerIndex, lastLedgerSequence, blobItem }: Window,
): LineAttempt => ({
  state: 'submitted',
  sequence: 0,
  ticket,
  lastLedgerSequence,
  preparedAt: ledgerIndex,
  submittedAt: ledgerIndex,
  hash,
  blobItem,
  purpose,
  result: null,
  ledgerIndex: null,
});

/** What the memo of a line's payment says. */
export const payoutMemo = (runId: string) => JSON.stringify({ run: runId });

/** Ticket purposes of lines, as `purposeOf` makes them. */
export const PURPOSE = /^payout\/([^/]+)\/([^/]+)\/([^/]+)\/(\d+)$/;

/** What the next attempt's ticket is for: after a proved absence it is the one that the line has. */
export const purposeOf = ({ runId, batch }: BatchState, { wallet, attempts, absent }: Line): string =>
  absent?.purpose ?? `payout/${runId}/${batch}/${wallet}/${attempts + 1}`;

export const batchStream = (runId: string, batch: string) => `lines-${runId}-${batch}`;

/** The stream and how it folds. */
export const batchFold = (runId: string, batch: string): Folded<BatchState, PayoutLineEvent> => ({
  stream: batchStream(runId, batch),
  initialState: noBatch,
  evolve: evolveBatch,
  snapshotVersion: 1,
});
