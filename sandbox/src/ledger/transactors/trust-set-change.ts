import type { ResultName } from '../engine/results.js';
import { adjustOwnerCount, readAccount } from '../state/accounts.js';
import type { RippleState, TokenAmount } from '../state/entries.js';
import { ACCOUNT_FLAG, hasFlag, withFlag, withoutFlag } from '../state/flags.js';
import type { Overlay } from '../state/overlay.js';
import { isZero, parseNumber, signOf } from '../state/token-number.js';
import { balanceOn, deleteLine, HIGH, type LineSide, LOW, sideOf } from '../state/trust-lines.js';
import { frozenFlags, type TrustWishes } from './trust-set-wishes.js';

export interface LineChange {
  readonly view: Overlay;
  readonly account: string;
  readonly peer: string;
  readonly line: RippleState;
  readonly limit: TokenAmount;
  readonly wishes: TrustWishes;
  readonly qualityIn: number | undefined;
  readonly qualityOut: number | undefined;
  /** Whether the sender could pay one more reserve. */
  readonly canReserve: boolean;
}

const QUALITY_ONE = 1_000_000_000;

/** Changes an existing line; a line with both sides in their default state is deleted (rippled: SetTrust::doApply). */
export function changeLine(change: LineChange): ResultName {
  const { view, account, peer } = change;
  const mine = sideOf(account, peer);
  const changed = withWishes(change, mine);
  if (!changed) return 'tecNO_PERMISSION';
  const [low, high] = mine === LOW ? [account, peer] : [peer, account];
  let flags = changed.Flags;
  let mustReserve = false;
  for (const [side, owner] of [
    [LOW, low],
    [HIGH, high],
  ] as const) {
    const needs = needsReserve(changed, side, hasFlag(readAccount(view, owner), ACCOUNT_FLAG.defaultRipple));
    const has = hasFlag(changed, side.flag.reserve);
    if (needs === has) continue;
    adjustOwnerCount(view, owner, needs ? 1 : -1);
    flags = needs ? withFlag(flags, side.flag.reserve) : withoutFlag(flags, side.flag.reserve);
    mustReserve ||= needs && side === mine;
  }
  const result = { ...changed, Flags: flags } as RippleState;
  if (!(flags & (LOW.flag.reserve | HIGH.flag.reserve))) {
    deleteLine(view, result);
    return 'tesSUCCESS';
  }
  if (mustReserve && !change.canReserve) return 'tecINSUF_RESERVE_LINE';
  view.write(result);
  return 'tesSUCCESS';
}

/**
 * The line with the sender's limit, flags and qualities; undefined if it may not set NoRipple because of a negative
 * balance.
 */
function withWishes(
  { account, line, limit, wishes, qualityIn, qualityOut }: LineChange,
  mine: LineSide,
): RippleState | undefined {
  let flags = wishes.setAuth ? withFlag(line.Flags, mine.flag.auth) : line.Flags;
  if (wishes.setNoRipple) {
    if (signOf(balanceOn(line, mine)) < 0) return undefined;
    flags = withFlag(flags, mine.flag.noRipple);
  } else if (wishes.clearNoRipple) flags = withoutFlag(flags, mine.flag.noRipple);
  return {
    ...line,
    Flags: frozenFlags(flags, mine.flag, wishes),
    [mine.limit]: { ...limit, issuer: account },
    ...(qualityIn !== undefined && { [mine.qualityIn]: qualityIn || undefined }),
    ...(qualityOut !== undefined && { [mine.qualityOut]: qualityOut || undefined }),
  };
}

/** A side pays the reserve while any of its settings differs from the default, or while it holds a balance. */
function needsReserve(line: RippleState, side: LineSide, defaultRipple: boolean): boolean {
  const quality = (q: number | undefined): boolean => !!q && q !== QUALITY_ONE;
  return (
    quality(line[side.qualityIn]) ||
    quality(line[side.qualityOut]) ||
    !hasFlag(line, side.flag.noRipple) !== defaultRipple ||
    hasFlag(line, side.flag.freeze) ||
    !isZero(parseNumber(line[side.limit].value)) ||
    signOf(balanceOn(line, side)) > 0
  );
}
