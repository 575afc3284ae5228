import { isAddress } from '../../codec/account-id.js';
import type { RippleState } from '../../state/entries.js';
import { hasFlag } from '../../state/flags.js';
import { formatNumber } from '../../state/token-number.js';
import { balanceOn, otherSide, sideOf } from '../../state/trust-lines.js';
import { owned, ownerOf, standsOn } from '../account-page.js';
import { ApiError } from '../errors.js';
import { isTrue, limitParam } from '../params.js';
import type { Answer, Command } from '../request.js';

const PAGE = 200;

/** account_lines: an account's trust lines as it sees them; what it holds is positive. */
export const accountLines: Command = (context) => {
  const { params } = context;
  const { ledger, account } = ownerOf(context);
  const peer = params['peer'];
  if (peer !== undefined && peer !== '' && !isAddress(peer)) throw new ApiError('actMalformed', undefined, ledger.fields);
  const limit = limitParam(params, PAGE);
  const after = markerParam(params['marker']);
  if (after && !standsOn(ledger.view, account, after.page, after.index)) throw new ApiError('invalidParams');
  const lines: Answer[] = [];
  let last: { page: bigint; index: string } | undefined;
  for (const { page, entry } of owned(ledger.view, account, after)) {
    if (entry.LedgerEntryType !== 'RippleState') continue;
    const line = entry as RippleState;
    const side = sideOf(account, otherParty(line, account));
    if (peer && otherParty(line, account) !== peer) continue;
    if (isTrue(params['ignore_default']) && !hasFlag(line, side.flag.reserve)) continue;
    if (lines.length === limit) return { account, lines, limit, marker: `${last!.index},${last!.page.toString(16)}`, ...ledger.fields };
    lines.push(lineAsSeenBy(line, account));
    last = { page, index: entry.index };
  }
  return { account, lines, ...ledger.fields };
};

const otherParty = (line: RippleState, account: string): string =>
  line.LowLimit.issuer === account ? line.HighLimit.issuer : line.LowLimit.issuer;

/** A marker is the last entry given and the directory page it stands on. */
function markerParam(marker: unknown): { page: bigint; index: string } | undefined {
  if (marker === undefined) return undefined;
  const match = typeof marker === 'string' ? /^([0-9A-F]{64}),([0-9a-f]+)$/.exec(marker) : null;
  if (!match) throw new ApiError('invalidParams');
  return { index: match[1]!, page: BigInt(`0x${match[2]}`) };
}

function lineAsSeenBy(line: RippleState, account: string): Answer {
  const peer = otherParty(line, account);
  const mine = sideOf(account, peer);
  const theirs = otherSide(mine);
  const flag = (name: string, bit: number): Answer => (hasFlag(line, bit) ? { [name]: true } : {});
  return {
    account: peer,
    balance: formatNumber(balanceOn(line, mine)),
    currency: line.Balance.currency,
    limit: line[mine.limit].value,
    limit_peer: line[theirs.limit].value,
    quality_in: line[mine.qualityIn] ?? 0,
    quality_out: line[mine.qualityOut] ?? 0,
    ...flag('authorized', mine.flag.auth),
    ...flag('peer_authorized', theirs.flag.auth),
    ...flag('no_ripple', mine.flag.noRipple),
    ...flag('no_ripple_peer', theirs.flag.noRipple),
    ...flag('freeze', mine.flag.freeze),
    ...flag('freeze_peer', theirs.flag.freeze),
    ...flag('deep_freeze', mine.flag.deepFreeze),
    ...flag('deep_freeze_peer', theirs.flag.deepFreeze),
  };
}
