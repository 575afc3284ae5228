import { accountReserve, changeAccount, readAccount, existingAccount } from '../state/accounts.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import { type Issue, isXrpIssue } from '../state/issue.js';
import type { EntryReader, Overlay } from '../state/overlay.js';
import type { Quantity } from '../state/quantity.js';
import { type TokenNumber, ZERO } from '../state/token-number.js';
import { balanceOn, credit, otherSide, readLine, sideOf } from '../state/trust-lines.js';
import { PaymentOverlay } from './payment-overlay.js';

/** XRP above the reserve, in drops; `spare` entries are not reserved for (rippled: xrpLiquid). */
export function liquidXrp(view: EntryReader, address: string, spare = 0): bigint {
  const account = readAccount(view, address);
  if (!account) return 0n;
  const payment = view instanceof PaymentOverlay ? view : undefined;
  const owned = payment?.ownedAtMost(address, account.OwnerCount) ?? account.OwnerCount;
  const balance = payment?.usableXrp(address, BigInt(account.Balance)) ?? BigInt(account.Balance);
  const reserve = accountReserve(view, Math.max(0, owned - spare));
  return balance > reserve ? balance - reserve : 0n;
}

/** What can be spent of the balance on a line: less than nothing if the account owes (rippled: accountHolds). */
export function usableTokens(view: EntryReader, account: string, { currency, issuer }: Issue): TokenNumber {
  const line = readLine(view, account, issuer, currency);
  if (!line) return ZERO;
  const balance = balanceOn(line, sideOf(account, issuer));
  return view instanceof PaymentOverlay ? view.usableTokens(account, issuer, currency, balance) : balance;
}

/** What an account can give of something; an issuer gives whatever is wanted of its own (rippled: accountFunds). */
export function fundsOf(view: EntryReader, account: string, issue: Issue, wanted: Quantity): Quantity {
  if (isXrpIssue(issue)) return liquidXrp(view, account);
  if (account === issue.issuer) return wanted;
  return isFrozen(view, account, issue) || isDeepFrozen(view, account, issue)
    ? ZERO
    : usableTokens(view, account, issue);
}

export const isGloballyFrozen = (view: EntryReader, issue: Issue): boolean =>
  !isXrpIssue(issue) && hasFlag(readAccount(view, issue.issuer), ACCOUNT_FLAG.globalFreeze);

/** Whether the issuer froze all its tokens or this holder's. */
export function isFrozen(view: EntryReader, holder: string, issue: Issue): boolean {
  if (isXrpIssue(issue)) return false;
  if (isGloballyFrozen(view, issue)) return true;
  if (holder === issue.issuer) return false;
  const line = readLine(view, holder, issue.issuer, issue.currency);
  return hasFlag(line, sideOf(issue.issuer, holder).flag.freeze);
}

/** Whether either side froze the line so that nothing comes in either. */
export function isDeepFrozen(view: EntryReader, holder: string, issue: Issue): boolean {
  if (isXrpIssue(issue) || holder === issue.issuer) return false;
  const side = sideOf(holder, issue.issuer);
  const line = readLine(view, holder, issue.issuer, issue.currency);
  return hasFlag(line, side.flag.deepFreeze | otherSide(side).flag.deepFreeze);
}

/** The part of the amount that the issuer keeps of transfers, on top of a billion. */
export const transferRate = (view: EntryReader, issuer: string): number =>
  readAccount(view, issuer)?.TransferRate ?? PARITY;

/** 1 to 1 in the billionths that rates and qualities are written in. */
export const PARITY = 1_000_000_000;

/** Moves XRP out of an account (a negative amount) or into it; the caller sees to it that it has so much. */
export function moveXrp(view: Overlay, address: string, drops: bigint): void {
  const account = existingAccount(view, address);
  changeAccount(view, address, { Balance: (BigInt(account.Balance) + drops).toString() });
}

/** Moves tokens between their issuer and a holder, or XRP out of or into nowhere: one leg of a trade. */
export function send(view: Overlay, from: string, to: string, issue: Issue, quantity: Quantity): boolean {
  if (typeof quantity !== 'bigint') {
    if (from !== to && quantity.mantissa !== 0n) credit(view, from, to, issue.currency, quantity);
    return true;
  }
  if (to !== issue.issuer) moveXrp(view, to, quantity);
  if (from === issue.issuer) return true;
  if (BigInt(existingAccount(view, from).Balance) < quantity) return false;
  moveXrp(view, from, -quantity);
  return true;
}
