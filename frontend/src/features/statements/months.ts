/** The months of a year's statement, added up in micro-units. Pure. */
import type { StatementMovement } from '@tknest/contracts/api';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';

export interface MonthRow {
  /** `2026-11` */
  month: string;
  received: string;
  interest: string;
  principal: string;
  /** The net of all movements. */
  change: string;
}

const sum = (values: readonly (string | null)[]): string =>
  toDecimal(values.reduce((total, value) => total + parseRlusd(value ?? '0'), 0n));

/** All twelve months, including those without movements. */
export function monthsOf(year: string, movements: readonly StatementMovement[]): MonthRow[] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`;
    const own = movements.filter(({ at }) => at.startsWith(month));
    const rent = own.filter(({ type }) => type === 'rent_share');
    return {
      month,
      received: sum(rent.map(({ amount }) => amount)),
      interest: sum(rent.map(({ interest }) => interest)),
      principal: sum(rent.map(({ principal }) => principal)),
      change: sum(own.map(({ amount }) => amount)),
    };
  });
}

/** The sum of one type and direction of movements, unsigned. */
export const sumOf = (movements: readonly StatementMovement[], type: StatementMovement['type'], way: 'in' | 'out') =>
  sum(
    movements
      .filter(({ type: own, amount }) => own === type && amount.startsWith('-') === (way === 'out'))
      .map(({ amount }) => amount.replace('-', '')),
  );

/** Closing minus opening. */
export const changeOf = ({ opening, closing }: { opening: string; closing: string }): string =>
  toDecimal(parseRlusd(closing) - parseRlusd(opening));
