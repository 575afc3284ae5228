import { isAddress } from '../../codec/account-id.js';
import type { LedgerEntry, RippleState } from '../../state/entries.js';
import { hasFlag } from '../../state/flags.js';
import { formatNumber } from '../../state/token-number.js';
import { balanceOn, otherSide } from '../../state/trust-lines.js';
import { ownedPage, ownerOf, perspective } from '../account-page.js';
import { ApiError } from '../errors.js';
import { isTrue } from '../params.js';
import type { Answer, Command, Params } from '../request.js';

const PAGE = 200;

/** account_lines: an account's trust lines from its perspective; its holdings are positive. */
export const accountLines: Command = (context) => {
  const { params } = context;
  const { ledger, account } = ownerOf(context);
  const wanted = params['peer'];
  if (wanted !== undefined && wanted !== '' && !isAddress(wanted))
    throw new ApiError('actMalformed', undefined, ledger.fields);
  const { entries, more } = ownedPage(context, ledger, account, PAGE);
  const lines = entries.filter(isLine).filter((line) => isWanted(line, account, params));
  return { account, lines: lines.map((line) => lineAsSeenBy(line, account)), ...more, ...ledger.fields };
};

const isLine = (entry: LedgerEntry): entry is RippleState => entry.LedgerEntryType === 'RippleState';

function isWanted(line: RippleState, account: string, params: Params): boolean {
  const { side, peer } = perspective(line, account);
  if (params['peer'] && peer !== params['peer']) return false;
  return !isTrue(params['ignore_default']) || hasFlag(line, side.flag.reserve);
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
