import type { ComingShareView, PortfolioView } from '@tknest/contracts/api';
import { sumOf } from '../../shared/format/format';
import { shortMonth } from '../../shared/format/time';
import type { Bar } from './components/bars';

/** Coming shares of landlords who are on time: nobody should count on the others. */
const onTime = (coming: readonly ComingShareView[]) => {
  const late = new Set(coming.filter(({ behind }) => behind > 0).map(({ propertyId }) => propertyId));
  return coming.filter(({ propertyId }) => !late.has(propertyId));
};

/** What the next day brings on which shares are due. */
export function nextShares(coming: readonly ComingShareView[]): { day: ComingShareView['day']; amount: number } | null {
  const [first, ...others] = onTime(coming);
  if (!first) return null;
  const own = [first, ...others.filter(({ day }) => day === first.day)];
  return { day: first.day, amount: sumOf(...own.map(({ amount }) => amount)) };
}

/** Received income by month, oldest first; the last month is that of the next shares, with what is expected of it. */
export function incomeByMonth({ months, coming }: Pick<PortfolioView, 'months' | 'coming'>): Omit<Bar, 'shown'>[] {
  const next = nextShares(coming)?.day.slice(0, 7);
  const all =
    next === undefined || months.some(({ month }) => month === next) ? months : [...months, { month: next, income: 0 }];
  return all.slice(-months.length).map(({ month, income }) => ({
    label: shortMonth(month),
    value: income,
    expected:
      month === next
        ? sumOf(...onTime(coming).flatMap(({ day, amount }) => (day.startsWith(month) ? [amount] : [])))
        : 0,
  }));
}
