import { accountOfKey } from '../engine/authority.js';
import { defaultBaseFee } from '../engine/signature-fee.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { changeAccount, readAccount, existingAccount } from '../state/accounts.js';
import { ACCOUNT_FLAG, hasFlag, withFlag } from '../state/flags.js';
import { signerListKey } from '../state/keylets.js';
import type { EntryReader } from '../state/overlay.js';
import type { ApplyContext, Transactor } from './transactor.js';

/**
 * Once after each payment in, the master key may change the regular key for free (rippled:
 * SetRegularKey::calculateBaseFee).
 */
function baseFee(view: EntryReader, tx: Transaction): bigint {
  const byMaster = tx.json.SigningPubKey !== '' && accountOfKey(tx.json.SigningPubKey) === tx.account;
  const spent = hasFlag(readAccount(view, tx.account), ACCOUNT_FLAG.passwordSpent);
  return byMaster && !spent ? 0n : defaultBaseFee(view, tx);
}

function preflight(tx: Transaction): ResultName {
  return tx.json['RegularKey'] === tx.account ? 'temBAD_REGKEY' : 'tesSUCCESS';
}

function apply({ view, tx, ledger }: ApplyContext): ResultName {
  const account = existingAccount(view, tx.account);
  const key = tx.json['RegularKey'] as string | undefined;
  // Without master key and signer list the regular key is the last way in.
  if (!key && hasFlag(account, ACCOUNT_FLAG.disableMaster) && !view.read(signerListKey(tx.account)))
    return 'tecNO_ALTERNATIVE_KEY';
  const free = baseFee(ledger.state, tx) === 0n;
  changeAccount(view, tx.account, {
    RegularKey: key,
    ...(free && { Flags: withFlag(account.Flags, ACCOUNT_FLAG.passwordSpent) }),
  });
  return 'tesSUCCESS';
}

/** SetRegularKey: gives an account a second key, changes it, or (without the field) takes it away. */
export const setRegularKey: Transactor = {
  flags: 0,
  preflight,
  apply,
  baseFee,
  consequences: () => ({ blocker: true }),
};
