import type { AccountRoot } from './entries.js';
import { accountKey } from './keylets.js';
import type { EntryReader, Overlay } from './overlay.js';

/** What using the ledger costs, in drops (the recorded network's values; rippled reads them from FeeSettings). */
export const FEES = { base: 10n, reserveBase: 1_000_000n, reserveIncrement: 200_000n } as const;

/** The XRP an account with `owned` entries must keep. */
export const accountReserve = (owned: number): bigint => FEES.reserveBase + FEES.reserveIncrement * BigInt(owned);

export const readAccount = (view: EntryReader, address: string): AccountRoot | undefined =>
  view.read(accountKey(address)) as AccountRoot | undefined;

/** Changes fields of an account that exists; a field set to undefined goes. */
export function changeAccount(view: Overlay, address: string, change: Partial<AccountRoot>): void {
  const account = readAccount(view, address);
  if (!account) throw new Error(`no account ${address}`);
  view.write({ ...account, ...change } as AccountRoot);
}

/** Counts one more, or one less, entry that costs its owner a reserve. */
export function adjustOwnerCount(view: Overlay, address: string, by: number): void {
  const account = readAccount(view, address);
  if (account) view.write({ ...account, OwnerCount: Math.max(0, account.OwnerCount + by) } as AccountRoot);
}
