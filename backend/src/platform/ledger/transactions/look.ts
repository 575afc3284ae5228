import type { LedgerPort } from '../ledger-port.js';
import { soughtOf } from '../submissions/submission.js';
import type { Fate, UnderWay } from './decide.js';
import type { TransactionOwner } from './group.js';

/** Up to this many transactions are queried by hash; for more, the account's history is faster. */
const BY_HASH_MAX = 3;
const PENDING: Fate = { kind: 'pending' };

type Looks = Pick<LedgerPort, 'conclude' | 'history'>;

/**
 * The outcome of each. The history is only read as far back as transactions may still be pending: one that it does not
 * show is pending until it expires, and is then looked up by its hash. @throws LedgerUnavailable
 */
export async function fatesOf(
  ledger: Looks,
  account: string,
  transactions: readonly UnderWay[],
  index: number,
  withoutHistory?: TransactionOwner['withoutHistory'],
): Promise<Map<string, Fate>> {
  const open = transactions.filter(({ lastLedgerSequence }) => lastLedgerSequence >= index);
  const fates = open.length > BY_HASH_MAX ? await seenInHistory(ledger, account, open, index) : new Map<string, Fate>();
  for (const one of transactions) {
    if (fates.has(one.hash)) continue;
    const isQuick = open.length > BY_HASH_MAX && open.includes(one);
    const fate = isQuick ? PENDING : await ledger.conclude(soughtOf(account, one));
    fates.set(one.hash, fate.kind === 'unknown' && withoutHistory ? await withoutHistory(account, one) : fate);
  }
  return fates;
}

async function seenInHistory(
  ledger: Looks,
  account: string,
  open: readonly UnderWay[],
  index: number,
): Promise<Map<string, Fate>> {
  const sought = new Set(open.map(({ hash }) => hash));
  const from = Math.min(...open.map(({ preparedAt }) => preparedAt)) + 1;
  const seen = new Map<string, Fate>();
  if (from > index) return seen;
  for await (const { hash, tx: transaction, ...one } of ledger.history(account, from, index)) {
    const { result, ledgerIndex, delivered } = one;
    if (sought.has(hash)) seen.set(hash, { kind: 'validated', result, ledgerIndex, delivered, transaction });
  }
  return seen;
}
