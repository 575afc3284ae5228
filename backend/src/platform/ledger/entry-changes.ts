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
  /** The last transaction that deleted an account, after a ledger and up to another one, or up to the last one. */
  deletion(account: string, since: number, to: number | null): Promise<Thread | null>;
}

/** A transaction that an entry names; its hash is null if no node has the ledgers up to this one. */
export interface Thread {
  hash: string | null;
  ledgerIndex: number;
}

/** The most transactions to follow: an issuer's account is in the chain of every trust line that comes or goes. */
const TRANSACTIONS_MAX = 2_000;

/**
 * What changed an entry after a ledger. Each entry names the transaction that changed it last, and that transaction's
 * metadata name the one before (https://xrpl.org/docs/references/protocol/transactions/metadata, PreviousTxnID). While
 * there was no line, the account of its holder is followed: what came to it or went is linked to it. While there was no
 * account either, the transaction that deleted it is sought in its history.
 * @param since the last ledger as of which the entry is known
 * @throws LedgerUnavailable
 */
export async function entryChanges(nodes: EntryNodes, name: EntryName, since: number): Promise<EntryChanges> {
  const holder = 'ripple_state' in name ? { account_root: name.ripple_state.accounts[0] } : null;
  const now = await nodes.entry(name);
  const changes: EntryChange[] = [];
  const deletion = async (to: number | null) => holder && nodes.deletion(holder.account_root, since, to);
  let last = threadOf(now ?? (holder && (await nodes.entry(holder)))) ?? (await deletion(null));
  for (let followed = 0; last && last.ledgerIndex > since; followed++) {
    const isFollowed = last.hash !== null && followed < TRANSACTIONS_MAX;
    const found = isFollowed ? await nodes.transaction(last.hash!, last.ledgerIndex) : null;
    if (!found) return { now, changes, unknownTo: last.ledgerIndex };
    const { ledgerIndex, closedAt } = found;
    const own = nodesOf(found, name);
    // An account that a trust line came to or went from is linked, although none of its fields changed.
    const fields = own.made?.NewFields ?? own.changed?.FinalFields ?? null;
    if (fields || own.gone) changes.unshift({ ledgerIndex, closedAt, fields });
    const linked = holder ? nodesOf(found, holder) : own;
    const before = own.changed ?? own.gone?.FinalFields ?? linked.changed ?? linked.gone?.FinalFields;
    if (!before && !linked.made) throw new Error(`The metadata of ${found.hash} lack the entry that names it`);
    last = before ? threadOf(before) : await deletion(ledgerIndex);
  }
  return { now, changes, unknownTo: null };
}

const threadOf = (of: EntryFields | null): Thread | null =>
  of?.PreviousTxnID ? { hash: of.PreviousTxnID, ledgerIndex: of.PreviousTxnLgrSeq } : null;

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
