import { accountId } from '../codec/account-id.js';
import { compareSequence, type Transaction } from '../engine/transaction.js';
import { HashTree } from '../state/hash-tree.js';

/**
 * The order in which a ledger applies its transactions: accounts in an unpredictable order (salted with the hash of the
 * whole set), and each account's own by sequence, then by ticket (rippled: CanonicalTXSet).
 */
export function canonicalOrder(transactions: readonly Transaction[]): Transaction[] {
  const salt = setHash(transactions);
  const keys = new Map<string, string>();
  const keyOf = (account: string): string => {
    let key = keys.get(account);
    if (key === undefined) keys.set(account, (key = salted(account, salt)));
    return key;
  };
  return [...transactions].sort((a, b) => {
    if (a.account !== b.account) return keyOf(a.account) < keyOf(b.account) ? -1 : 1;
    return compareSequence(a.sequence, b.sequence) || (a.id < b.id ? -1 : 1);
  });
}

/**
 * The set's own hash: the root of a tree over the transactions without metadata, where a leaf's hash is the
 * transaction's.
 */
function setHash(transactions: readonly Transaction[]): Buffer {
  const tree = HashTree.empty<Transaction>((id) => Buffer.from(id, 'hex'));
  return tree.with(transactions.map((tx) => [tx.id, tx])).hash();
}

function salted(account: string, salt: Buffer): string {
  const key = Buffer.from(salt);
  for (const [i, byte] of accountId(account).entries()) key[i]! ^= byte;
  return key.toString('hex');
}
