import type { ClosedLedger, LedgerHeader } from '../chain/ledger.js';
import type { Metadata } from '../chain/metadata.js';
import type { TransactionPlace } from '../chain/history.js';
import type { TransactionJson } from '../engine/transaction.js';
import type { Answer } from './request.js';
import { isoTime } from './time.js';

/**
 * A Payment's Amount is the most it may deliver: version 2 names it DeliverMax, version 1 shows both names (rippled:
 * insertDeliverMax).
 */
export function withDeliverMax(json: TransactionJson, apiVersion: 1 | 2): Answer {
  if (json.TransactionType !== 'Payment') return { ...json };
  const { Amount, ...rest } = json;
  return apiVersion === 1 ? { ...json, DeliverMax: Amount } : { ...rest, DeliverMax: Amount };
}

/** Transactions that deliver something to somebody. */
const DELIVERS = ['AccountDelete', 'CheckCash', 'Payment'];

/** Metadata with the amount that a successful payment actually delivered (rippled: insertDeliveredAmount). */
export function withDeliveredAmount(meta: Metadata, json: TransactionJson): Answer {
  const delivers = DELIVERS.includes(json.TransactionType) && meta.TransactionResult === 'tesSUCCESS';
  return delivers ? { ...meta, delivered_amount: meta.DeliveredAmount ?? json['Amount'] } : { ...meta };
}

/** Compact identifier: ledger index, place in it, network (XLS-37). */
export function ctid({ index, networkId }: LedgerHeader, position: number): string {
  const hex = (n: number, digits: number): string => n.toString(16).toUpperCase().padStart(digits, '0');
  return `C${hex(index, 7)}${hex(position, 4)}${hex(networkId, 4)}`;
}

/** A validated transaction as account_tx and tx show it inside `tx` or `tx_json`. */
export function validatedJson({ ledger, position, transaction }: TransactionPlace, apiVersion: 1 | 2): Answer {
  const { index, closeTime } = ledger.header;
  return {
    ...withDeliverMax(transaction.json, apiVersion),
    ctid: ctid(ledger.header, position),
    date: closeTime,
    ledger_index: index,
    ...(apiVersion === 1 && { hash: transaction.id, inLedger: index }),
  };
}

/** What version 2 puts beside `tx_json`. */
export const ledgerFieldsV2 = ({ header }: ClosedLedger): Answer => ({
  close_time_iso: isoTime(header.closeTime),
  ledger_hash: header.hash,
  ledger_index: header.index,
});
