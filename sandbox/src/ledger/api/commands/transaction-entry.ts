import { ApiError } from '../errors.js';
import { chooseLedger } from '../ledger-choice.js';
import type { Command } from '../request.js';
import { ledgerFieldsV2, withDeliverMax } from '../transaction-json.js';

/** transaction_entry: a transaction as it stands in one closed ledger, and in no other. */
export const transactionEntry: Command = ({ node, params, apiVersion }) => {
  const { closed, fields } = chooseLedger(node, params);
  const { tx_hash: wanted } = params;
  if (wanted === undefined) throw new ApiError('fieldNotFoundTransaction', undefined, fields);
  if (!closed) throw new ApiError('notYetImplemented', undefined, fields);
  if (typeof wanted !== 'string' || !/^[0-9A-Fa-f]{64}$/.test(wanted))
    throw new ApiError('malformedRequest', undefined, fields);
  const found = closed.transactions.find(({ id }) => id === wanted.toUpperCase());
  if (!found) throw new ApiError('transactionNotFound', undefined, fields);
  const { id, json, meta } = found;
  if (apiVersion === 1) return { ...fields, metadata: meta, tx_json: { ...withDeliverMax(json, 1), hash: id } };
  return { ...fields, ...ledgerFieldsV2(closed), hash: id, meta, tx_json: withDeliverMax(json, 2) };
};
