import type { Conclusion, LedgerPort } from '../ledger-port.js';
import { soughtOf } from '../submissions/submission.js';
import type { UnderWay } from './decide.js';

/** Up to so many are asked for by their hash; of more, the account's history is the quicker look. */
const BY_HASH_MAX = 3;

type Looks = Pick<LedgerPort, 'conclude' | 'history'>;

/**
 * What became of each. The history is read no further back than to what may still come: what it does not show is
 * pending until its time is over, and then asked for by its hash. @throws LedgerUnavailable
 */
export async function fatesOf(
  ledger: Looks,
  account: string,
  transactions: readonly UnderWay[],
  index: number,
): Promise<Map<string, Conclusion>> {
  const open = transactions.filter(({ lastLedgerSequence }) => lastLedgerSequence >= index);
  const fates = open.length > BY_HASH_MAX ? await seenInHistory(ledger, account, open, index) : new Map();
  for (const one of transactions) {
    if (fates.has(one.hash)) continue;
    const isQuick = open.length > BY_HASH_MAX && open.includes(one);
    fates.set(one.hash, isQuick ? { kind: 'pending' } : await ledger.conclude(soughtOf(account, one)));
  }
  return fates;
}

async function seenInHistory(
  ledger: Looks,
  account: string,
  open: readonly UnderWay[],
  index: number,
): Promise<Map<string, Conclusion>> {
  const sought = new Set(open.map(({ hash }) => hash));
  const from = Math.min(...open.map(({ preparedAt }) => preparedAt)) + 1;
  const seen = new Map<string, Conclusion>();
  if (from > index) return seen;
  for await (const { hash, tx: transaction, ...one } of ledger.history(account, from, index)) {
    const { result, ledgerIndex, delivered } = one;
    if (sought.has(hash)) seen.set(hash, { kind: 'validated', result, ledgerIndex, delivered, transaction });
  }
  return seen;
}
