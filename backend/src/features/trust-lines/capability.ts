/** Obstacles between a wallet and an amount of RLUSD. Pure; users see the texts. */
import type { CapabilityView } from '@tknest/contracts/api';
import { formatRlusd, parseLedgerValue, type Micro } from '@tknest/contracts/money';
import {
  hasFlag,
  QUALITY_ONE,
  type AccountFacts,
  type LineFacts,
  type Reserves,
} from '#platform/ledger/ledger-port.js';

export interface WalletSeen {
  account: AccountFacts | null;
  line: LineFacts | null;
  reserves: Reserves;
  /** The fee of one transaction, in drops. */
  fee: bigint;
  /** Whether the issuer has frozen RLUSD between all holders. */
  globallyFrozen: boolean;
}

/** Lists every obstacle to receiving, and to sending, the amount. */
export function capabilityFor(
  amount: Micro,
  { account, line, reserves, fee, globallyFrozen }: WalletSeen,
): CapabilityView {
  if (!account)
    return closed('This wallet is not activated on the ledger. It needs XRP first, and then a trust line for RLUSD.');
  const reserve = reserves.base + reserves.increment * BigInt(account.ownerCount);
  if (!line) {
    // The first two lines need no owner reserve.
    const forLine = account.ownerCount < 2 ? reserves.base : reserve + reserves.increment;
    const missing = forLine + fee - account.balance;
    const short = missing > 0n ? [`A trust line needs ${xrp(missing)} more XRP for the ledger’s reserve.`] : [];
    return closed('This wallet has no RLUSD trust line.', ...short);
  }
  const balance = parseLedgerValue(line.balance);
  const room = parseLedgerValue(line.limit) - balance;
  const wanted = `${formatRlusd(amount)} RLUSD`;
  const stopped = globallyFrozen ? ['The issuer of RLUSD has stopped all transfers (global freeze).'] : [];
  const receiving = [
    ...stopped,
    ...(room < amount
      ? [`The limit of the trust line leaves room for ${formatRlusd(room > 0n ? room : 0n)} RLUSD, not for ${wanted}.`]
      : []),
    ...(hasFlag(account, 'depositAuth')
      ? ['This wallet takes payments only from senders that it has approved (DepositAuth).']
      : []),
    ...(hasFlag(account, 'requireDestTag') ? ['This wallet takes payments only with a destination tag.'] : []),
    ...ofHolder(account, line),
    ...(line.deepFrozen
      ? ['The issuer of RLUSD has deep-frozen this trust line: it can neither send nor receive.']
      : []),
  ];
  const sending = [
    ...(balance < amount ? [`The balance is ${formatRlusd(balance)} RLUSD, less than ${wanted}.`] : []),
    ...(line.frozen && !line.deepFrozen
      ? ['The issuer of RLUSD has frozen this trust line: it can receive but not send.']
      : []),
    ...(account.balance < reserve + fee
      ? [`${xrp(reserve + fee - account.balance)} more XRP is needed for the ledger’s reserve and fees.`]
      : []),
  ];
  return {
    canReceive: receiving.length === 0,
    canSend: sending.length === 0 && !line.deepFrozen && !line.holderDeepFrozen && !globallyFrozen,
    issues: [...receiving, ...sending],
  };
}

/** The holder's own settings can block incoming payments just like the issuer's. */
function ofHolder(account: AccountFacts, line: LineFacts): string[] {
  if (line.holderFrozen) return ['This wallet has frozen its own RLUSD trust line. Remove the freeze to receive.'];
  if (hasFlag(account, 'globalFreeze'))
    return ['This wallet has frozen all its own trust lines (global freeze). Remove the freeze to receive.'];
  const isQuality = (line.qualityIn ?? QUALITY_ONE) !== QUALITY_ONE;
  return isQuality ? ['The QualityIn of the RLUSD trust line is not 1. Set it to 0 to receive.'] : [];
}

const closed = (...issues: string[]): CapabilityView => ({ canReceive: false, canSend: false, issues });
const xrp = (drops: bigint) => formatRlusd(drops);
