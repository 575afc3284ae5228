import type { PortfolioView } from '@tknest/contracts/api';

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Months of income as a chart takes them, oldest first: what was paid; of this month what is expected until then. */
export const incomeByMonth = ({
  months,
  monthlyIncome,
}: Pick<PortfolioView, 'months' | 'monthlyIncome'>): { label: string; value: number }[] =>
  months.map(({ month, income }, index) => ({
    label: MONTH.format(new Date(`${month}-01T00:00:00Z`)).slice(0, 3),
    value: index === months.length - 1 && income === 0 ? monthlyIncome : income,
  }));
