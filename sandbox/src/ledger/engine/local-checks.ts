import { ACCOUNT_ZERO } from '../codec/account-id.js';
import { serialize, holdsAccount } from '../codec/serializer.js';
import type { TransactionJson } from './transaction.js';

const MAX_MEMO_BYTES = 1024;
const URL_CHARACTERS = /^[0-9A-Za-z\-._~:/?#[\]@!$&'()*+,;=%]*$/;
/** tfInnerBatchTxn: only on transactions inside a batch, which are not submitted by themselves. */
const INNER_BATCH = 0x40000000;
const PSEUDO = ['EnableAmendment', 'SetFee', 'UNLModify'];

/**
 * What a server refuses before it looks at any ledger, with rippled's reasons (STTx.cpp: passesLocalChecks).
 */
export function localFault(tx: TransactionJson): string | undefined {
  if ((tx.Flags ?? 0) & INNER_BATCH) return 'Batch inner transactions are never considered validly signed.';
  return (
    memoFault(tx.Memos) ??
    accountFault(tx) ??
    (PSEUDO.includes(tx.TransactionType) ? 'Cannot submit pseudo transactions.' : undefined)
  );
}

function memoFault(memos: readonly unknown[] | undefined): string | undefined {
  if (!memos) return undefined;
  // Headers of the array itself do not count: one byte before and one after.
  if (serialize({ Memos: memos }).length - 2 > MAX_MEMO_BYTES) return 'The memo exceeds the maximum allowed size.';
  for (const element of memos as Record<string, Record<string, string>>[]) {
    const memo = element['Memo'];
    if (!memo) return 'A memo array may contain only Memo objects.';
    for (const [name, hex] of Object.entries(memo)) {
      if (!['MemoType', 'MemoData', 'MemoFormat'].includes(name))
        return 'A memo may contain only MemoType, MemoData or MemoFormat fields.';
      if (name !== 'MemoData' && !URL_CHARACTERS.test(Buffer.from(hex, 'hex').toString('latin1')))
        return 'The MemoType and MemoFormat fields may only contain characters that are allowed in URLs under RFC 3986.';
    }
  }
  return undefined;
}

function accountFault(tx: TransactionJson): string | undefined {
  for (const [name, value] of Object.entries(tx))
    if (value === ACCOUNT_ZERO && holdsAccount(name)) return 'An account field is invalid.';
  return undefined;
}
