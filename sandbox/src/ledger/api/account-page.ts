import { readAccount } from '../state/accounts.js';
import { directoryPages } from '../state/directory.js';
import type { DirectoryNode, LedgerEntry } from '../state/entries.js';
import type { EntryReader } from '../state/overlay.js';
import { ApiError } from './errors.js';
import { chooseLedger, type LedgerChoice } from './ledger-choice.js';
import { addressParam } from './params.js';
import type { RequestContext } from './request.js';

/** The ledger and account of a request about what an account owns. */
export function ownerOf({ node, params }: RequestContext): { ledger: LedgerChoice; account: string } {
  if (typeof params['account'] !== 'string') addressParam(params, 'account');
  const ledger = chooseLedger(node, params);
  const account = addressParam(params, 'account', ledger.fields);
  if (!readAccount(ledger.view, account)) throw new ApiError('actNotFound', undefined, { account, ...ledger.fields });
  return { ledger, account };
}

interface Owned {
  readonly page: bigint;
  readonly entry: LedgerEntry;
}

/** What an account owns, in the order of its directory, beginning after `after`. */
export function* owned(view: EntryReader, account: string, after?: { page: bigint; index: string }): Generator<Owned> {
  let found = after === undefined;
  let number = after?.page ?? 0n;
  for (const page of directoryPages(view, account, number)) {
    for (const index of page.Indexes) {
      if (found) {
        const entry = view.read(index);
        if (entry) yield { page: number, entry };
      } else found = index === after?.index;
    }
    number = BigInt(`0x${page.IndexNext ?? '0'}`);
  }
}

/** Whether an entry stands on this page of the account's directory: a marker that says so is genuine. */
export function standsOn(view: EntryReader, account: string, page: bigint, index: string): boolean {
  const first: DirectoryNode | undefined = directoryPages(view, account, page).next().value ?? undefined;
  return first?.Indexes.includes(index) ?? false;
}
