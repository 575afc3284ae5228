import { ACCOUNT_ONE, compareAccounts } from '../codec/account-id.js';
import { adjustOwnerCount, readAccount } from './accounts.js';
import { addToOwnerDirectory, removeFromOwnerDirectory } from './directory.js';
import type { RippleState, TokenAmount } from './entries.js';
import { ACCOUNT_FLAG, HIGH_FLAG, hasFlag, LOW_FLAG, type SideFlags, withFlag, withoutFlag } from './flags.js';
import { trustLineKey } from './keylets.js';
import type { EntryReader, Overlay } from './overlay.js';
import { formatNumber, isZero, negate, parseNumber, signOf, subtract, type TokenNumber } from './token-number.js';

/** The names of one side's fields on a trust line. */
export interface LineSide {
  readonly flag: SideFlags;
  readonly limit: 'LowLimit' | 'HighLimit';
  readonly node: 'LowNode' | 'HighNode';
  readonly qualityIn: 'LowQualityIn' | 'HighQualityIn';
  readonly qualityOut: 'LowQualityOut' | 'HighQualityOut';
}
export const LOW: LineSide = {
  flag: LOW_FLAG,
  limit: 'LowLimit',
  node: 'LowNode',
  qualityIn: 'LowQualityIn',
  qualityOut: 'LowQualityOut',
};
export const HIGH: LineSide = {
  flag: HIGH_FLAG,
  limit: 'HighLimit',
  node: 'HighNode',
  qualityIn: 'HighQualityIn',
  qualityOut: 'HighQualityOut',
};

/** The side of `account` on its line with `peer`. */
export const sideOf = (account: string, peer: string): LineSide => (compareAccounts(account, peer) < 0 ? LOW : HIGH);
export const otherSide = (side: LineSide): LineSide => (side === LOW ? HIGH : LOW);

export const readLine = (view: EntryReader, a: string, b: string, currency: string): RippleState | undefined =>
  view.read(trustLineKey(a, b, currency)) as RippleState | undefined;

/** The balance as one side sees it: what it holds is positive. */
export function balanceOn(line: RippleState, side: LineSide): TokenNumber {
  const balance = parseNumber(line.Balance.value);
  return side === LOW ? balance : negate(balance);
}

export const withBalance = (line: RippleState, side: LineSide, balance: TokenNumber): RippleState => ({
  ...line,
  Balance: { ...line.Balance, value: formatNumber(side === LOW ? balance : negate(balance)) },
});

export interface NewLine {
  readonly owner: string;
  readonly peer: string;
  readonly limit: TokenAmount;
  /** The owner's own flags beside its reserve. */
  readonly flags: number;
  readonly qualityIn: number;
  readonly qualityOut: number;
}

/** Makes a trust line that `owner` pays the reserve for (rippled: trustCreate). */
export function createLine(view: Overlay, line: NewLine): void {
  const { owner, peer, limit } = line;
  const index = trustLineKey(owner, peer, limit.currency);
  const mine = sideOf(owner, peer);
  const theirs = otherSide(mine);
  // The side that gives no limit keeps its default, which without DefaultRipple means NoRipple.
  const peerRipples = hasFlag(readAccount(view, peer), ACCOUNT_FLAG.defaultRipple);
  const [low, high] = mine === LOW ? [owner, peer] : [peer, owner];
  const lowNode = addToOwnerDirectory(view, low, index);
  const highNode = addToOwnerDirectory(view, high, index);
  const zero = (issuer: string): TokenAmount => ({ currency: limit.currency, issuer, value: '0' });
  view.write({
    LedgerEntryType: 'RippleState',
    Flags: withFlag(line.flags, mine.flag.reserve | (peerRipples ? 0 : theirs.flag.noRipple)),
    index,
    Balance: zero(ACCOUNT_ONE),
    LowLimit: zero(low),
    HighLimit: zero(high),
    LowNode: lowNode,
    HighNode: highNode,
    [mine.limit]: { ...limit, issuer: owner },
    ...(line.qualityIn && { [mine.qualityIn]: line.qualityIn }),
    ...(line.qualityOut && { [mine.qualityOut]: line.qualityOut }),
  } as RippleState);
  adjustOwnerCount(view, owner, 1);
}

/** Makes a line that trusts its peer with nothing: tokens come in by a trade or a check all the same. */
export function createEmptyLine(view: Overlay, owner: string, peer: string, currency: string): void {
  const ripples = hasFlag(readAccount(view, owner), ACCOUNT_FLAG.defaultRipple);
  createLine(view, {
    owner,
    peer,
    limit: { currency, issuer: owner, value: '0' },
    flags: ripples ? 0 : sideOf(owner, peer).flag.noRipple,
    qualityIn: 0,
    qualityOut: 0,
  });
}

/** Removes a line from both directories and from the ledger; `line` is its final state (rippled: trustDelete). */
export function deleteLine(view: Overlay, line: RippleState): void {
  removeFromOwnerDirectory(view, line.LowLimit.issuer, line.LowNode, line.index);
  removeFromOwnerDirectory(view, line.HighLimit.issuer, line.HighNode, line.index);
  view.erase(line);
}

/**
 * Moves tokens from sender to receiver on the trust line between them; creates the receiver's line if there is none
 * (rippled: rippleCredit).
 */
export function credit(view: Overlay, sender: string, receiver: string, currency: string, amount: TokenNumber): void {
  if (!readLine(view, sender, receiver, currency)) createEmptyLine(view, receiver, sender, currency);
  const line = readLine(view, sender, receiver, currency)!;
  const side = sideOf(sender, receiver);
  const before = balanceOn(line, side);
  const after = subtract(before, amount);
  const moved = withBalance(line, side, after);
  if (!(signOf(before) > 0 && signOf(after) <= 0 && holdsOnlyForBalance(view, line, sender, side)))
    return view.write(moved);
  // The sender kept the line for its balance alone: it stops paying for it, and where the other side does not pay
  // either the line goes.
  adjustOwnerCount(view, sender, -1);
  const released = { ...moved, Flags: withoutFlag(line.Flags, side.flag.reserve) } as RippleState;
  if (isZero(after) && !hasFlag(line, otherSide(side).flag.reserve)) deleteLine(view, released);
  else view.write(released);
}

/** Whether everything on the sender's side but the reserve is at its default. */
function holdsOnlyForBalance(view: EntryReader, line: RippleState, sender: string, side: LineSide): boolean {
  const ripples = hasFlag(readAccount(view, sender), ACCOUNT_FLAG.defaultRipple);
  return (
    hasFlag(line, side.flag.reserve) &&
    hasFlag(line, side.flag.noRipple) !== ripples &&
    !hasFlag(line, side.flag.freeze) &&
    isZero(parseNumber(line[side.limit].value)) &&
    !line[side.qualityIn] &&
    !line[side.qualityOut]
  );
}
