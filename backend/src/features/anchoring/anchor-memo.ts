/**
 * How the head of the log is written to the ledger: an AccountSet of the issuer that changes nothing, with a memo.
 * Pure.
 */
import { ANCHOR_MEMO } from '@tknest/contracts/rules';
import { hexOf, memoOf } from '#platform/ledger/notation.js';
import type { LogHead } from './anchor.decider.js';

const HASH = /^[0-9a-f]{64}$/;

/** The transaction, still without fee, ticket and last ledger. */
export const anchorTransaction = (
  issuer: string,
  { position, headHash, root, key }: LogHead,
): Record<string, unknown> => ({
  TransactionType: 'AccountSet',
  Account: issuer,
  Memos: [memoOf(ANCHOR_MEMO, JSON.stringify({ size: position, root, head: headHash, key }))],
});

const MEMO_TYPE = hexOf(ANCHOR_MEMO.type);

const headIn = ({ size, root, head, key }: Record<string, any>): LogHead | null =>
  Number.isSafeInteger(size) && size > 0 && [root, head, key].every((hash) => HASH.test(hash))
    ? { position: size, headHash: head, root, key }
    : null;

/** The anchor in a validated transaction; null if it is not an anchor of this account. */
export function readAnchor(tx: Record<string, any>, issuer: string): LogHead | null {
  if (tx.Account !== issuer || tx.TransactionType !== 'AccountSet') return null;
  for (const { Memo } of tx.Memos ?? []) {
    if (Memo?.MemoType !== MEMO_TYPE) continue;
    try {
      const head = headIn(JSON.parse(Buffer.from(Memo.MemoData, 'hex').toString('utf8')));
      if (head) return head;
    } catch {
      // Not made by this platform, whatever its type says.
    }
  }
  return null;
}
