/** What a receipt's page and its PDF add up. */
import type { ReceiptLeg } from '../api/index.js';
import { parseRlusd, type Micro } from '../money/index.js';

/** What the payer paid in micro-units, with the fee; null if that is one transaction. */
export function totalOfLegs(legs: readonly ReceiptLeg[]): Micro | null {
  const paid = legs.filter(({ currency }) => currency === 'RLUSD');
  const sum = paid.reduce((all, { kind, amount }) => all + (kind === 'fee-refund' ? -1n : 1n) * parseRlusd(amount), 0n);
  return paid.length > 1 ? sum : null;
}
