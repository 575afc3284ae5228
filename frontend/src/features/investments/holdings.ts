import type { TransactionView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';

/** Months of income that the home shows. */
const MONTHS = 8;
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short' });
const micro = (amount: number) => parseRlusd(amount.toFixed(6));

/** Adds up without the drift of floating point. */
export const sum = (rows: readonly TransactionView[], of: (row: TransactionView) => number): number =>
  toNumber(rows.reduce((total, row) => total + micro(of(row)), 0n));

export interface Holding {
  propertyId: number;
  name: string;
  tokens: number;
}

/** Tokens by property, most first. */
export function holdings(rows: readonly TransactionView[]): Holding[] {
  const byProperty = new Map<number, Holding>();
  for (const { propertyId, propertyName: name, tokensPurchased } of rows)
    byProperty.set(propertyId, {
      propertyId,
      name,
      tokens: (byProperty.get(propertyId)?.tokens ?? 0) + tokensPurchased,
    });
  return [...byProperty.values()].sort((a, b) => b.tokens - a.tokens);
}

/**
 * Per month, oldest first, ending with the month of `now`: the rent share of the tokens held at its end, from their
 * terms.
 */
export function incomeByMonth(rows: readonly TransactionView[], now: Date): { label: string; value: number }[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const start = new Date(now.getFullYear(), now.getMonth() - (MONTHS - 1 - index), 1);
    const end = new Date(start.getFullYear(), start.getMonth() + 1, 1);
    return {
      label: MONTH.format(start).slice(0, 3),
      value: sum(
        rows.filter(({ createdAt }) => new Date(createdAt) < end),
        ({ estimatedMonthlyReturn }) => estimatedMonthlyReturn,
      ),
    };
  });
}
