import type { Transaction } from '../engine/transaction.js';
import type { AccountRoot } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag, type SideFlags, withFlag, withoutFlag } from '../state/flags.js';

/** Flags of a TrustSet (tf…). */
export const TRUST_FLAG = {
  setAuth: 0x00010000,
  setNoRipple: 0x00020000,
  clearNoRipple: 0x00040000,
  setFreeze: 0x00100000,
  clearFreeze: 0x00200000,
  setDeepFreeze: 0x00400000,
  clearDeepFreeze: 0x00800000,
} as const;

/** What a TrustSet asks for. Set and clear of NoRipple together cancel each other out. */
export interface TrustWishes {
  readonly setAuth: boolean;
  readonly setNoRipple: boolean;
  readonly clearNoRipple: boolean;
  readonly setFreeze: boolean;
  readonly clearFreeze: boolean;
  readonly setDeepFreeze: boolean;
  readonly clearDeepFreeze: boolean;
  /** The sender has given up freezing for good. */
  readonly noFreeze: boolean;
}

export function wishesOf(tx: Transaction, account: AccountRoot): TrustWishes {
  const has = (name: keyof typeof TRUST_FLAG): boolean => (tx.flags & TRUST_FLAG[name]) !== 0;
  return {
    setAuth: has('setAuth'),
    setNoRipple: has('setNoRipple') && !has('clearNoRipple'),
    clearNoRipple: has('clearNoRipple') && !has('setNoRipple'),
    setFreeze: has('setFreeze'),
    clearFreeze: has('clearFreeze'),
    setDeepFreeze: has('setDeepFreeze'),
    clearDeepFreeze: has('clearDeepFreeze'),
    noFreeze: hasFlag(account, ACCOUNT_FLAG.noFreeze),
  };
}

/** A side's flags after its freezes are set or lifted (rippled: computeFreezeFlags). */
export function frozenFlags(flags: number, side: SideFlags, w: TrustWishes): number {
  let after = flags;
  if (w.setFreeze && !w.clearFreeze && !w.noFreeze) after = withFlag(after, side.freeze);
  else if (w.clearFreeze && !w.setFreeze) after = withoutFlag(after, side.freeze);
  if (w.setDeepFreeze && !w.clearDeepFreeze && !w.noFreeze) after = withFlag(after, side.deepFreeze);
  else if (w.clearDeepFreeze && !w.setDeepFreeze) after = withoutFlag(after, side.deepFreeze);
  return after;
}
