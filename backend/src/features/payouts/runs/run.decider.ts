/**
 * A distribution run: money of one property on its way to the holders of its tokens. It is created in the commit that
 * moves its whole money into `run/<runId>` of the escrow's books, so nothing ever waits half funded.
 */
import type { EscrowAccount, EscrowEvent, PayoutEvent, PayoutSource } from '@tknest/contracts/events';
import { exactOf, toDecimal, type Micro } from '@tknest/contracts/money';
import { Refused } from '../../../platform/domain/refused.js';
import type { Folded } from '../../../platform/event-store/folding.js';
import { bookArrival, post, type EscrowState } from '../escrow/escrow.decider.js';

export interface RunState {
  exists: boolean;
}

export const noRun: RunState = { exists: false };

export interface RunOrder {
  runId: string;
  propertyId: number;
  source: PayoutSource;
  /** YYYY-MM-DD. */
  period: string;
  date: string;
  /** Holders are those after this position of the log; null: as of the run's own creation. */
  recordPosition: string | null;
  /** With the fee. */
  amount: Micro;
  fee: Micro;
}

/** A due date is collected once, whoever collects. */
export const dueRunId = (propertyId: number, nominalDueDate: string) => `due-${propertyId}-${nominalDueDate}`;
export const paybackRunId = (paymentId: string) => `payback-${paymentId}`;

const created = (order: RunOrder, direct: DirectPayment | null): PayoutEvent => ({
  type: 'PayoutRunCreated',
  data: { ...order, amount: toDecimal(order.amount), fee: toDecimal(order.fee), direct },
});

/**
 * Creates a run with money that an account of the books holds.
 * @throws Refused where the account holds less, or the run exists
 */
export function fundRun(
  order: RunOrder,
  from: EscrowAccount,
  { run, escrow }: { run: RunState; escrow: EscrowState },
): { run: PayoutEvent[]; escrow: EscrowEvent[] } {
  mustBeNew(order, run);
  const amount = exactOf(order.amount);
  const posting = post(
    {
      postingId: `run-funded/${order.runId}`,
      kind: 'run-funded',
      entries: [
        { account: from, amount: -amount },
        { account: `run/${order.runId}`, amount },
      ],
    },
    escrow,
  );
  return { run: [created(order, null)], escrow: [posting] };
}

/**
 * Creates a run with money that just came to the escrow.
 * @param rest where what exceeds the run's amount goes
 */
export function fundRunByArrival(
  order: RunOrder,
  arrival: { hash: string; ledgerIndex: number; delivered: string; note: string },
  rest: { account: EscrowAccount; amount: Micro },
  { run, escrow }: { run: RunState; escrow: EscrowState },
): { run: PayoutEvent[]; escrow: EscrowEvent[] } {
  mustBeNew(order, run);
  const shares = [{ account: `run/${order.runId}` as const, amount: order.amount }, rest];
  return { run: [created(order, null)], escrow: [bookArrival(arrival, shares, escrow)] };
}

export interface DirectPayment {
  wallet: string;
  hash: string;
  ledgerIndex: number;
}

/** A run whose one line the landlord's own payment settled: nothing passes the escrow. */
export function directRun(order: RunOrder, direct: DirectPayment, run: RunState): PayoutEvent[] {
  mustBeNew(order, run);
  return [created(order, direct)];
}

function mustBeNew({ runId }: RunOrder, run: RunState): void {
  if (run.exists) throw new Refused('conflict', `The payout ${runId} was made already`, { payoutId: runId });
}

export function evolveRun(state: RunState, event: PayoutEvent): RunState {
  switch (event.type) {
    case 'PayoutRunCreated':
      return { ...state, exists: true };
    case 'PayoutSettled':
      return state;
  }
}

/** The stream and how it folds. */
export const runFold = (runId: string): Folded<RunState, PayoutEvent> => ({
  stream: `payout-${runId}`,
  initialState: noRun,
  evolve: evolveRun,
});
