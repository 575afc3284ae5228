import type { LedgerEntry } from '../../state/entries.js';
import { owned, ownerOf, type Place } from '../account-page.js';
import { ENTRY_TYPES, entryTypeNamed } from '../entry-types.js';
import { expectedField, invalidField } from '../errors.js';
import { isTrue, limitParam } from '../params.js';
import type { Command } from '../request.js';

const PAGE = 200;

/** account_objects: the entries an account owns, of one type or all. */
export const accountObjects: Command = (context) => {
  const { params } = context;
  const { ledger, account } = ownerOf(context);
  const type = typeParam(params['type']);
  const limit = limitParam(params, PAGE);
  const entries = owned(ledger.view, account, markerParam(params['marker']));
  if (!entries) throw invalidField('marker');
  const blockers = isTrue(params['deletion_blockers_only']);
  const account_objects: LedgerEntry[] = [];
  for (const { page, entry } of entries) {
    if ((type && entry.LedgerEntryType !== type) || (blockers && !ENTRY_TYPES[entry.LedgerEntryType]?.blocksDeletion))
      continue;
    if (account_objects.length === limit)
      return { account, account_objects, limit, marker: `${page.index},${entry.index}`, ...ledger.fields };
    account_objects.push(entry);
  }
  return { account, account_objects, ...ledger.fields };
};

function typeParam(type: unknown): string | undefined {
  if (type === undefined) return undefined;
  if (typeof type !== 'string') throw expectedField('type', 'string');
  const name = entryTypeNamed(type);
  if (!name || ENTRY_TYPES[name]?.ownerless) throw invalidField('type');
  return name;
}

/** A marker is the key of a directory page and the entry on it from which to continue. */
function markerParam(marker: unknown): Place | undefined {
  if (marker === undefined) return undefined;
  if (typeof marker !== 'string') throw expectedField('marker', 'string');
  const match = /^([0-9A-F]{64}),([0-9A-F]{64})$/.exec(marker);
  if (!match) throw invalidField('marker');
  return { page: match[1]!, index: match[2]! };
}
