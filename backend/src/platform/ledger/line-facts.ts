import { QUALITY_ONE, type LineFacts } from './ledger-port.js';

/** An issuer's rate without a fee (AccountRoot, TransferRate). */
const RATE_ONE = 1_000_000_000;
/** An issuer's transfer fee, in billionths above one, from its AccountRoot. */
export const transferFeeOf = ({ TransferRate }: { TransferRate?: number }): number =>
  Math.max(0, (TransferRate || RATE_ONE) - RATE_ONE);

/** RippleState flags: https://xrpl.org/docs/references/protocol/ledger-data/ledger-entry-types/ripplestate */
const LOW = { auth: 0x00040000, noRipple: 0x00100000, freeze: 0x00400000, deepFreeze: 0x02000000 };
/** The same flag of the high side is one bit higher. */
const high = (flag: number) => flag * 2;

/** Reads a RippleState entry from `ledger_entry` from the holder's perspective, whichever side that is. Pure. */
export function lineFactsOf(node: Record<string, any>, holder: string): LineFacts {
  const holderIsLow = node.LowLimit.issuer === holder;
  const flagOf = (ofLow: boolean) => (flag: number) => (node.Flags & (ofLow ? flag : high(flag))) !== 0;
  const [holderFlag, issuerFlag] = [flagOf(holderIsLow), flagOf(!holderIsLow)];
  const quality = (way: 'In' | 'Out'): number => node[`${holderIsLow ? 'Low' : 'High'}Quality${way}`] || QUALITY_ONE;
  const value: string = node.Balance.value;
  return {
    balance: holderIsLow ? value : value.startsWith('-') ? value.slice(1) : value === '0' ? '0' : `-${value}`,
    limit: (holderIsLow ? node.LowLimit : node.HighLimit).value,
    authorized: issuerFlag(LOW.auth),
    frozen: issuerFlag(LOW.freeze) || issuerFlag(LOW.deepFreeze),
    deepFrozen: issuerFlag(LOW.deepFreeze),
    issuerNoRipple: issuerFlag(LOW.noRipple),
    holderFrozen: holderFlag(LOW.freeze) || holderFlag(LOW.deepFreeze),
    holderDeepFrozen: holderFlag(LOW.deepFreeze),
    qualityIn: quality('In'),
    qualityOut: quality('Out'),
  };
}
