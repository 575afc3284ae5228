import { toHex } from '../../codec/hash.js';
import { serialize } from '../../codec/serializer.js';
import type { TransactionPlace } from '../../chain/history.js';
import type { Transaction } from '../../engine/transaction.js';
import { ApiError } from '../errors.js';
import { isTrue } from '../params.js';
import type { Answer, Command, RequestContext } from '../request.js';
import { ctid, ledgerFieldsV2, validatedJson, withDeliverMax, withDeliveredAmount } from '../transaction-json.js';
import { chooseLedger } from '../ledger-choice.js';

/** Ledgers that a range may span (rippled: MAX_RANGE). */
const MAX_RANGE = 1000;

/** tx: one transaction by its hash or its compact identifier, with where and how it ended if it did. */
export const tx: Command = (context) => {
  const { node, params, apiVersion } = context;
  const id = idParam(context);
  const range = rangeParam(params['min_ledger'], params['max_ledger']);
  const place = id === undefined ? undefined : node.history.transaction(id);
  // A transaction that exists is returned even if it is outside the range, which only affects what a failed search
  // proves.
  if (place) return isTrue(params['binary']) ? binary(place, apiVersion) : json(place, apiVersion);
  const pending = id === undefined ? undefined : node.seen.get(id);
  if (pending) return unvalidated(pending, isTrue(params['binary']), apiVersion);
  throw new ApiError('txnNotFound', undefined, range && { searched_all: searchedAll(context, range) });
};

type Range = readonly [first: number, last: number];

function idParam({ node, params }: RequestContext): string | undefined {
  const { transaction, ctid: compact } = params;
  if (transaction !== undefined && compact !== undefined) throw new ApiError('invalidParams');
  if (transaction !== undefined) {
    if (typeof transaction !== 'string' || !/^[0-9A-Fa-f]{64}$/.test(transaction)) throw new ApiError('notImpl');
    return transaction.toUpperCase();
  }
  const match = typeof compact === 'string' ? /^C([0-9A-F]{7})([0-9A-F]{4})([0-9A-F]{4})$/i.exec(compact) : null;
  if (!match) throw new ApiError('invalidParams');
  const network = Number.parseInt(match[3]!, 16);
  if (network !== node.validated.header.networkId)
    throw new ApiError(
      'wrongNetwork',
      `Wrong network. You should submit this request to a node running on NetworkID: ${network}`,
    );
  const ledger = node.history.at(Number.parseInt(match[1]!, 16));
  return ledger?.transactions[Number.parseInt(match[2]!, 16)]?.id;
}

function rangeParam(first: unknown, last: unknown): Range | undefined {
  if (first === undefined || last === undefined) return undefined;
  if (typeof first !== 'number' || typeof last !== 'number' || last < first || first < 0)
    throw new ApiError('invalidLgrRange');
  if (last - first > MAX_RANGE) throw new ApiError('excessiveLgrRange');
  return [first, last];
}

/** rippled counts the ledgers among its stored transactions: an empty ledger counts as not searched. */
const searchedAll = ({ node }: RequestContext, [first, last]: Range): boolean =>
  node.history.busyLedgers(first, last) === last - first + 1;

function json(place: TransactionPlace, apiVersion: 1 | 2): Answer {
  const { ledger, position, transaction } = place;
  const meta = withDeliveredAmount(transaction.meta, transaction.json);
  if (apiVersion === 1) return { ...validatedJson(place, 1), meta, validated: true };
  return {
    ...ledgerFieldsV2(ledger),
    ctid: ctid(ledger.header, position),
    hash: transaction.id,
    meta,
    tx_json: validatedJson(place, 2),
    validated: true,
  };
}

function binary({ ledger, position, transaction }: TransactionPlace, apiVersion: 1 | 2): Answer {
  const { index, closeTime } = ledger.header;
  const meta = toHex(serialize(transaction.meta as never));
  const common = { ctid: ctid(ledger.header, position), hash: transaction.id, validated: true };
  if (apiVersion === 1)
    return { ...common, date: closeTime, inLedger: index, ledger_index: index, meta, tx: transaction.blob };
  return { ...common, ...ledgerFieldsV2(ledger), meta_blob: meta, tx_blob: transaction.blob };
}

function unvalidated(pending: Transaction, asBinary: boolean, apiVersion: 1 | 2): Answer {
  if (asBinary) return { [apiVersion === 1 ? 'tx' : 'tx_blob']: pending.blob, hash: pending.id, validated: false };
  const shown = withDeliverMax(pending.json, apiVersion);
  if (apiVersion === 1) return { ...shown, hash: pending.id, validated: false };
  return { hash: pending.id, tx_json: shown, validated: false };
}

/** transaction_entry: a transaction in one given closed ledger, and in no other. */
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

/** As many as one answer holds (rippled: `getTxHistory`). */
const PAGE = 20;

/** tx_history: the newest validated transactions after `start` of them; API version 1 alone has it. */
export const txHistory: Command = ({ node, params, apiVersion }): Answer => {
  if (apiVersion !== 1) throw new ApiError('unknownCmd');
  const { start } = params;
  if (typeof start !== 'number' || !Number.isInteger(start) || start < 0) throw new ApiError('invalidParams');
  return { index: start, txs: node.history.newest(start, PAGE).map((place) => validatedJson(place, 1)) };
};
