import { transactionFrom } from '../../codec/transaction-reader.js';
import type { Transaction, TransactionJson } from '../../engine/transaction.js';
import { readAccount } from '../../state/accounts.js';
import { isAddress } from '../../codec/account-id.js';
import { ApiError, expectedField, invalidField, missingField } from '../errors.js';
import type { Command, RequestContext } from '../request.js';
import { handIn } from './submit.js';

/** submit_multisigned: hands in a transaction that several signed, in JSON (rippled: transactionSubmitMultiSigned). */
export const submitMultisigned: Command = (context) => handIn(context, read(context));

function read({ node, params }: RequestContext): Transaction {
  const json = params['tx_json'];
  if (json === undefined) throw missingField('tx_json');
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw expectedField('tx_json', 'object');
  const tx = json as TransactionJson;
  for (const field of ['TransactionType', 'Account', 'Sequence'] as const)
    if (tx[field] === undefined) throw missingField(`tx_json.${field}`);
  if (!isAddress(tx.Account)) throw new ApiError('srcActMalformed', "Invalid field 'tx_json.Account'.");
  if (!readAccount(node.open.state, tx.Account)) throw new ApiError('srcActNotFound');
  if (tx.Fee === undefined) throw missingField('tx_json.Fee');
  if (tx.SigningPubKey === undefined) throw missingField('tx_json.SigningPubKey');
  if (tx.SigningPubKey !== '')
    throw new ApiError('invalidParams', "When multi-signing 'tx_json.SigningPubKey' must be empty.");
  if (tx.Signers === undefined) throw missingField('tx_json.Signers');
  if (!Array.isArray(tx.Signers) || tx.Signers.length === 0) throw invalidField('tx_json.Signers');
  try {
    return transactionFrom(tx);
  } catch (error) {
    throw new ApiError('invalidTransaction', undefined, { error_exception: (error as Error).message });
  }
}
