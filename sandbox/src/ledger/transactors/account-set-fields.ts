import type { Transaction } from '../engine/transaction.js';
import { ACCOUNT_FLAG } from '../state/flags.js';

/** Numbers of SetFlag and ClearFlag (asf…). Unknown numbers are accepted and do nothing. */
export const ASF = {
  requireDest: 1,
  requireAuth: 2,
  disallowXRP: 3,
  disableMaster: 4,
  accountTxnID: 5,
  noFreeze: 6,
  globalFreeze: 7,
  defaultRipple: 8,
  depositAuth: 9,
  authorizedNFTokenMinter: 10,
  disallowIncomingNFTokenOffer: 12,
  disallowIncomingCheck: 13,
  disallowIncomingPayChan: 14,
  disallowIncomingTrustline: 15,
  allowTrustLineClawback: 16,
  allowTrustLineLocking: 17,
} as const;

/** The older spelling of three settings as transaction flags (tf…). */
export const TF = {
  requireDestTag: 0x00010000,
  optionalDestTag: 0x00020000,
  requireAuth: 0x00040000,
  optionalAuth: 0x00080000,
  disallowXRP: 0x00100000,
  allowXRP: 0x00200000,
} as const;

export interface AccountSetFields {
  readonly SetFlag?: number;
  readonly ClearFlag?: number;
  readonly TransferRate?: number;
  readonly TickSize?: number;
  readonly MessageKey?: string;
  readonly Domain?: string;
  readonly EmailHash?: string;
  readonly WalletLocator?: string;
  readonly NFTokenMinter?: string;
}

export const fieldsOf = (tx: Transaction): AccountSetFields => tx.json as AccountSetFields;

/** One setting in its two spellings. */
interface Wish {
  readonly tf?: number;
  readonly setFlag?: number;
  readonly clearFlag?: number;
}

export const wants = (tx: Transaction, wish: Wish): boolean => {
  const { SetFlag, ClearFlag } = fieldsOf(tx);
  return (
    (wish.tf !== undefined && (tx.flags & wish.tf) !== 0) ||
    (wish.setFlag !== undefined && SetFlag === wish.setFlag) ||
    (wish.clearFlag !== undefined && ClearFlag === wish.clearFlag)
  );
};

const simple = (
  lsf: number,
  asf: number,
  tfSet?: number,
  tfClear?: number,
): { lsf: number; set: Wish; clear: Wish } => ({
  lsf,
  set: { tf: tfSet, setFlag: asf },
  clear: { tf: tfClear, clearFlag: asf },
});

/** Settings that can be set and cleared without further conditions. */
export const SIMPLE = {
  requireDest: simple(ACCOUNT_FLAG.requireDestTag, ASF.requireDest, TF.requireDestTag, TF.optionalDestTag),
  requireAuth: simple(ACCOUNT_FLAG.requireAuth, ASF.requireAuth, TF.requireAuth, TF.optionalAuth),
  disallowXRP: simple(ACCOUNT_FLAG.disallowXRP, ASF.disallowXRP, TF.disallowXRP, TF.allowXRP),
  disableMaster: simple(ACCOUNT_FLAG.disableMaster, ASF.disableMaster),
  defaultRipple: simple(ACCOUNT_FLAG.defaultRipple, ASF.defaultRipple),
  depositAuth: simple(ACCOUNT_FLAG.depositAuth, ASF.depositAuth),
  disallowIncomingNFTokenOffer: simple(ACCOUNT_FLAG.disallowIncomingNFTokenOffer, ASF.disallowIncomingNFTokenOffer),
  disallowIncomingCheck: simple(ACCOUNT_FLAG.disallowIncomingCheck, ASF.disallowIncomingCheck),
  disallowIncomingPayChan: simple(ACCOUNT_FLAG.disallowIncomingPayChan, ASF.disallowIncomingPayChan),
  disallowIncomingTrustline: simple(ACCOUNT_FLAG.disallowIncomingTrustline, ASF.disallowIncomingTrustline),
} as const;
