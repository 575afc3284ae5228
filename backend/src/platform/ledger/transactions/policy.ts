/**
 * The number of attempts of a transaction, the pauses between them, when a case is opened, and which network fee is too
 * high, by kind (`TRANSACTION_POLICY`). Attempts that are proved absent do not count: they cost nothing, and the next
 * one uses the same ticket. Pure.
 */
import { TRANSACTION_POLICY, type TransactionKind, type TransactionPolicy } from '@tknest/contracts/rules';
import { LedgerUnavailable, type LedgerPort } from '../ledger-port.js';
import type { Attempt } from './transaction.js';

const POLICY: Readonly<Record<TransactionKind, TransactionPolicy>> = TRANSACTION_POLICY;

type Refused = Pick<Attempt, 'refusals' | 'ledgerIndex'>;

/** How many ledgers pass before another attempt, by the number of refusals. */
export function pauseAfter(kind: TransactionKind, refusals: number): number {
  const { from, first, max } = POLICY[kind].pauses;
  return refusals < from ? 0 : Math.min(first * 2 ** Math.min(refusals - from, 30), max);
}

/** Whether it may be signed (again) now, as far as its refusals go. @param validated index of the last ledger */
export const mayTry = (kind: TransactionKind, before: Refused | undefined, validated: number): boolean =>
  !before ||
  before.refusals === 0 ||
  (before.refusals < POLICY[kind].endAfter &&
    validated >= (before.ledgerIndex ?? 0) + pauseAfter(kind, before.refusals));

export const isGivenUp = (kind: TransactionKind, refusals: number): boolean => refusals >= POLICY[kind].endAfter;
export const asksPerson = (kind: TransactionKind, refusals: number): boolean => refusals >= POLICY[kind].personAfter;

/** The ledger's fee for a transaction is above `MAX_NETWORK_FEE_DROPS`: the platform waits until it falls. */
export class NetworkFeeTooHigh extends LedgerUnavailable {
  constructor(
    readonly drops: bigint,
    readonly limit: bigint,
  ) {
    super(`The network fee is ${drops} drops, above the limit of ${limit} (MAX_NETWORK_FEE_DROPS)`);
    this.name = 'NetworkFeeTooHigh';
  }
}

/** @throws NetworkFeeTooHigh */
export function mustNotCostMore(drops: bigint, limit: bigint | undefined): void {
  if (limit !== undefined && drops > limit) throw new NetworkFeeTooHigh(drops, limit);
}

/** The current network fee of a transaction, in drops. @throws NetworkFeeTooHigh, LedgerUnavailable */
export async function networkFee(ledger: Pick<LedgerPort, 'fee'>, limit: bigint | undefined): Promise<bigint> {
  const drops = await ledger.fee();
  mustNotCostMore(drops, limit);
  return drops;
}
