import { isAddress } from '../../codec/account-id.js';
import { toHex } from '../../codec/hash.js';
import { serialize } from '../../codec/serializer.js';
import { transactionFrom, UnreadableTransaction, readTransaction } from '../../codec/transaction-reader.js';
import { buildMetadata, type Metadata } from '../../chain/metadata.js';
import { applyTransaction } from '../../engine/apply.js';
import type { LedgerView } from '../../engine/ledger-view.js';
import { RESULTS } from '../../engine/results.js';
import type { Transaction, TransactionJson } from '../../engine/transaction.js';
import { feesOf, readAccount } from '../../state/accounts.js';
import { Overlay } from '../../state/overlay.js';
import { ApiError, expectedField, invalidField, missingField } from '../errors.js';
import { isTrue } from '../params.js';
import type { Answer, Command, RequestContext } from '../request.js';
import { withDeliveredAmount } from '../transaction-json.js';

/** simulate: what an unsigned transaction would do to the open ledger, without doing it. */
export const simulate: Command = (context) => {
  const tx = transactionOf(context);
  const trial = new Overlay(context.node.open.state);
  const { index, parent } = context.node.open;
  let meta: Metadata | undefined;
  const ledger: LedgerView = {
    state: trial,
    index,
    parent,
    open: true,
    unsigned: true,
    has: () => false,
    record: (applied) => void (meta = buildMetadata({ ...applied, transactionIndex: 0, ledgerIndex: index })),
  };
  const { result, applied } = applyTransaction(ledger, tx);
  const text = result === 'tesSUCCESS' ? 'The simulated transaction would have been applied.' : RESULTS[result].message;
  return {
    applied,
    engine_result: result,
    engine_result_code: RESULTS[result].code,
    engine_result_message: text,
    ledger_index: index,
    ...shown(context, tx, meta),
  };
};

function shown({ params }: RequestContext, tx: Transaction, meta: Metadata | undefined): Answer {
  if (isTrue(params['binary']))
    return { ...(meta && { meta_blob: toHex(serialize(meta as never)) }), tx_blob: tx.blob };
  return { ...(meta && { meta: withDeliveredAmount(meta, tx.json) }), tx_json: { ...tx.json, hash: tx.id } };
}

/** The transaction with optional fields filled in (rippled: Simulate.cpp). */
function transactionOf({ node, params }: RequestContext): Transaction {
  for (const secret of ['secret', 'seed', 'seed_hex', 'passphrase'])
    if (params[secret] !== undefined) throw invalidField(secret);
  const { tx_json: json, tx_blob: blob } = params;
  if (json !== undefined && blob !== undefined)
    throw new ApiError('invalidParams', 'Can only include one of `tx_blob` and `tx_json`.');
  if (json === undefined && blob === undefined)
    throw new ApiError('invalidParams', 'Neither `tx_blob` nor `tx_json` included.');
  const given = blob === undefined ? objectParam(json) : readBlob(blob);
  if (given['TransactionType'] === undefined) throw missingField('tx.TransactionType');
  if (given['Account'] === undefined) throw missingField('tx.Account');
  if (!isAddress(given['Account'])) throw new ApiError('srcActMalformed', "Invalid field 'tx.Account'.");
  if (given['TxnSignature']) throw new ApiError('transactionSigned');
  const account = readAccount(node.open.state, given['Account']);
  if (!account && given['Sequence'] === undefined) throw new ApiError('srcActNotFound');
  const filled = {
    Fee: feesOf(node.open.state).base.toString(),
    SigningPubKey: '',
    TxnSignature: '',
    Sequence: given['TicketSequence'] === undefined ? account?.Sequence : 0,
    ...given,
  };
  try {
    return transactionFrom(filled as TransactionJson);
  } catch (error) {
    throw new ApiError('invalidTransaction', undefined, { error_exception: (error as Error).message });
  }
}

function objectParam(value: unknown): Answer {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw expectedField('tx_json', 'object');
  return value as Answer;
}

function readBlob(blob: unknown): Answer {
  if (typeof blob !== 'string' || !/^(?:[0-9A-Fa-f]{2})+$/.test(blob)) throw invalidField('tx_blob');
  try {
    return { ...readTransaction(blob.toUpperCase()).json };
  } catch (error) {
    if (error instanceof UnreadableTransaction) throw invalidField('tx_blob');
    throw error;
  }
}
