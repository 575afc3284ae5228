import { keyType } from '../codec/verify.js';
import { accountOfKey } from '../engine/authority.js';
import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction } from '../engine/transaction.js';
import { changeAccount, existingAccount } from '../state/accounts.js';
import { ownsNothing } from '../state/directory.js';
import type { AccountRoot } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag, withFlag, withoutFlag } from '../state/flags.js';
import { signerListKey } from '../state/keylets.js';
import { ASF, fieldsOf, SIMPLE, TF, wants } from './account-set-fields.js';
import type { ApplyContext, Transactor } from './transactor.js';

const RATE_ONE = 1_000_000_000;
const MAX_DOMAIN_BYTES = 256;
const MIN_TICK_SIZE = 3;
const MAX_TICK_SIZE = 16;

function preflight(tx: Transaction): ResultName {
  const { SetFlag, ClearFlag, TransferRate, TickSize, MessageKey, Domain, NFTokenMinter } = fieldsOf(tx);
  if (SetFlag && SetFlag === ClearFlag) return 'temINVALID_FLAG';
  for (const { set, clear } of Object.values(SIMPLE)) if (wants(tx, set) && wants(tx, clear)) return 'temINVALID_FLAG';
  if (TransferRate && (TransferRate < RATE_ONE || TransferRate > 2 * RATE_ONE)) return 'temBAD_TRANSFER_RATE';
  if (TickSize && (TickSize < MIN_TICK_SIZE || TickSize > MAX_TICK_SIZE)) return 'temBAD_TICK_SIZE';
  if (MessageKey && !keyType(MessageKey)) return 'telBAD_PUBLIC_KEY';
  if (Domain && Domain.length > 2 * MAX_DOMAIN_BYTES) return 'telBAD_DOMAIN';
  if (SetFlag === ASF.authorizedNFTokenMinter && !NFTokenMinter) return 'temMALFORMED';
  if (ClearFlag === ASF.authorizedNFTokenMinter && NFTokenMinter) return 'temMALFORMED';
  return 'tesSUCCESS';
}

/**
 * What changes the meaning of existing trust lines needs an account that owns nothing (rippled: SetAccount::preclaim).
 */
function preclaim({ ledger, tx, retry }: PreclaimContext): ResultName {
  const account = existingAccount(ledger.state, tx.account);
  const empty = ownsNothing(ledger.state, tx.account);
  const { SetFlag } = fieldsOf(tx);
  if (wants(tx, SIMPLE.requireAuth.set) && !hasFlag(account, ACCOUNT_FLAG.requireAuth) && !empty)
    return retry ? 'terOWNERS' : 'tecOWNERS';
  if (SetFlag === ASF.allowTrustLineClawback) {
    if (hasFlag(account, ACCOUNT_FLAG.noFreeze)) return 'tecNO_PERMISSION';
    if (!empty) return 'tecOWNERS';
  }
  if (SetFlag === ASF.noFreeze && hasFlag(account, ACCOUNT_FLAG.allowTrustLineClawback)) return 'tecNO_PERMISSION';
  return 'tesSUCCESS';
}

function apply({ view, tx }: ApplyContext): ResultName {
  const account = existingAccount(view, tx.account);
  const fault = masterKeyFault(tx, account, !!view.read(signerListKey(tx.account)));
  if (fault) return fault;
  changeAccount(view, tx.account, { ...changedFields(tx, account), Flags: changedFlags(tx, account) });
  return 'tesSUCCESS';
}

/**
 * Only the master key may switch itself off, and only where another way to sign is left; the same key must set
 * NoFreeze.
 */
function masterKeyFault(tx: Transaction, account: AccountRoot, hasSigners: boolean): ResultName | undefined {
  const { SetFlag } = fieldsOf(tx);
  const byMaster = tx.json.SigningPubKey !== '' && accountOfKey(tx.json.SigningPubKey) === tx.account;
  if (SetFlag === ASF.disableMaster) {
    if (!byMaster) return 'tecNEED_MASTER_KEY';
    if (account.RegularKey === undefined && !hasSigners) return 'tecNO_ALTERNATIVE_KEY';
  }
  if (SetFlag === ASF.noFreeze && !byMaster && !hasFlag(account, ACCOUNT_FLAG.disableMaster))
    return 'tecNEED_MASTER_KEY';
  return undefined;
}

function changedFlags(tx: Transaction, account: AccountRoot): number {
  let flags = account.Flags;
  for (const { lsf, set, clear } of Object.values(SIMPLE)) {
    if (wants(tx, set)) flags = withFlag(flags, lsf);
    else if (wants(tx, clear)) flags = withoutFlag(flags, lsf);
  }
  const { SetFlag, ClearFlag } = fieldsOf(tx);
  if (SetFlag === ASF.noFreeze) flags = withFlag(flags, ACCOUNT_FLAG.noFreeze);
  if (SetFlag === ASF.globalFreeze) flags = withFlag(flags, ACCOUNT_FLAG.globalFreeze);
  // Who gave up freezing single lines cannot use the global freeze as a lever either: it can be set, never lifted.
  else if (ClearFlag === ASF.globalFreeze && !(flags & ACCOUNT_FLAG.noFreeze))
    flags = withoutFlag(flags, ACCOUNT_FLAG.globalFreeze);
  if (SetFlag === ASF.allowTrustLineClawback) flags = withFlag(flags, ACCOUNT_FLAG.allowTrustLineClawback);
  if (SetFlag === ASF.allowTrustLineLocking) flags = withFlag(flags, ACCOUNT_FLAG.allowTrustLineLocking);
  return flags;
}

/** A field given at its default (empty text, rate 1, zeros) is taken off the account. */
function changedFields(tx: Transaction, account: AccountRoot): Partial<AccountRoot> {
  const f = fieldsOf(tx);
  return {
    ...(f.SetFlag === ASF.accountTxnID && account.AccountTxnID === undefined && { AccountTxnID: '0'.repeat(64) }),
    ...(f.ClearFlag === ASF.accountTxnID && { AccountTxnID: undefined }),
    ...(f.EmailHash !== undefined && { EmailHash: /^0*$/.test(f.EmailHash) ? undefined : f.EmailHash }),
    ...(f.WalletLocator !== undefined && { WalletLocator: /^0*$/.test(f.WalletLocator) ? undefined : f.WalletLocator }),
    ...(f.MessageKey !== undefined && { MessageKey: f.MessageKey || undefined }),
    ...(f.Domain !== undefined && { Domain: f.Domain || undefined }),
    ...(f.TransferRate !== undefined && {
      TransferRate: f.TransferRate === 0 || f.TransferRate === RATE_ONE ? undefined : f.TransferRate,
    }),
    ...(f.TickSize !== undefined && {
      TickSize: f.TickSize === 0 || f.TickSize === MAX_TICK_SIZE ? undefined : f.TickSize,
    }),
    ...(f.SetFlag === ASF.authorizedNFTokenMinter && { NFTokenMinter: f.NFTokenMinter }),
    ...(f.ClearFlag === ASF.authorizedNFTokenMinter && { NFTokenMinter: undefined }),
  };
}

/** rippled: SetAccount::makeTxConsequences. */
function isBlocker(tx: Transaction): boolean {
  const { SetFlag, ClearFlag } = fieldsOf(tx);
  const blocking: (number | undefined)[] = [ASF.requireAuth, ASF.disableMaster, ASF.accountTxnID];
  return (
    (tx.flags & (TF.requireAuth | TF.optionalAuth)) !== 0 || blocking.includes(SetFlag) || blocking.includes(ClearFlag)
  );
}

/** AccountSet: an account's settings. Without any it only uses up its sequence or ticket. */
export const accountSet: Transactor = {
  flags: Object.values(TF).reduce((all, flag) => all | flag, 0),
  preflight,
  preclaim,
  apply,
  consequences: (tx) => ({ blocker: isBlocker(tx) }),
};
