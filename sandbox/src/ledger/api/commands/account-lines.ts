import { isAddress } from '../../codec/account-id.js';
import type { RippleState } from '../../state/entries.js';
import { hasFlag } from '../../state/flags.js';
import { directoryPageKey, ownerDirectoryKey } from '../../state/keylets.js';
import { formatNumber } from '../../state/token-number.js';
import { balanceOn, otherSide } from '../../state/trust-lines.js';
import { owned, ownerOf, perspective, type Place } from '../account-page.js';
import { ApiError } from '../errors.js';
import { isTrue, limitParam } from '../params.js';
import type { Answer, Command } from '../request.js';

const PAGE = 200;

/** account_lines: an account's trust lines as it sees them; what it holds is positive. */
export const accountLines: Command = (context) => {
  const { params } = context;
  const { ledger, account } = ownerOf(context);
  const wanted = params['peer'];
  if (wanted !== undefined && wanted !== '' && !isAddress(wanted)) throw new ApiError('actMalformed', undefined, ledger.fields);
  const limit = limitParam(params, PAGE);
  const entries = owned(ledger.view, account, markerParam(params['marker'], account));
  if (!entries) throw new ApiError('invalidParams');
  const lines: Answer[] = [];
  let marker: string | undefined;
  for (const { entry } of entries) {
    if (entry.LedgerEntryType !== 'RippleState') continue;
    const line = entry as RippleState;
    const { side, peer } = perspective(line, account);
    if ((wanted && peer !== wanted) || (isTrue(params['ignore_default']) && !hasFlag(line, side.flag.reserve))) continue;
    if (lines.length === limit) return { account, lines, limit, marker, ...ledger.fields };
    lines.push(lineAsSeenBy(line, account));
    marker = `${line.index},${side.node === 'LowNode' ? line.LowNode : line.HighNode}`;
  }
  return { account, lines, ...ledger.fields };
};

/** A marker is the last line given and the number of the directory page it stands on. */
function markerParam(marker: unknown, account: string): Place | undefined {
  if (marker === undefined) return undefined;
  const match = typeof marker === 'string' ? /^([0-9A-F]{64}),([0-9a-f]{1,16})$/.exec(marker) : null;
  if (!match) throw new ApiError('invalidParams');
  return { index: match[1]!, page: directoryPageKey(ownerDirectoryKey(account), BigInt(`0x${match[2]}`)) };
}

function lineAsSeenBy(line: RippleState, account: string): Answer {
  const { side: mine, peer } = perspective(line, account);
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
