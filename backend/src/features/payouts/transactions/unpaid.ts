import type { PayoutLineEvent, Unpayable } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import type { Line } from '../runs/batch.state.js';
import type { LineFacts, LoadedBatch } from './record.js';

/**
 * A line that cannot be paid: a holder's line stays owed to the wallet; the money of a manual payout returns to its
 * source.
 */
export function unpaidFacts(
  { run, batch }: LoadedBatch,
  { wallet, amount }: Line,
  reason: Unpayable,
  before: readonly PayoutLineEvent[] = [],
): LineFacts {
  const { runId, propertyId, origin } = run.state;
  const at = { runId, batch: batch.state.batch, wallet, amount: toDecimal(amount) };
  const event: PayoutLineEvent = origin
    ? { type: 'PayoutLineReturned', data: { ...at, reason } }
    : { type: 'PayoutLineUnclaimed', data: { ...at, propertyId, reason } };
  return { events: [...before, event] };
}

/**
 * The transaction that used its ticket, or one already on the ledger, may have paid the line. So it stays owed, apart
 * from the run, until somebody has found out, and its money does not return to its source.
 */
export function heldFacts({ run, batch }: LoadedBatch, { wallet, amount }: Line): LineFacts {
  const { runId, propertyId } = run.state;
  const data = { runId, batch: batch.state.batch, propertyId, wallet, amount: toDecimal(amount) };
  return { events: [{ type: 'PayoutLineUnclaimed', data: { ...data, reason: 'held' } }] };
}
