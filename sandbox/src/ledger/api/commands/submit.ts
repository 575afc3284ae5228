import { readTransaction, UnreadableTransaction } from '../../codec/transaction-reader.js';
import { baseFee } from '../../engine/fees.js';
import { localFault } from '../../engine/local-checks.js';
import { RESULTS } from '../../engine/results.js';
import { signatureFault } from '../../engine/signatures.js';
import type { Transaction } from '../../engine/transaction.js';
import { BASE_LEVEL } from '../../open-ledger/fee-level.js';
import type { QueueResult } from '../../open-ledger/tx-queue.js';
import { readAccount } from '../../state/accounts.js';
import { ApiError, expectedField } from '../errors.js';
import type { Answer, Command, RequestContext } from '../request.js';

const DEPRECATED =
  "Signing support in the 'submit' command has been deprecated and will be removed in a future version of the server. Please migrate to a standalone signing tool.";

/** submit: hands in a signed transaction. The answer is provisional; only a validated ledger is final. */
export const submit: Command = (context) => {
  const blob = context.params['tx_blob'];
  if (blob === undefined) throw new ApiError('invalidParams', "Missing field 'secret'.", { deprecated: DEPRECATED });
  if (typeof blob !== 'string' || !/^(?:[0-9A-Fa-f]{2})+$/.test(blob)) throw new ApiError('invalidParams');
  return handIn(context, read(blob));
};

/** Accepts a transaction in any form, and describes its outcome. */
export async function handIn(context: RequestContext, tx: Transaction): Promise<Answer> {
  const { services } = context;
  const failHard = context.params['fail_hard'];
  // Signatures are checked off the main thread, but transactions are applied in the order they came.
  // What cannot be checked is not signed.
  const fault = signatureFault(tx.json)
    .catch((error: Error) => error.message)
    .then((reason) => reason ?? localFault(tx.json));
  let reason: string | undefined;
  return services.inOrder(
    fault.then((found) => (reason = found)),
    () => {
      if (reason !== undefined) throw invalid(`fails local checks: ${reason}`);
      if (failHard !== undefined && typeof failHard !== 'boolean') throw expectedField('fail_hard', 'boolean');
      return apply(context, tx, failHard ?? false);
    },
  );
}

const invalid = (exception: string): ApiError =>
  new ApiError('invalidTransaction', undefined, { error_exception: exception });

function read(blob: string): Transaction {
  try {
    return readTransaction(blob.toUpperCase());
  } catch (error) {
    if (error instanceof UnreadableTransaction) throw invalid(error.message);
    throw error;
  }
}

function apply({ node }: RequestContext, tx: Transaction, failHard: boolean): Answer {
  let answer: Answer | undefined;
  node.submit(tx, { failHard }, (result) => (answer = describe(node, tx, result, failHard)));
  return answer!;
}

/**
 * The state of account and ledger right after this transaction, before others that it set free (rippled:
 * getCurrentLedgerState).
 */
function describe(
  node: RequestContext['node'],
  tx: Transaction,
  { result, applied, queued }: QueueResult,
  failHard: boolean,
): Answer {
  const kept = !failHard || result === 'tesSUCCESS';
  const next = readAccount(node.open.state, tx.account)?.Sequence ?? 0;
  const available = node.kept.available(tx.account, node.queue.of(tx.account)?.nextSequence(next) ?? next);
  const cost = (node.queue.metrics.requiredLevel(node.open.size) * baseFee(node.open.state, tx)) / BASE_LEVEL;
  return {
    accepted: applied || queued || kept,
    account_sequence_available: next === 0 ? 0 : available,
    account_sequence_next: next,
    applied,
    broadcast: false,
    engine_result: result,
    engine_result_code: RESULTS[result].code,
    engine_result_message: RESULTS[result].message,
    kept,
    open_ledger_cost: cost.toString(),
    queued,
    tx_blob: tx.blob,
    tx_json: { ...tx.json, hash: tx.id },
    validated_ledger_index: node.validated.header.index,
  };
}
