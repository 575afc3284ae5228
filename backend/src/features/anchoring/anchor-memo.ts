/** How the head of the log stands on the ledger: an AccountSet of the issuer that sets nothing, with a memo. Pure. */
import { ANCHOR_MEMO } from '@tknest/contracts/rules';
import { hexOf, memoOf } from '../../platform/ledger/memo.js';
import type { LogHead } from './anchor.decider.js';

const TYPE = hexOf(ANCHOR_MEMO.type);
const HASH = /^[0-9a-f]{64}$/;

/** The transaction, still without fee, ticket and last ledger. */
export const anchorTransaction = (issuer: string, { position, headHash }: LogHead): Record<string, unknown> => ({
  TransactionType: 'AccountSet',
  Account: issuer,
  Memos: [memoOf(ANCHOR_MEMO, JSON.stringify({ position, hash: headHash }))],
});

/** What a transaction of a validated ledger says of the log; null where it is no anchor of this account. */
export function readAnchor(tx: Record<string, any>, issuer: string): LogHead | null {
  if (tx.Account !== issuer || tx.TransactionType !== 'AccountSet') return null;
  for (const { Memo } of tx.Memos ?? []) {
    if (Memo?.MemoType !== TYPE) continue;
    try {
      const { position, hash } = JSON.parse(Buffer.from(Memo.MemoData, 'hex').toString('utf8'));
      if (Number.isSafeInteger(position) && position > 0 && HASH.test(hash)) return { position, headHash: hash };
    } catch {
      // Not of our making, whatever its type says.
    }
  }
  return null;
}
