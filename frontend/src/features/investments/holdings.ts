import type { PortfolioView } from '@tknest/contracts/api';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' });

/** Months of income as a chart takes them, oldest first. */
export const incomeByMonth = ({ months }: Pick<PortfolioView, 'months'>): { label: string; value: number }[] =>
  months.map(({ month, income }) => ({
    label: MONTH.format(new Date(`${month}-01T00:00:00Z`)).slice(0, 3),
    value: income,
  }));
