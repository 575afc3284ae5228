import type { ActivityStatus, ActivityType, TransactionEnding } from '@tknest/contracts/api';
import { parseLedgerValue, toDecimal } from '@tknest/contracts/money';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';

export type Direction = 'in' | 'out';
/** A payment with which nothing went wrong keeps how it ended; callers see it as failed. */
export type MovementStatus = ActivityStatus | TransactionEnding;

/** Orders rows by the event behind them; each side of a payment has its own number. */
export const seqOf = ({ position }: RecordedEvent, direction: Direction): bigint =>
  BigInt(toSequence(position)) * 2n + (direction === 'out' ? 1n : 0n);

/** The amount that the ledger delivered, as decimal text with at most six decimal places. */
export const amountOf = (delivered: string): string => toDecimal(parseLedgerValue(delivered));

export interface NewMovement {
  id: string;
  wallet: string;
  type: ActivityType;
  direction: Direction;
  status: MovementStatus;
  counterparty?: string | null;
  propertyId?: number | null;
  amount?: string | null;
  fee?: string | null;
  tokens?: number | null;
  paymentId?: string | null;
  receipt?: string | null;
  /** The validated transaction that moved it; not set until there is one. */
  paid?: { hash: string; ledgerIndex: number };
}

/** Inserts a row, once. */
export async function insertMovement(row: NewMovement, event: RecordedEvent, tx: EntityManager): Promise<void> {
  const { counterparty = null, propertyId = null, amount = null, fee = null, tokens = null } = row;
  const { paymentId = null, receipt = null, paid } = row;
  const seq = seqOf(event, row.direction);
  await tx.query(
    `insert into movements (id, wallet, seq, settled_seq, at, date, type, direction, status, counterparty, property_id, amount, fee,
       tokens, payment_id, receipt, tx_hash, ledger_index)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) on conflict (id) do nothing`,
    [
      row.id,
      row.wallet,
      seq,
      paid ? seq : null,
      event.at,
      event.metadata.businessDate,
      row.type,
      row.direction,
      row.status,
      counterparty,
      propertyId,
      amount,
      fee,
      tokens,
      paymentId,
      receipt,
      paid?.hash ?? null,
      paid?.ledgerIndex ?? null,
    ],
  );
}
