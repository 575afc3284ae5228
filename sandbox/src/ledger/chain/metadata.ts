import { ZERO_HASH } from '../codec/hash.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import type { Amount, Check, LedgerEntry, RippleState } from '../state/entries.js';
import { accountKey } from '../state/keylets.js';
import type { Overlay } from '../state/overlay.js';

type Fields = Record<string, unknown>;
const asFields = (entry: LedgerEntry) => entry as unknown as Fields;

export interface AffectedNode {
  LedgerEntryType: string;
  LedgerIndex: string;
  NewFields?: Fields;
  FinalFields?: Fields;
  PreviousFields?: Fields;
  PreviousTxnID?: string;
  PreviousTxnLgrSeq?: number;
}
export interface NodeWrapper {
  CreatedNode?: AffectedNode;
  ModifiedNode?: AffectedNode;
  DeletedNode?: AffectedNode;
}

/** A transaction's metadata: what it changed, stored with the transaction. */
export interface Metadata {
  readonly AffectedNodes: readonly NodeWrapper[];
  readonly DeliveredAmount?: Amount;
  readonly TransactionIndex: number;
  readonly TransactionResult: ResultName;
}

/** Fields that are never in metadata, or only in a deleted node (rippled: SField's sMD flags). */
const NEVER = new Set(['LedgerEntryType', 'index', 'Indexes']);
const THREAD = new Set(['PreviousTxnID', 'PreviousTxnLgrSeq']);

export interface MetadataInput {
  readonly tx: Transaction;
  readonly changes: Overlay;
  readonly result: ResultName;
  readonly transactionIndex: number;
  readonly ledgerIndex: number;
  readonly delivered?: Amount | undefined;
}

/**
 * Turns a transaction's changes into metadata, and links every entry it touched to it (rippled:
 * ApplyStateTable::apply). The overlay ends up with the linked entries.
 */
export function buildMetadata({
  tx,
  changes,
  result,
  transactionIndex,
  ledgerIndex,
  delivered,
}: MetadataInput): Metadata {
  const nodes = new Map<string, NodeWrapper>();
  const owners = new Set<string>();
  for (const [index, { entry, deleted }] of changes.changes) {
    const before = changes.parent.read(index);
    if (deleted ? !before : before && sameFields(before, entry)) {
      changes.changes.delete(index);
      continue;
    }
    if (deleted) nodes.set(index, { DeletedNode: deletedNode(before!, entry) });
    else if (before) nodes.set(index, { ModifiedNode: modifiedNode(before, entry) });
    else nodes.set(index, { CreatedNode: createdNode(entry) });
    if (!deleted) changes.write({ ...entry, PreviousTxnID: tx.id, PreviousTxnLgrSeq: ledgerIndex });
    if (deleted || !before) for (const owner of ownersOf(entry)) owners.add(owner);
  }
  for (const owner of owners) linkOwner(changes, nodes, owner, tx.id, ledgerIndex);
  return {
    AffectedNodes: [...nodes.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, node]) => node),
    ...(delivered !== undefined && { DeliveredAmount: delivered }),
    TransactionIndex: transactionIndex,
    TransactionResult: result,
  };
}

function createdNode(entry: LedgerEntry): AffectedNode {
  const NewFields: Fields = {};
  for (const [name, value] of fieldsOf(entry)) if (!isDefault(name, value)) NewFields[name] = value;
  return { LedgerEntryType: entry.LedgerEntryType, LedgerIndex: entry.index, NewFields };
}

function modifiedNode(before: LedgerEntry, after: LedgerEntry): AffectedNode {
  const FinalFields = Object.fromEntries(fieldsOf(after));
  const PreviousFields = previousFields(before, after);
  // A field that was not there before shows as an empty list of previous fields where it is the only change.
  const added = Object.keys(FinalFields).some((name) => asFields(before)[name] === undefined);
  return {
    LedgerEntryType: after.LedgerEntryType,
    LedgerIndex: after.index,
    FinalFields,
    ...((added || Object.keys(PreviousFields).length > 0) && { PreviousFields }),
    ...threadOf(before),
  };
}

function deletedNode(before: LedgerEntry, last: LedgerEntry): AffectedNode {
  const PreviousFields = previousFields(before, last);
  return {
    LedgerEntryType: last.LedgerEntryType,
    LedgerIndex: last.index,
    FinalFields: { ...Object.fromEntries(fieldsOf(last)), ...threadOf(before) },
    ...(Object.keys(PreviousFields).length > 0 && { PreviousFields }),
  };
}

/** An account whose entry came or went is linked to the transaction even where nothing in it changed. */
function linkOwner(
  changes: Overlay,
  nodes: Map<string, NodeWrapper>,
  owner: string,
  id: string,
  ledgerIndex: number,
): void {
  const index = accountKey(owner);
  const account = changes.read(index);
  if (!account || nodes.has(index)) return;
  nodes.set(index, { ModifiedNode: { LedgerEntryType: 'AccountRoot', LedgerIndex: index, ...threadOf(account) } });
  changes.write({ ...account, PreviousTxnID: id, PreviousTxnLgrSeq: ledgerIndex });
}

/** rippled: ApplyStateTable::threadOwners. */
function ownersOf(entry: LedgerEntry): string[] {
  if (entry.LedgerEntryType === 'AccountRoot') return [];
  if (entry.LedgerEntryType === 'RippleState') {
    const line = entry as RippleState;
    return [line.LowLimit.issuer, line.HighLimit.issuer];
  }
  const { Account, Destination } = entry as Partial<Check>;
  return [Account, Destination].filter((party) => party !== undefined);
}

/** The transaction that last changed an entry; the genesis account's zeros mean none. */
const threadOf = (entry: LedgerEntry): Pick<AffectedNode, 'PreviousTxnID' | 'PreviousTxnLgrSeq'> =>
  entry.PreviousTxnID === undefined || entry.PreviousTxnID === ZERO_HASH
    ? {}
    : { PreviousTxnID: entry.PreviousTxnID, PreviousTxnLgrSeq: entry.PreviousTxnLgrSeq };

const fieldsOf = (entry: LedgerEntry): [string, unknown][] =>
  Object.entries(entry).filter(([name, value]) => value !== undefined && !NEVER.has(name) && !THREAD.has(name));

function previousFields(before: LedgerEntry, after: LedgerEntry): Fields {
  const now = asFields(after);
  return Object.fromEntries(fieldsOf(before).filter(([name, value]) => !same(value, now[name])));
}

const same = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));

function sameFields(a: LedgerEntry, b: LedgerEntry): boolean {
  const [x, y] = [asFields(a), asFields(b)];
  return [...new Set([...Object.keys(x), ...Object.keys(y)])].every((name) => same(x[name], y[name]));
}

/** Zero numbers, empty lists and no XRP are left out of a new entry's fields; a token balance of zero is not. */
function isDefault(name: string, value: unknown): boolean {
  if (value === 0 || value === '0') return true;
  if (typeof value === 'string') return /^0+$/.test(value) && name !== 'Domain';
  return Array.isArray(value) && value.length === 0;
}
