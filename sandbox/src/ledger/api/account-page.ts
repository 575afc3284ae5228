import { readAccount } from '../state/accounts.js';
import { directoryPages } from '../state/directory.js';
import { directoryPageKey, ownerDirectoryKey } from '../state/keylets.js';
import type { Check, DirectoryNode, LedgerEntry, RippleState, Ticket } from '../state/entries.js';
import type { EntryReader } from '../state/overlay.js';
import { HIGH, type LineSide, LOW } from '../state/trust-lines.js';
import { ApiError, expectedField } from './errors.js';
import { chooseLedger, type LedgerChoice } from './ledger-choice.js';
import { addressParam, limitParam } from './params.js';
import type { Params, RequestContext } from './request.js';

/** The ledger and account of a request about what an account owns. */
export function ownerOf({ node, params }: RequestContext): { ledger: LedgerChoice; account: string } {
  if (typeof params['account'] !== 'string') addressParam(params, 'account');
  const ledger = chooseLedger(node, params);
  const account = addressParam(params, 'account', ledger.fields);
  if (!readAccount(ledger.view, account)) throw new ApiError('actNotFound');
  return { ledger, account };
}

/** A place in an account's directory: the page, by its key, and an entry on it. */
export interface Place {
  readonly page: string;
  readonly index: string;
}

/**
 * What an account owns, in the order of its directory, beginning at `from`. A place that does not exist gives
 * `undefined`.
 */
export function owned(
  view: EntryReader,
  account: string,
  from?: Place,
): Iterable<{ page: DirectoryNode; entry: LedgerEntry }> | undefined {
  const pages = [...directoryPages(view, ownerDirectoryKey(account))];
  if (!from) return entriesOn(view, pages);
  const first = pages.findIndex((page) => page.index === from.page);
  const position = pages[first]?.Indexes.indexOf(from.index) ?? -1;
  return position < 0 ? undefined : entriesOn(view, pages.slice(first), position);
}

function* entriesOn(
  view: EntryReader,
  pages: readonly DirectoryNode[],
  skip = 0,
): Generator<{ page: DirectoryNode; entry: LedgerEntry }> {
  for (const [i, page] of pages.entries())
    for (const index of page.Indexes.slice(i === 0 ? skip : 0)) {
      const entry = view.read(index);
      if (entry) yield { page, entry };
    }
}

/**
 * A page of what an account owns, and where the next one begins. The limit counts everything: a page may have fewer of
 * the requested entries, and still not be the last (rippled: doAccountLines, doAccountOffers).
 */
export function ownedPage(
  { params }: RequestContext,
  { view }: LedgerChoice,
  account: string,
  pageSize: number,
): { entries: LedgerEntry[]; more: Params } {
  const limit = limitParam(params, pageSize);
  const after = markerParam(params['marker'], account);
  const entries = owned(view, account, after);
  if (!entries) throw new ApiError('invalidParams');
  const found = [...take(entries, limit + (after ? 2 : 1))].slice(after ? 1 : 0).map(({ entry }) => entry);
  const last = found[limit - 1];
  const marker = found.length > limit && last && `${last.index},${pageOf(last, account)}`;
  return { entries: found.slice(0, limit), more: marker ? { limit, marker } : {} };
}

/** The number of the directory page in an entry's own field. */
function pageOf(entry: LedgerEntry, account: string): string {
  if (entry.LedgerEntryType === 'RippleState')
    return (entry as RippleState)[perspective(entry as RippleState, account).side.node];
  const check = entry as Check;
  if (entry.LedgerEntryType === 'Check' && check.Destination === account) return check.DestinationNode;
  return (entry as Ticket).OwnerNode;
}

function* take<T>(items: Iterable<T>, n: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ === n) return;
    yield item;
  }
}

/** A marker is the last returned entry and the number of its directory page. */
function markerParam(marker: unknown, account: string): Place | undefined {
  if (marker === undefined) return undefined;
  if (typeof marker !== 'string') throw expectedField('marker', 'string');
  const match = /^([0-9A-F]{64}),([0-9a-f]{1,16})$/.exec(marker);
  if (!match) throw new ApiError('invalidParams');
  return { index: match[1]!, page: directoryPageKey(ownerDirectoryKey(account), BigInt(`0x${match[2]}`)) };
}

/** An account's trust lines with its own side of them and who is on the other. */
export function* linesOf(
  view: EntryReader,
  account: string,
): Generator<{ line: RippleState; side: LineSide; peer: string }> {
  for (const { entry } of owned(view, account) ?? []) {
    if (entry.LedgerEntryType !== 'RippleState') continue;
    const line = entry as RippleState;
    yield { line, ...perspective(line, account) };
  }
}

export function perspective(line: RippleState, account: string): { side: LineSide; peer: string } {
  const low = line.LowLimit.issuer === account;
  return { side: low ? LOW : HIGH, peer: low ? line.HighLimit.issuer : line.LowLimit.issuer };
}
