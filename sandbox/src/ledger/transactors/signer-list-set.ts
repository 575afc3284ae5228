import { compareAccounts } from '../codec/account-id.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { accountReserve, adjustOwnerCount, existingAccount } from '../state/accounts.js';
import { addToOwnerDirectory, removeFromOwnerDirectory } from '../state/directory.js';
import type { SignerEntry, SignerList } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag, ONE_OWNER_COUNT } from '../state/flags.js';
import { signerListKey } from '../state/keylets.js';
import type { Overlay } from '../state/overlay.js';
import type { ApplyContext, Transactor } from './transactor.js';

const MAX_ENTRIES = 32;

const quorumOf = (tx: Transaction): number => tx.json['SignerQuorum'] as number;
const entriesOf = (tx: Transaction): readonly SignerEntry[] | undefined =>
  tx.json['SignerEntries'] as readonly SignerEntry[] | undefined;

/** A quorum with entries sets the list, quorum 0 without entries removes it (rippled: SetSignerList::preflight). */
function preflight(tx: Transaction): ResultName {
  const quorum = quorumOf(tx);
  const entries = entriesOf(tx);
  if (quorum === 0 || !entries) return quorum === 0 && !entries ? 'tesSUCCESS' : 'temMALFORMED';
  if (entries.length < 1 || entries.length > MAX_ENTRIES) return 'temMALFORMED';
  const accounts = entries.map((e) => e.SignerEntry.Account);
  if (new Set(accounts).size !== accounts.length) return 'temBAD_SIGNER';
  for (const { SignerEntry: signer } of entries) {
    if (signer.SignerWeight <= 0) return 'temBAD_WEIGHT';
    if (signer.Account === tx.account) return 'temBAD_SIGNER';
  }
  const sum = entries.reduce((total, e) => total + e.SignerEntry.SignerWeight, 0);
  return sum < quorum ? 'temBAD_QUORUM' : 'tesSUCCESS';
}

function removeList(view: Overlay, owner: string): void {
  const list = view.read(signerListKey(owner)) as SignerList | undefined;
  if (!list) return;
  removeFromOwnerDirectory(view, owner, list.OwnerNode, list.index);
  adjustOwnerCount(view, owner, -1);
  view.erase(list);
}

function apply({ view, tx, priorBalance }: ApplyContext): ResultName {
  const entries = entriesOf(tx);
  const before = existingAccount(view, tx.account);
  if (!entries) {
    // Without master and regular key the list is the last way in.
    if (hasFlag(before, ACCOUNT_FLAG.disableMaster) && before.RegularKey === undefined) return 'tecNO_ALTERNATIVE_KEY';
    removeList(view, tx.account);
    return 'tesSUCCESS';
  }
  removeList(view, tx.account);
  const owned = existingAccount(view, tx.account).OwnerCount;
  if (priorBalance < accountReserve(view, owned + 1)) return 'tecINSUFFICIENT_RESERVE';
  const index = signerListKey(tx.account);
  view.write({
    LedgerEntryType: 'SignerList',
    Flags: ONE_OWNER_COUNT,
    index,
    Owner: tx.account,
    OwnerNode: addToOwnerDirectory(view, tx.account, index),
    SignerEntries: [...entries].sort((a, b) => compareAccounts(a.SignerEntry.Account, b.SignerEntry.Account)),
    SignerListID: 0,
    SignerQuorum: quorumOf(tx),
  } as SignerList);
  adjustOwnerCount(view, tx.account, 1);
  return 'tesSUCCESS';
}

/** SignerListSet: who may sign together for an account, with which weights. */
export const signerListSet: Transactor = { flags: 0, preflight, apply, consequences: () => ({ blocker: true }) };
