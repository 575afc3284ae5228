import { ACCOUNT_ONE, ACCOUNT_ZERO } from '../codec/account-id.js';
import { BAD_CURRENCY } from '../codec/currency.js';
import type { PreclaimContext } from '../engine/ledger-view.js';
import type { ResultName } from '../engine/results.js';
import type { Transaction, TrustSetJson } from '../engine/transaction.js';
import { accountReserve, readAccount, existingAccount } from '../state/accounts.js';
import type { TokenAmount } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { isZero, parseNumber, signOf } from '../state/token-number.js';
import { createLine, readLine, sideOf } from '../state/trust-lines.js';
import type { ApplyContext, Transactor } from './transactor.js';
import { changeLine } from './trust-set-change.js';
import { frozenFlags, TRUST_FLAG, wishesOf } from './trust-set-wishes.js';

/** A quality of one to one is the default and counts as not set. */
const QUALITY_ONE = 1_000_000_000;

const limitOf = (tx: Transaction): TokenAmount => (tx.json as TrustSetJson).LimitAmount as TokenAmount;

function preflight(tx: Transaction): ResultName {
  const limit = (tx.json as TrustSetJson).LimitAmount;
  if (typeof limit === 'string') return 'temBAD_LIMIT';
  if (limit.currency === BAD_CURRENCY) return 'temBAD_CURRENCY';
  if (signOf(parseNumber(limit.value)) < 0) return 'temBAD_LIMIT';
  return limit.issuer === ACCOUNT_ONE || limit.issuer === ACCOUNT_ZERO ? 'temDST_NEEDED' : 'tesSUCCESS';
}

function preclaim({ ledger, tx }: PreclaimContext): ResultName {
  const { currency, issuer: peer } = limitOf(tx);
  const account = existingAccount(ledger.state, tx.account);
  const wishes = wishesOf(tx, account);
  if (wishes.setAuth && !hasFlag(account, ACCOUNT_FLAG.requireAuth)) return 'tefNO_AUTH_REQUIRED';
  if (peer === tx.account) return 'temDST_IS_SRC';
  const peerRoot = readAccount(ledger.state, peer);
  if (!peerRoot) return 'tecNO_DST';
  const line = readLine(ledger.state, tx.account, peer, currency);
  if (!line && hasFlag(peerRoot, ACCOUNT_FLAG.disallowIncomingTrustline)) return 'tecNO_PERMISSION';
  return freezeFault(tx, wishes, line?.Flags ?? 0, peer) ?? 'tesSUCCESS';
}

/** rippled: SetTrust::preclaim, freeze and deep freeze (XLS-77). */
function freezeFault(
  tx: Transaction,
  wishes: ReturnType<typeof wishesOf>,
  flags: number,
  peer: string,
): ResultName | undefined {
  const sets = wishes.setFreeze || wishes.setDeepFreeze;
  if (wishes.noFreeze && sets) return 'tecNO_PERMISSION';
  if (sets && (wishes.clearFreeze || wishes.clearDeepFreeze)) return 'tecNO_PERMISSION';
  const { flag } = sideOf(tx.account, peer);
  const after = frozenFlags(flags, flag, wishes);
  return after & flag.deepFreeze && !(after & flag.freeze) ? 'tecNO_PERMISSION' : undefined;
}

function apply({ view, tx, priorBalance }: ApplyContext): ResultName {
  const limit = limitOf(tx);
  const account = existingAccount(view, tx.account);
  const wishes = wishesOf(tx, account);
  // The first two lines cost no reserve, so that an account of the base reserve alone can hold tokens.
  const reserve = account.OwnerCount < 2 ? 0n : accountReserve(view, account.OwnerCount + 1);
  const { QualityIn, QualityOut } = tx.json as TrustSetJson;
  const qualityOut = QualityOut === QUALITY_ONE ? 0 : QualityOut;
  const line = readLine(view, tx.account, limit.issuer, limit.currency);
  if (line)
    return changeLine({
      view,
      account: tx.account,
      peer: limit.issuer,
      line,
      limit,
      wishes,
      qualityIn: QualityIn,
      qualityOut,
      canReserve: priorBalance >= reserve,
    });
  if (isZero(parseNumber(limit.value)) && !QualityIn && !qualityOut && !wishes.setAuth) return 'tecNO_LINE_REDUNDANT';
  if (priorBalance < reserve) return 'tecNO_LINE_INSUF_RESERVE';
  const { flag } = sideOf(tx.account, limit.issuer);
  const own = (wishes.setAuth ? flag.auth : 0) | (wishes.setNoRipple ? flag.noRipple : 0);
  createLine(view, {
    owner: tx.account,
    peer: limit.issuer,
    limit,
    flags: frozenFlags(own, flag, wishes),
    qualityIn: QualityIn ?? 0,
    qualityOut: qualityOut ?? 0,
  });
  return 'tesSUCCESS';
}

/** TrustSet: makes, changes or removes one side of a trust line (rippled: SetTrust.cpp). */
export const trustSet: Transactor = {
  flags: Object.values(TRUST_FLAG).reduce((all, flag) => all | flag, 0),
  preflight,
  preclaim,
  apply,
};
