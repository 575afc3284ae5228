/** What the ledger has and the log does not: rows of their own, which are added to nothing. */
import {
  isPlatformAccountName,
  PLATFORM_ACCOUNT_NAMES,
  type EverythingReconciled,
  type LedgerReconciled,
  type MovedTransaction,
} from '@tknest/contracts/events';
import type { Books } from './books.js';

const keyOf = (account: string, hash: string) => `${account}/${hash}`;

/** A stretch of the ledger was compared for one account. */
export function compared(books: Books, { account, toLedger, unexplained }: LedgerReconciled['data']): void {
  if (!isPlatformAccountName(account)) return;
  books.comparedTo.set(account, Math.max(toLedger, books.comparedTo.get(account) ?? 0));
  for (const one of unexplained) books.unexplained.set(keyOf(account, one.hash), { account, ...one });
}

/** Every account was compared from the first ledger; a node without all ledgers takes no row back. */
export function comparedWhole(books: Books, { toLedger, complete, unexplained }: EverythingReconciled['data']): void {
  if (complete)
    for (const [key, { ledgerIndex }] of books.unexplained) if (ledgerIndex <= toLedger) books.unexplained.delete(key);
  for (const one of unexplained) books.unexplained.set(keyOf(one.account, one.hash), one);
  if (complete)
    for (const account of PLATFORM_ACCOUNT_NAMES)
      books.comparedTo.set(account, Math.max(toLedger, books.comparedTo.get(account) ?? 0));
}

/** The log tells a transaction after all: it is explained. */
export function explained({ unexplained }: Books, { hash, inEscrow }: MovedTransaction): void {
  if (unexplained.size === 0) return;
  for (const account of PLATFORM_ACCOUNT_NAMES)
    if ((account === 'payoutEscrow') === inEscrow) unexplained.delete(keyOf(account, hash));
}
