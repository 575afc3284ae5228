import type { ResultName } from '../engine/results.js';
import { accountReserve, changeAccount, feesOf, readAccount, existingAccount } from '../state/accounts.js';
import type { AccountRoot } from '../state/entries.js';
import { ACCOUNT_FLAG, withoutFlag } from '../state/flags.js';
import { accountKey } from '../state/keylets.js';
import type { ApplyContext } from '../transactors/transactor.js';
import { depositFault } from './deposit.js';

/**
 * Moves XRP; a payment of the base reserve or more makes an account that is not there (rippled: Payment::doApply,
 * direct XRP).
 */
export function payXrp(
  { view, tx, ledger, priorBalance }: ApplyContext,
  destination: string,
  amount: bigint,
): ResultName {
  const source = existingAccount(view, tx.account);
  // The reserve must stay, but the fee may come out of it.
  const reserve = accountReserve(view, source.OwnerCount);
  if (priorBalance < amount + (reserve > tx.fee ? reserve : tx.fee)) return 'tecUNFUNDED_PAYMENT';
  const target = readAccount(view, destination);
  if (target) {
    // An account that cannot even pay for itself is let up to its reserve again, DepositAuth or not.
    const { reserveBase } = feesOf(view);
    const rescue = amount <= reserveBase && BigInt(target.Balance) <= reserveBase;
    const fault = rescue ? undefined : depositFault(view, tx.account, destination);
    if (fault) return fault;
  }
  changeAccount(view, tx.account, { Balance: (BigInt(source.Balance) - amount).toString() });
  if (!target) view.write(newAccount(destination, amount, ledger.index));
  else
    changeAccount(view, destination, {
      Balance: (BigInt(target.Balance) + amount).toString(),
      Flags: withoutFlag(target.Flags, ACCOUNT_FLAG.passwordSpent),
    });
  return 'tesSUCCESS';
}

/**
 * A new account's first sequence is the index of the ledger that makes it, so that an account made again cannot replay.
 */
export const newAccount = (address: string, balance: bigint, ledgerIndex: number): AccountRoot => ({
  LedgerEntryType: 'AccountRoot',
  Flags: 0,
  index: accountKey(address),
  Account: address,
  Balance: balance.toString(),
  OwnerCount: 0,
  Sequence: ledgerIndex,
});
