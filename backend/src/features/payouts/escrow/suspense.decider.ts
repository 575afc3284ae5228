import type {
  EscrowAccount,
  EscrowEvent,
  PayoutLineEvent,
  PayoutRunEvent,
  PayoutSource,
  BusinessDate,
} from '@tknest/contracts/events';
import { exactOf, type Micro } from '@tknest/contracts/money';
import { fundPayees } from '../runs/run.decider.js';
import type { RunState } from '../runs/run.state.js';
import { ownAccount, post, type EscrowState } from './escrow.decider.js';

export interface Release {
  /** The arrival's hash; `small-arrivals` for all small arrivals together. */
  hash: string;
  /** Distinguishes this release from an earlier one of the same arrival; the hash if not set. */
  releaseId?: string;
  /** The id of the run that sends it back. */
  runId: string;
  /** Its sender on the ledger; null if they are many. */
  wallet: string | null;
  /** Its source tag: an exchange tells by it whose money comes back. */
  tag?: number;
  /** The property that the case names. */
  propertyId: number | null;
  /** How a person resolved the case. */
  resolution: string;
  today: BusinessDate;
  amount: Micro;
}

interface Released {
  run?: PayoutRunEvent[];
  lines?: PayoutLineEvent[];
  escrow?: EscrowEvent[];
}

/** Moves money in suspense according to the resolution of its case; does nothing if it stays, or was moved before. */
export function releaseSuspense(
  { hash, releaseId = hash, runId, wallet, tag, propertyId, resolution, today, amount }: Release,
  states: { run: RunState; escrow: EscrowState },
): Released {
  const from: EscrowAccount = `suspense/${hash}`;
  if (amount === 0n) return {};
  if (resolution === 'refunded') {
    // Small arrivals have many senders, so they stay.
    if (wallet === null) return {};
    const dates = { period: today, date: today, recordPosition: null };
    const source = returnsOf(states.escrow);
    const order = { runId, propertyId: null, source, ...dates, amount, fee: 0n };
    return fundPayees(order, from, [{ wallet, amount, tag }], states);
  }
  const to = destination(resolution, propertyId, states.escrow);
  if (!to) return {};
  const entries = [
    { account: from, amount: -exactOf(amount) },
    { account: to, amount: exactOf(amount) },
  ];
  return { escrow: [post({ postingId: `released/${releaseId}`, kind: 'released', entries, hash }, states.escrow)] };
}

/** The source of the runs that send money in suspense back. */
export const returnsOf = ({ purse }: Pick<EscrowState, 'purse'>): PayoutSource =>
  purse === 'feeWallet' ? 'fee-return' : 'return';

function destination(resolution: string, propertyId: number | null, books: EscrowState): EscrowAccount | null {
  if (resolution === 'kept') return ownAccount(books);
  return resolution === 'deposited' && propertyId !== null ? `deposit/${propertyId}` : null;
}
