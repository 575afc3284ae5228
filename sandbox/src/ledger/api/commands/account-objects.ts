import { ownerDirectoryKey, directoryPageKey } from '../../state/keylets.js';
import { owned, ownerOf, standsOn } from '../account-page.js';
import { expectedField, invalidField } from '../errors.js';
import { isTrue, limitParam } from '../params.js';
import type { Command } from '../request.js';
import { ENTRY_TYPES, entryTypeNamed } from '../entry-types.js';
import type { LedgerEntry } from '../../state/entries.js';

const PAGE = 200;

/** account_objects: the entries an account owns, of one type or all. */
export const accountObjects: Command = (context) => {
  const { params } = context;
  const { ledger, account } = ownerOf(context);
  const type = typeParam(params['type']);
  const limit = limitParam(params, PAGE);
  const after = markerParam(params['marker']);
  const from = after && pageOf(account, after.directory);
  if (after && (from === undefined || !standsOn(ledger.view, account, from, after.index))) throw invalidField('marker');
  const blockers = isTrue(params['deletion_blockers_only']);
  const account_objects: LedgerEntry[] = [];
  let marker: string | undefined;
  for (const { page, entry } of owned(ledger.view, account, after && { page: from!, index: after.index })) {
    if ((type && entry.LedgerEntryType !== type) || (blockers && !ENTRY_TYPES[entry.LedgerEntryType]?.blocksDeletion)) continue;
    if (account_objects.length === limit) return { account, account_objects, limit, marker, ...ledger.fields };
    account_objects.push(entry);
    marker = `${directoryPageKey(ownerDirectoryKey(account), page)},${entry.index}`;
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

/** A marker is the key of a directory page and the last entry given from it. */
function markerParam(marker: unknown): { directory: string; index: string } | undefined {
  if (marker === undefined) return undefined;
  if (typeof marker !== 'string') throw expectedField('marker', 'string');
  const match = /^([0-9A-F]{64}),([0-9A-F]{64})$/.exec(marker);
  if (!match) throw invalidField('marker');
  return { directory: match[1]!, index: match[2]! };
}

/** Which page of the account's directory has this key. */
function pageOf(account: string, key: string): bigint | undefined {
  const root = ownerDirectoryKey(account);
  for (let page = 0n; page < 10_000n; page++) if (directoryPageKey(root, page) === key) return page;
  return undefined;
}
