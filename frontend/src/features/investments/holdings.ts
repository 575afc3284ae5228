import type { PortfolioView } from '@tknest/contracts/api';
import { shortMonth } from '../../shared/format/time';

/**
 * Income by month for a chart, oldest first: the amount paid, or for the current month the expected amount until it is
 * paid.
 */
export const incomeByMonth = ({
  months,
  monthlyIncome,
}: Pick<PortfolioView, 'months' | 'monthlyIncome'>): { label: string; value: number }[] =>
  months.map(({ month, income }, index) => ({
    label: shortMonth(month),
    value: index === months.length - 1 && income === 0 ? monthlyIncome : income,
  }));
