import type { PayoutFeePaid, PayoutSettled, UnclaimedPaid } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { toSequence } from '../../../../platform/event-store/positions.js';

export type PaidOut = RecordedEvent & (PayoutSettled | UnclaimedPaid | PayoutFeePaid);

export const isPayout = (event: RecordedEvent): event is PaidOut =>
  event.type === 'PayoutSettled' || event.type === 'UnclaimedPaid' || event.type === 'PayoutFeePaid';

/** Runs of rent shares; what is paid by hand or sent back is an RLUSD payment like any other. */
const TO_HOLDERS = /^(payback|due)-/;

/** A row that is complete from the beginning. */
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

/** Inserts the row of one line, or of a run's fee; the property's name is that of its purchases. */
export async function insertPaidOut(event: PaidOut, row: PaidOutRow, tx: EntityManager): Promise<void> {
  const { wallet, amount, propertyId, hash, ledgerIndex } = event.data;
  await tx.query(
    `insert into transactions (id, seq, payment_id, leg, status, type, description, user_wallet, counterparty, amount, currency, property_id, property_name, at, tx_hash, ledger_index)
     select $1, $2, null, 'payout', 'completed', $3, case when p.name is null then $4 else $4 || ' for ' || p.name end, $5, 'payout escrow', $6, 'RLUSD', $7::int, p.name, $8, $9, $10
     from (select (select property_name from transactions where property_id = $7::int and property_name is not null limit 1) as name) p`,
    [
      row.id,
      BigInt(toSequence(event.position)) * 2n,
      row.type,
      row.description,
      wallet,
      amount,
      propertyId,
      event.at,
      hash,
      ledgerIndex,
    ],
  );
}
