import { toHex } from '../../codec/hash.js';
import { serialize } from '../../codec/serializer.js';
import { CLOSE_TIME_RESOLUTION, type ClosedLedger, headerBytes, type LedgerTransaction } from '../../chain/ledger.js';
import { transactionFrom } from '../../codec/transaction-reader.js';
import { ApiError } from '../errors.js';
import { chooseLedger, closedChoice, type LedgerChoice, openChoice } from '../ledger-choice.js';
import { isTrue } from '../params.js';
import type { Answer, Command, RequestContext } from '../request.js';
import { humanTime, isoTime } from '../time.js';
import { ledgerFieldsV2, withDeliverMax, withDeliveredAmount } from '../transaction-json.js';

const CHOICES = ['ledger', 'ledger_hash', 'ledger_index'];

/**
 * ledger: a ledger's header, and on request its transactions by hash or in full. Without a choice: the closed and the
 * open one.
 */
export const ledger: Command = (context) => {
  const { node, params } = context;
  if (!CHOICES.some((name) => params[name] !== undefined))
    return { closed: describe(context, closedChoice(node.validated)), open: describe(context, openChoice(node)) };
  const choice = chooseLedger(node, params);
  const queue = isTrue(params['queue']);
  if (queue && choice.closed) throw new ApiError('invalidParams');
  return {
    ledger: describe(context, choice),
    ...(queue && node.queue.size > 0 && { queue_data: queueData(context) }),
    ...choice.fields,
  };
};

/** A header as `ledger` and `ledger_data` show it. */
export function headerJson({ header }: ClosedLedger, apiVersion: 1 | 2, binary = false): Answer {
  if (binary) return { closed: true, ledger_data: toHex(headerBytes(header)) };
  return {
    account_hash: header.accountHash,
    close_flags: 0,
    close_time: header.closeTime,
    close_time_human: humanTime(header.closeTime),
    close_time_iso: isoTime(header.closeTime),
    close_time_resolution: CLOSE_TIME_RESOLUTION,
    closed: true,
    ledger_hash: header.hash,
    ledger_index: apiVersion === 1 ? String(header.index) : header.index,
    parent_close_time: header.parentCloseTime,
    parent_hash: header.parentHash,
    total_coins: header.totalCoins.toString(),
    transaction_hash: header.transactionHash,
  };
}

function describe(context: RequestContext, { closed, index }: LedgerChoice): Answer {
  const { node, params, apiVersion } = context;
  const header = closed
    ? headerJson(closed, apiVersion, isTrue(params['binary']))
    : {
        closed: false,
        ledger_index: apiVersion === 1 ? String(index) : index,
        parent_hash: node.validated.header.hash,
      };
  if (!isTrue(params['transactions'])) return header;
  const expand = isTrue(params['expand']);
  if (!closed)
    return {
      ...header,
      transactions: [...node.open.transactions].map((t) => (expand ? pending(t.json, t.id, apiVersion) : t.id)),
    };
  // By hash, as the transaction tree has them; the order of application is meta.TransactionIndex.
  const sorted = [...closed.transactions].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...header, transactions: sorted.map((t) => (expand ? expanded(context, closed, t) : t.id)) };
}

function expanded(
  { params, apiVersion }: RequestContext,
  closed: ClosedLedger,
  transaction: LedgerTransaction,
): Answer {
  const { id, blob, json, meta } = transaction;
  if (isTrue(params['binary'])) {
    const metaHex = toHex(serialize(meta as never));
    return apiVersion === 1 ? { meta: metaHex, tx_blob: blob } : { hash: id, meta_blob: metaHex, tx_blob: blob };
  }
  const shown = withDeliverMax(json, apiVersion);
  const delivered = withDeliveredAmount(meta, json);
  if (apiVersion === 1) return { ...shown, hash: id, metaData: delivered };
  return { ...ledgerFieldsV2(closed), hash: id, meta: delivered, tx_json: shown, validated: true };
}

const pending = (json: LedgerTransaction['json'], id: string, apiVersion: 1 | 2): Answer =>
  apiVersion === 1
    ? { ...withDeliverMax(json, 1), hash: id }
    : { hash: id, tx_json: withDeliverMax(json, 2), validated: false };

function queueData({ node, apiVersion }: RequestContext): Answer[] {
  return node.queue.byFee(node.validated.header.hash).map(({ tx, level, consequences, retries }) => ({
    account: tx.account,
    auth_change: consequences.blocker,
    fee: tx.fee.toString(),
    fee_level: level.toString(),
    ...(tx.lastLedger !== undefined && { LastLedgerSequence: tx.lastLedger }),
    max_spend_drops: (tx.fee + consequences.potentialSpend).toString(),
    preflight_result: 'tesSUCCESS',
    retries_remaining: retries,
    tx: pending(transactionFrom(tx.json).json, tx.id, apiVersion),
  }));
}

/** ledger_accept: closes the open ledger, after all submissions that came before it. */
export const ledgerAccept: Command = async ({ node, services }) => {
  await services.closeLedger();
  return { ledger_current_index: node.open.index };
};

/** ledger_closed: the newest closed ledger. */
export const ledgerClosed: Command = ({ node }) => ({
  ledger_hash: node.validated.header.hash,
  ledger_index: node.validated.header.index,
});

/** ledger_current: the index of the open ledger. */
export const ledgerCurrent: Command = ({ node }) => ({ ledger_current_index: node.open.index });
