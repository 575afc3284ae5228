import type { AccountRoot, FeeSettings } from './entries.js';
import { accountKey, FEES_KEY } from './keylets.js';
import type { EntryReader, Overlay } from './overlay.js';

/** What using a ledger costs, in drops. */
export interface Fees {
  readonly base: bigint;
  readonly reserveBase: bigint;
  readonly reserveIncrement: bigint;
}

const read = new WeakMap<FeeSettings, Fees>();

/** A ledger's fees, which are in an entry of it. */
export function feesOf(view: EntryReader): Fees {
  const entry = view.read(FEES_KEY) as FeeSettings;
  let fees = read.get(entry);
  if (!fees) {
    fees = {
      base: BigInt(entry.BaseFeeDrops),
      reserveBase: BigInt(entry.ReserveBaseDrops),
      reserveIncrement: BigInt(entry.ReserveIncrementDrops),
    };
    read.set(entry, fees);
  }
  return fees;
}

/** The drops an account with `owned` entries must keep. */
export function accountReserve(view: EntryReader, owned: number): bigint {
  const { reserveBase, reserveIncrement } = feesOf(view);
  return reserveBase + reserveIncrement * BigInt(owned);
}

export const readAccount = (view: EntryReader, address: string): AccountRoot | undefined =>
  view.read(accountKey(address)) as AccountRoot | undefined;

/** An account that has to be there, as that of a transaction that was checked. @throws where it is not */
export function existingAccount(view: EntryReader, address: string): AccountRoot {
  const account = readAccount(view, address);
  if (!account) throw new Error(`no account ${address}`);
  return account;
}

/** Changes fields of an account that exists; a field set to undefined goes. */
export const changeAccount = (view: Overlay, address: string, change: Partial<AccountRoot>): void =>
  view.write({ ...existingAccount(view, address), ...change });

/** Counts one more, or one less, entry that costs its owner a reserve. */
export function adjustOwnerCount(view: Overlay, address: string, by: number): void {
  const account = readAccount(view, address);
  if (account) view.write({ ...account, OwnerCount: Math.max(0, account.OwnerCount + by) } as AccountRoot);
}
