import { adjustOwnerCount } from './accounts.js';
import { removeFromOwnerDirectory } from './directory.js';
import type { Check } from './entries.js';
import type { EntryReader, Overlay } from './overlay.js';

export function readCheck(view: EntryReader, index: string): Check | undefined {
  const entry = view.read(index);
  return entry?.LedgerEntryType === 'Check' ? (entry as Check) : undefined;
}

/** Takes a check out of both directories and out of the ledger. */
export function deleteCheck(view: Overlay, check: Check): void {
  removeFromOwnerDirectory(view, check.Destination, check.DestinationNode, check.index);
  removeFromOwnerDirectory(view, check.Account, check.OwnerNode, check.index);
  adjustOwnerCount(view, check.Account, -1);
  view.erase(check);
}

/** Whether it can only be cancelled any more; `closeTime` is when the ledger before closed. */
export const isCheckExpired = ({ Expiration }: Check, closeTime: number): boolean =>
  Expiration !== undefined && Expiration <= closeTime;
