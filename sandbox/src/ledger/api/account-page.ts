import { readAccount } from '../state/accounts.js';
import { directoryPages } from '../state/directory.js';
import type { DirectoryNode, LedgerEntry, RippleState } from '../state/entries.js';
import type { EntryReader } from '../state/overlay.js';
import { HIGH, type LineSide, LOW } from '../state/trust-lines.js';
import { ApiError } from './errors.js';
import { chooseLedger, type LedgerChoice } from './ledger-choice.js';
import { addressParam } from './params.js';
import type { RequestContext } from './request.js';

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
  const pages = [...directoryPages(view, account)];
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
