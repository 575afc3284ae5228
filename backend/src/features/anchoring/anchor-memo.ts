/**
 * How the head of the log is written to the ledger: an AccountSet of the issuer that changes nothing, with a memo.
 * Pure.
 */
import { ANCHOR_MEMO, ANCHOR_MEMO_1 } from '@tknest/contracts/rules';
import { hexOf, memoOf } from '#platform/ledger/memo.js';
import type { LogHead } from './anchor.decider.js';

const HASH = /^[0-9a-f]{64}$/;

/** The transaction, still without fee, ticket and last ledger. Anchors ordered by older programs have no root. */
export const anchorTransaction = (
  issuer: string,
  { position, headHash, root, key }: LogHead,
): Record<string, unknown> => ({
  TransactionType: 'AccountSet',
  Account: issuer,
  Memos: [
    root
      ? memoOf(ANCHOR_MEMO, JSON.stringify({ size: position, root, head: headHash, key }))
      : memoOf(ANCHOR_MEMO_1, JSON.stringify({ position, hash: headHash })),
  ],
});

type Said = Record<string, any>;
const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
const READ: Record<string, (said: Said) => LogHead | null> = {
  [hexOf(ANCHOR_MEMO_1.type)]: ({ position, hash }) =>
    isSize(position) && HASH.test(hash) ? { position, headHash: hash } : null,
  [hexOf(ANCHOR_MEMO.type)]: ({ size, root, head, key }) =>
    isSize(size) && [root, head, key].every((hash) => HASH.test(hash))
      ? { position: size, headHash: head, root, key }
      : null,
};

/** The anchor in a validated transaction; null if it is not an anchor of this account. */
export function readAnchor(tx: Record<string, any>, issuer: string): LogHead | null {
  if (tx.Account !== issuer || tx.TransactionType !== 'AccountSet') return null;
  for (const { Memo } of tx.Memos ?? []) {
    const read = READ[Memo?.MemoType];
    if (!read) continue;
    try {
      const head = read(JSON.parse(Buffer.from(Memo.MemoData, 'hex').toString('utf8')));
      if (head) return head;
    } catch {
      // Not made by this platform, whatever its type says.
    }
  }
  return null;
}
