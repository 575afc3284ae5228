import { ACCOUNT_ZERO } from '../codec/account-id.js';
import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { accountReserve, adjustOwnerCount, readAccount, existingAccount } from '../state/accounts.js';
import { addToOwnerDirectory, removeFromOwnerDirectory } from '../state/directory.js';
import type { DepositPreauth } from '../state/entries.js';
import { depositPreauthKey } from '../state/keylets.js';
import type { ApplyContext, Transactor } from './transactor.js';

const FORMS = ['Authorize', 'Unauthorize', 'AuthorizeCredentials', 'UnauthorizeCredentials'];
const authorized = (tx: Transaction): string | undefined => tx.json['Authorize'] as string | undefined;
const unauthorized = (tx: Transaction): string | undefined => tx.json['Unauthorize'] as string | undefined;

function preflight(tx: Transaction): ResultName {
  if (FORMS.filter((form) => tx.json[form] !== undefined).length !== 1) return 'temMALFORMED';
  const target = authorized(tx) ?? unauthorized(tx);
  if (target === undefined) return 'temDISABLED'; // by credentials
  if (target === ACCOUNT_ZERO) return 'temINVALID_ACCOUNT_ID';
  return authorized(tx) === tx.account ? 'temCANNOT_PREAUTH_SELF' : 'tesSUCCESS';
}

function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  const target = authorized(tx);
  if (target === undefined)
    return ledger.state.read(depositPreauthKey(tx.account, unauthorized(tx)!)) ? 'tesSUCCESS' : 'tecNO_ENTRY';
  if (!readAccount(ledger.state, target)) return 'tecNO_TARGET';
  return ledger.state.read(depositPreauthKey(tx.account, target)) ? 'tecDUPLICATE' : 'tesSUCCESS';
}

function apply({ view, tx, priorBalance }: ApplyContext): ResultName {
  const target = authorized(tx);
  if (target === undefined) {
    const entry = view.read(depositPreauthKey(tx.account, unauthorized(tx)!)) as DepositPreauth;
    removeFromOwnerDirectory(view, tx.account, entry.OwnerNode, entry.index);
    adjustOwnerCount(view, tx.account, -1);
    view.erase(entry);
    return 'tesSUCCESS';
  }
  const owned = existingAccount(view, tx.account).OwnerCount;
  if (priorBalance < accountReserve(view, owned + 1)) return 'tecINSUFFICIENT_RESERVE';
  const index = depositPreauthKey(tx.account, target);
  const page = addToOwnerDirectory(view, tx.account, index);
  view.write({
    LedgerEntryType: 'DepositPreauth',
    Flags: 0,
    index,
    Account: tx.account,
    Authorize: target,
    OwnerNode: page,
  } as DepositPreauth);
  adjustOwnerCount(view, tx.account, 1);
  return 'tesSUCCESS';
}

/** DepositPreauth: lets one account pay in although DepositAuth is on, or no longer. */
export const depositPreauth: Transactor = { flags: 0, preflight, preclaim, apply };
