/** How a ledger entry changed, from the chain of transactions that it carries. */
import { hashes } from 'xrpl';
import type { LedgerTransaction } from './ledger-port.js';

/** An entry, as `ledger_entry` names it; of a line, its holder is first. */
export type EntryName =
  { account_root: string } | { ripple_state: { accounts: readonly [string, string]; currency: string } };

/** The fields of an entry, in the ledger's own words. */
export type EntryFields = Record<string, any>;

export interface EntryChange {
  ledgerIndex: number;
  closedAt: Date;
  /** From this transaction on; null if it removed the entry. */
  fields: EntryFields | null;
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
 * metadata name the one before (https://xrpl.org/docs/references/protocol/transactions/metadata, PreviousTxnID). While
 * there was no line, the account of its holder is followed: what came to it or went is linked to it.
 * @param since the last ledger as of which the entry is known
 * @throws LedgerUnavailable
 */
export async function entryChanges(nodes: EntryNodes, name: EntryName, since: number): Promise<EntryChanges> {
  const holder = 'ripple_state' in name ? { account_root: name.ripple_state.accounts[0] } : null;
  const now = await nodes.entry(name);
  const changes: EntryChange[] = [];
  let last = threadOf(now ?? (holder && (await nodes.entry(holder))));
  for (let followed = 0; last && last.ledgerIndex > since; followed++) {
    const found = followed < TRANSACTIONS_MAX ? await nodes.transaction(last.hash, last.ledgerIndex) : null;
    if (!found) return { now, changes, unknownTo: last.ledgerIndex };
    const { ledgerIndex, closedAt } = found;
    const own = nodesOf(found, name);
    // An account that a trust line came to or went from is linked, although none of its fields changed.
    const fields = own.made?.NewFields ?? own.changed?.FinalFields ?? null;
    if (fields || own.gone) changes.unshift({ ledgerIndex, closedAt, fields });
    const linked = holder ? nodesOf(found, holder) : own;
    const before = own.changed ?? own.gone?.FinalFields ?? linked.changed;
    if (!before && !linked.made) throw new Error(`The metadata of ${found.hash} lack the entry that names it`);
    last = threadOf(before);
  }
  return { now, changes, unknownTo: null };
}

const threadOf = (of: EntryFields | null | undefined) =>
  of?.PreviousTxnID ? { hash: of.PreviousTxnID as string, ledgerIndex: of.PreviousTxnLgrSeq as number } : null;

/** What the metadata of a transaction say about an entry. */
function nodesOf({ meta }: LedgerTransaction, name: EntryName) {
  const index = indexOf(name);
  const found = meta.AffectedNodes.find((node: EntryFields) => Object.values(node)[0].LedgerIndex === index) ?? {};
  const {
    CreatedNode: made,
    ModifiedNode: changed,
    DeletedNode: gone,
  } = found as Record<string, EntryFields | undefined>;
  return { made, changed, gone };
}

function indexOf(name: EntryName): string {
  if ('account_root' in name) return hashes.hashAccountRoot(name.account_root);
  return hashes.hashTrustline(...name.ripple_state.accounts, name.ripple_state.currency);
}
