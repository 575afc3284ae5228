import type { PayoutLineEvent, Unpayable } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import type { Line } from '../runs/batch.state.js';
import type { LineFacts, LoadedBatch } from './record.js';

/**
 * A line that cannot be paid: a holder's stays owed to the wallet, what was paid by hand goes back to where it came
 * from.
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
 * What used its ticket, or what the ledger holds for it, may have paid it: it stays owed, apart from the run, until
 * somebody knows. Nor does it go back to where it came from.
 */
export function heldFacts({ run, batch }: LoadedBatch, { wallet, amount }: Line): LineFacts {
  const { runId, propertyId } = run.state;
  const data = { runId, batch: batch.state.batch, propertyId, wallet, amount: toDecimal(amount) };
  return { events: [{ type: 'PayoutLineUnclaimed', data: { ...data, reason: 'held' } }] };
}
