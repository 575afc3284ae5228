import { isAddress } from '../../codec/account-id.js';
import type { LedgerEntry, RippleState, Ticket } from '../../state/entries.js';
import { hasFlag } from '../../state/flags.js';
import { directoryPageKey, ownerDirectoryKey } from '../../state/keylets.js';
import { formatNumber } from '../../state/token-number.js';
import { balanceOn, otherSide } from '../../state/trust-lines.js';
import { owned, ownerOf, perspective, type Place } from '../account-page.js';
import { ApiError, expectedField } from '../errors.js';
import { isTrue, limitParam } from '../params.js';
import type { Answer, Command, Params } from '../request.js';

const PAGE = 200;

/** account_lines: an account's trust lines as it sees them; what it holds is positive. */
export const accountLines: Command = (context) => {
  const { params } = context;
  const { ledger, account } = ownerOf(context);
  const wanted = params['peer'];
  if (wanted !== undefined && wanted !== '' && !isAddress(wanted))
    throw new ApiError('actMalformed', undefined, ledger.fields);
  const limit = limitParam(params, PAGE);
  const after = markerParam(params['marker'], account);
  const entries = owned(ledger.view, account, after);
  if (!entries) throw new ApiError('invalidParams');
  // The limit counts what the account owns, lines or not: a page may hold fewer lines, and still not be the last
  // (rippled: doAccountLines).
  const found = [...take(entries, limit + (after ? 2 : 1))].slice(after ? 1 : 0);
  const lines = found
    .slice(0, limit)
    .map(({ entry }) => entry as RippleState)
    .filter((line) => line.LedgerEntryType === 'RippleState' && isWanted(line, account, params));
  const last = found[limit - 1];
  const marker = found.length > limit && last && `${last.entry.index},${pageOf(last.entry, account)}`;
  return {
    account,
    lines: lines.map((line) => lineAsSeenBy(line, account)),
    ...(marker && { limit, marker }),
    ...ledger.fields,
  };
};

function isWanted(line: RippleState, account: string, params: Params): boolean {
  const { side, peer } = perspective(line, account);
  if (params['peer'] && peer !== params['peer']) return false;
  return !isTrue(params['ignore_default']) || hasFlag(line, side.flag.reserve);
}

/** The number of the directory page an entry says it stands on. */
function pageOf(entry: LedgerEntry, account: string): string {
  if (entry.LedgerEntryType === 'RippleState')
    return (entry as RippleState)[perspective(entry as RippleState, account).side.node];
  return (entry as Ticket).OwnerNode;
}

function* take<T>(items: Iterable<T>, n: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ === n) return;
    yield item;
  }
}

/** A marker is the last entry counted and the number of the directory page it stands on. */
function markerParam(marker: unknown, account: string): Place | undefined {
  if (marker === undefined) return undefined;
  if (typeof marker !== 'string') throw expectedField('marker', 'string');
  const match = /^([0-9A-F]{64}),([0-9a-f]{1,16})$/.exec(marker);
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
