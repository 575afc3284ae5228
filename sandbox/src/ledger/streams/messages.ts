import type { TransactionPlace } from '../chain/history.js';
import type { ClosedLedger } from '../chain/ledger.js';
import { RESULTS, type ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { readerOf } from '../state/overlay.js';
import { feesOf } from '../state/accounts.js';
import { isoTime } from '../api/time.js';
import { ctid, withDeliverMax, withDeliveredAmount } from '../api/transaction-json.js';

/** What a subscription to the ledger stream is answered with, and what every close repeats. */
export function ledgerStreamFields({ header, state }: ClosedLedger, validatedLedgers: string): object {
  const { base, reserveBase, reserveIncrement } = feesOf(readerOf(state));
  return {
    fee_base: Number(base),
    ledger_hash: header.hash,
    ledger_index: header.index,
    ledger_time: header.closeTime,
    network_id: header.networkId,
    reserve_base: Number(reserveBase),
    reserve_inc: Number(reserveIncrement),
    validated_ledgers: validatedLedgers,
  };
}

export const ledgerClosedMessage = (ledger: ClosedLedger, validatedLedgers: string): object => ({
  type: 'ledgerClosed',
  ...ledgerStreamFields(ledger, validatedLedgers),
  txn_count: ledger.transactions.length,
});

/** A ledger's changes of order books: always empty here (rippled: computeBookChanges). */
export const bookChangesMessage = ({ header }: ClosedLedger): object => ({
  type: 'bookChanges',
  validated: true,
  ledger_index: header.index,
  ledger_hash: header.hash,
  ledger_time: header.closeTime,
  changes: [],
});

const outcome = (result: ResultName): object => ({
  engine_result: result,
  engine_result_code: RESULTS[result].code,
  engine_result_message: RESULTS[result].message,
});

/** A transaction of a closed ledger. Version 1 puts the hash inside, version 2 beside it. */
export function validatedMessage({ ledger, position, transaction }: TransactionPlace, apiVersion: 1 | 2): object {
  const { index, hash, closeTime } = ledger.header;
  const { id, json, meta } = transaction;
  const shown = { ...withDeliverMax(json, apiVersion), date: closeTime };
  return {
    type: 'transaction',
    ...outcome(meta.TransactionResult),
    ledger_hash: hash,
    ledger_index: index,
    close_time_iso: isoTime(closeTime),
    ctid: ctid(ledger.header, position),
    meta: withDeliveredAmount(meta, json),
    ...(apiVersion === 1 ? { transaction: { ...shown, hash: id } } : { tx_json: shown, hash: id }),
    validated: true,
    status: 'closed',
  };
}

/** A transaction that got into the open ledger: nothing about it is certain yet. */
export function proposedMessage(tx: Transaction, result: ResultName, ledgerIndex: number, apiVersion: 1 | 2): object {
  const shown = withDeliverMax(tx.json, apiVersion);
  return {
    type: 'transaction',
    ...outcome(result),
    ledger_current_index: ledgerIndex,
    ...(apiVersion === 1 ? { transaction: { ...shown, hash: tx.id } } : { tx_json: shown, hash: tx.id }),
    validated: false,
    status: 'proposed',
  };
}
