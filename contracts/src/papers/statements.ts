/** The figures of a statement that its page and its files have in common, computed in micro-units. Pure. */
import type { StatementMovement, StatementView } from '../api/index.js';
import { parseRlusd, toDecimal } from '../money/index.js';

export interface MonthRow {
  /** `2026-11` */
  month: string;
  /** RLUSD, decimal text; the first three of rent shares. */
  received: string;
  interest: string;
  principal: string;
  /** The net of all movements. */
  change: string;
}

const isZero = (decimal: string): boolean => parseRlusd(decimal) === 0n;
const sum = (values: readonly (string | null)[]): string =>
  toDecimal(values.reduce((total, value) => total + parseRlusd(value ?? '0'), 0n));

/** All twelve months of a year, including those without movements. */
export function monthsOf(year: string, movements: readonly StatementMovement[]): MonthRow[] {
  return Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`;
    const own = movements.filter(({ date }) => date.startsWith(month));
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

/** The words for a statement's opening and closing, the same on its page and in its files. */
export const CARRIED = {
  opening: 'Received minus paid, at the start',
  closing: 'Received minus paid, at the end',
  note: 'Received minus paid counts what moved through the platform, from 0 at the first movement. It is not the balance of your wallet.',
};

/** What a statement of a period that has not ended covers, in lower case. */
export const toDateOf = (period: string): string => `${period.length === 4 ? 'year' : 'month'} to date`;

/** Closing minus opening, RLUSD as decimal text. */
export const changeOf = ({ opening, closing }: Pick<StatementView, 'opening' | 'closing'>): string =>
  toDecimal(parseRlusd(closing) - parseRlusd(opening));

/** Whether the statement is of somebody who holds tokens or received rent, or who has done nothing yet. */
export const isInvestors = ({ rentReceived, holdings, totals, movements }: StatementView): boolean =>
  movements.length === 0 || holdings.length > 0 || !isZero(rentReceived) || !isZero(totals.bought);

/** The totals with their names; an investor's only for one, and a landlord's only if there are any. */
export function totalsOf(statement: StatementView): [name: string, amount: string][] {
  const { totals, rentReceived } = statement;
  const own = isInvestors(statement);
  const all: [name: string, amount: string, stays: boolean][] = [
    ['Rent received', rentReceived, own],
    ['Interest', totals.interest, own],
    ['Returned principal', totals.principal, own],
    ['Platform fees', totals.fees, true],
    ['Tokens bought', totals.bought, own],
    ['Tokens sold', totals.sold, false],
    ['Repaid', totals.repaid, false],
    ['Deposited', totals.deposited, true],
    ['Collected from deposits', totals.collected, false],
    ['Unclaimed at the end', totals.withheld, true],
  ];
  return all.filter(([, amount, stays]) => stays || !isZero(amount)).map(([name, amount]) => [name, amount]);
}
