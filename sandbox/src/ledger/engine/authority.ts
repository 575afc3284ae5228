import { createHash } from 'node:crypto';
import { addressOf } from '../codec/account-id.js';
import { readAccount } from '../state/accounts.js';
import type { SignerList } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { signerListKey } from '../state/keylets.js';
import type { EntryReader } from '../state/overlay.js';
import type { ResultName } from './results.js';
import type { Signer, Transaction } from './transaction.js';

const LIMIT = 50_000;
const addresses = new Map<string, string>();

/** The account whose master key this is: RIPEMD-160 of SHA-256 of the key. */
export function accountOfKey(publicKey: string): string {
  let address = addresses.get(publicKey);
  if (address === undefined) {
    const inner = createHash('sha256').update(publicKey, 'hex').digest();
    address = addressOf(createHash('ripemd160').update(inner).digest());
    if (addresses.size >= LIMIT) addresses.clear();
    addresses.set(publicKey, address);
  }
  return address;
}

/** Whether those who signed may act for the account (rippled: Transactor::checkSign). */
export function checkAuthority(view: EntryReader, tx: Transaction): ResultName {
  if (tx.json.SigningPubKey === '' && tx.json.Signers)
    return checkSigners(
      view,
      tx.account,
      tx.json.Signers.map((s) => s.Signer),
    );
  const signer = accountOfKey(tx.json.SigningPubKey);
  const account = readAccount(view, tx.account);
  if (account?.RegularKey === signer) return 'tesSUCCESS';
  if (signer !== tx.account) return 'tefBAD_AUTH';
  return hasFlag(account, ACCOUNT_FLAG.disableMaster) ? 'tefMASTER_DISABLED' : 'tesSUCCESS';
}

/** Every signer must be on the account's list and sign with a key of its own; their weights must reach the quorum. */
function checkSigners(view: EntryReader, account: string, signers: readonly Signer[]): ResultName {
  const list = view.read(signerListKey(account)) as SignerList | undefined;
  if (!list) return 'tefNOT_MULTI_SIGNING';
  const weights = new Map(list.SignerEntries.map((e) => [e.SignerEntry.Account, e.SignerEntry.SignerWeight]));
  let sum = 0;
  for (const signer of signers) {
    const weight = weights.get(signer.Account);
    if (weight === undefined) return 'tefBAD_SIGNATURE';
    const fault = signerFault(view, signer);
    if (fault) return fault;
    sum += weight;
  }
  return sum < list.SignerQuorum ? 'tefBAD_QUORUM' : 'tesSUCCESS';
}

/** A signer signs with its master key, which needs no account on the ledger, or with its account's regular key. */
function signerFault(view: EntryReader, signer: Signer): ResultName | undefined {
  const root = readAccount(view, signer.Account);
  const key = accountOfKey(signer.SigningPubKey);
  if (key === signer.Account) return hasFlag(root, ACCOUNT_FLAG.disableMaster) ? 'tefMASTER_DISABLED' : undefined;
  return root?.RegularKey === key ? undefined : 'tefBAD_SIGNATURE';
}
