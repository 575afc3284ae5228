/** How a ledger entry changed, from the chain of transactions that it carries. */
import type { LedgerTransaction } from './ledger-port.js';

/** An entry, as `ledger_entry` names it. */
export type EntryName =
  { account_root: string } | { ripple_state: { accounts: readonly [string, string]; currency: string } };

/** The fields of an entry, in the ledger's own words. */
export type EntryFields = Record<string, any>;

export interface EntryChange {
  ledgerIndex: number;
  closedAt: Date;
  /** From this transaction on. */
  fields: EntryFields;
}

export interface EntryChanges {
  /** As of the last validated ledger; null if there is no such entry. */
  now: EntryFields | null;
  /** Oldest first. */
  changes: EntryChange[];
  /** The ledger of a transaction that could not be found: changes up to it are unknown. Null if none is missing. */
  unknownTo: number | null;
}

export interface EntryNodes {
  entry(name: EntryName): Promise<EntryFields | null>;
  /** Null if no node has its ledger. */
  transaction(hash: string, ledgerIndex: number): Promise<(LedgerTransaction & { closedAt: Date }) | null>;
}

/** The most transactions to follow: an issuer's account is in the chain of every trust line that comes or goes. */
const TRANSACTIONS_MAX = 2_000;

/**
 * What changed an entry after a ledger. Each entry names the transaction that changed it last, and that transaction's
 * metadata name the one before (https://xrpl.org/docs/references/protocol/transactions/metadata, PreviousTxnID).
 * @param since the last ledger as of which the entry is known
 * @throws LedgerUnavailable
 */
export async function entryChanges(nodes: EntryNodes, name: EntryName, since: number): Promise<EntryChanges> {
  const now = await nodes.entry(name);
  const changes: EntryChange[] = [];
  let last = threadOf(now);
  for (let followed = 0; last && last.ledgerIndex > since; followed++) {
    const found = followed < TRANSACTIONS_MAX ? await nodes.transaction(last.hash, last.ledgerIndex) : null;
    if (!found) return { now, changes, unknownTo: last.ledgerIndex };
    const { ledgerIndex, closedAt } = found;
    const node = nodeOf(found, now!.index);
    // An account that a trust line came to or went from is linked, although none of its fields changed.
    const fields = node.FinalFields ?? node.NewFields;
    if (fields) changes.unshift({ ledgerIndex, closedAt, fields });
    last = threadOf(node);
  }
  return { now, changes, unknownTo: null };
}

const threadOf = (of: EntryFields | null) =>
  of?.PreviousTxnID ? { hash: of.PreviousTxnID as string, ledgerIndex: of.PreviousTxnLgrSeq as number } : null;

/** What the metadata of a transaction say about an entry. */
function nodeOf({ hash, meta }: LedgerTransaction, index: string): EntryFields {
  const nodes = meta.AffectedNodes.map((node: EntryFields) => node.ModifiedNode ?? node.CreatedNode);
  const found = nodes.find((node: EntryFields | undefined) => node?.LedgerIndex === index);
  if (!found) throw new Error(`The metadata of ${hash} lack the entry ${index} that names it`);
  return found;
}
