import type { PayoutFeePaid, PayoutSettled, UnclaimedPaid } from '@tknest/contracts/events';
import type { Recorded, RecordedEvent } from '#platform/event-store/event-store.js';

export type PaidOut = Recorded<PayoutSettled | UnclaimedPaid | PayoutFeePaid>;

export const isPayout = (event: RecordedEvent): event is PaidOut =>
  event.type === 'PayoutSettled' || event.type === 'UnclaimedPaid' || event.type === 'PayoutFeePaid';

/** Sources of rent shares; manual payouts and returned money are RLUSD payments like any other. */
const TO_HOLDERS = /^(payback|due)-/;

/** A row that is inserted complete. */
export interface PaidOutRow {
  id: string;
  type: 'monthly_payout' | 'platform_fee' | 'rlusd_payment';
  description: string;
}

export function describePayout({ type, data }: PaidOut): PaidOutRow {
  const runId = type === 'PayoutSettled' ? data.payoutId : data.runId;
  if (type === 'PayoutFeePaid')
    return { id: `${runId}-fee`, type: 'platform_fee', description: 'Platform fee: Rent payout' };
  const id = `${runId}-${data.wallet}`;
  return TO_HOLDERS.test(runId)
    ? { id, type: 'monthly_payout', description: 'Monthly payout' }
    : { id, type: 'rlusd_payment', description: 'RLUSD payout' };
}
