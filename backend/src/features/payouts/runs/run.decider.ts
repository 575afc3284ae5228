/**
 * A payout run: money of one property on its way to the holders of its tokens. It is created in the commit that moves
 * its whole amount into `run/<runId>` of the escrow's books, so no run is ever partly funded.
 */
import type {
  EscrowAccount,
  EscrowEvent,
  PayoutLineEvent,
  PayoutRunEvent,
  PayoutSource,
  BusinessDate,
} from '@tknest/contracts/events';
import { exactOf, toDecimal, type Micro } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { balanceOf, bookArrival, ownAccount, post, type EscrowState } from '../escrow/escrow.decider.js';
import { listLines } from './division.js';
import { runIdOf } from './run-sources.js';
import type { RunState } from './run.state.js';

export interface RunOrder {
  runId: string;
  /** Null if the money belongs to no property. */
  propertyId: number | null;
  source: PayoutSource;
  /** YYYY-MM-DD. */
  period: BusinessDate;
  date: BusinessDate;
  /** The register as of this position of the log decides who is paid; null: as of the run's creation. */
  recordPosition: string | null;
  /** Including the fee. */
  amount: Micro;
  fee: Micro;
  /** Account to which money that cannot be paid returns; if omitted, it stays owed to its wallet. */
  origin?: EscrowAccount;
  /** Before this time nothing is signed for it. */
  notBefore?: Date;
}

/**
 * The id makes sure that a due date is collected only once, whatever triggers it.
 * @param number after two people said that what earlier runs of this date paid was something else
 */
export const dueRunId = (propertyId: number, nominalDueDate: string, number = 1) =>
  runIdOf('autopay', `${propertyId}-${nominalDueDate}${number > 1 ? `-${number}` : ''}`);
export const paybackRunId = (paymentId: string) => runIdOf('payback', paymentId);

const created = (order: RunOrder, direct: DirectPayment | null): PayoutRunEvent => {
  const payment = direct && { wallet: direct.wallet, hash: direct.hash, ledgerIndex: direct.ledgerIndex };
  const { notBefore, ...terms } = order;
  const data = {
    ...terms,
    amount: toDecimal(order.amount),
    fee: toDecimal(order.fee),
    direct: payment,
    ...(notBefore && { notBefore: notBefore.toISOString() }),
  };
  return { type: 'PayoutRunCreated', data };
};

/**
 * Creates a run with money that an account of the books holds.
 * @throws Refused if the account holds less, or the run exists
 */
export function fundRun(
  order: RunOrder,
  from: EscrowAccount,
  { run, escrow }: { run: RunState; escrow: EscrowState },
): { run: PayoutRunEvent[]; escrow: EscrowEvent[] } {
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
 * Creates a run with money that has just reached the escrow.
 * @param rest account for the part that exceeds the run's amount
 */
export function fundRunByArrival(
  order: RunOrder,
  arrival: { hash: string; ledgerIndex: number; delivered: string; note: string },
  rest: { account: EscrowAccount; amount: Micro },
  { run, escrow }: { run: RunState; escrow: EscrowState },
): { run: PayoutRunEvent[]; escrow: EscrowEvent[] } {
  mustBeNew(order, run);
  const shares = [{ account: `run/${order.runId}` as const, amount: order.amount }, rest];
  return { run: [created(order, null)], escrow: [bookArrival(arrival, shares, escrow)] };
}

/**
 * Creates a run that pays named wallets instead of holders; money that cannot be paid returns to its account.
 * @param from the account of the books that pays
 * @param order its amount is the sum of the payees', without a fee
 */
export function fundPayees(
  order: RunOrder,
  from: EscrowAccount,
  payees: readonly { wallet: string; amount: Micro; tag?: number }[],
  states: { run: RunState; escrow: EscrowState },
): { run: PayoutRunEvent[]; escrow: EscrowEvent[]; lines: PayoutLineEvent[] } {
  if (from === ownAccount(states.escrow)) mustCoverLoss(order.amount, states.escrow);
  const { escrow } = fundRun(order, from, states);
  const lines = payees.map(({ wallet, amount, tag }) => ({
    wallet,
    tokens: null,
    amount,
    ...(tag !== undefined && { tag }),
  }));
  const { started, batches } = listLines(order, lines);
  if (batches.length !== 1) throw new Error('All payees are in one batch');
  return { run: [created({ ...order, origin: from }, null), started], escrow, lines: batches };
}

/**
 * Creates a run that pays one wallet money that has just reached the escrow; if that is not possible, it stays owed to
 * the wallet.
 */
export function fundPayeeByArrival(
  order: RunOrder,
  wallet: string,
  arrival: Parameters<typeof fundRunByArrival>[1],
  states: { run: RunState; escrow: EscrowState },
): { run: PayoutRunEvent[]; escrow: EscrowEvent[]; lines: PayoutLineEvent[] } {
  const { run, escrow } = fundRunByArrival(order, arrival, { account: 'float', amount: 0n }, states);
  const { started, batches } = listLines(order, [{ wallet, tokens: null, amount: order.amount }]);
  return { run: [...run, started], escrow, lines: batches };
}

/** While the platform's own money covers a clawback, it must not be paid out. @throws Refused */
function mustCoverLoss(amount: Micro, escrow: EscrowState): void {
  const free = balanceOf(escrow, ownAccount(escrow)) + balanceOf(escrow, 'loss');
  if (exactOf(amount) > free && balanceOf(escrow, 'loss') !== 0n)
    throw new Refused(
      'conflict',
      'The platform’s own money covers RLUSD that the issuer clawed back. Nothing was paid. Replace what is missing first.',
    );
}

export interface DirectPayment {
  wallet: string;
  hash: string;
  ledgerIndex: number;
  /** The only holder's tokens. */
  tokens?: number;
}

/**
 * A run with a single line, settled by the landlord's direct payment: no money passes through the escrow, and it
 * completes at once.
 */
export function directRun(order: RunOrder, direct: DirectPayment, run: RunState): PayoutRunEvent[] {
  mustBeNew(order, run);
  const { wallet, hash, ledgerIndex, tokens = null } = direct;
  const { runId, propertyId } = order;
  const amount = order.amount - order.fee;
  const { started, batches } = listLines(order, [{ wallet, tokens, amount }]);
  const settled = { lines: 1, amount: toDecimal(amount) };
  return [
    created(order, direct),
    started,
    batches[0]!,
    { type: 'PayoutSettled', data: { payoutId: runId, propertyId, wallet, amount: settled.amount, hash, ledgerIndex } },
    { type: 'PayoutBatchDone', data: { runId, batch: '0', settled, unclaimed: NOTHING } },
    { type: 'PayoutRunCompleted', data: { runId, propertyId, settled, unclaimed: NOTHING } },
  ];
}

const NOTHING = { lines: 0, amount: '0' };

function mustBeNew({ runId }: RunOrder, run: RunState): void {
  if (run.exists) throw new Refused('conflict', `The payout ${runId} was made already`, { payoutId: runId });
}
