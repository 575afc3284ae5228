import type { PortfolioView } from '@tknest/contracts/api';
import { shortMonth } from '../../shared/format/time';

/** Months of income as a chart takes them, oldest first: what was paid; of this month what is expected until then. */
export const incomeByMonth = ({
  months,
  monthlyIncome,
}: Pick<PortfolioView, 'months' | 'monthlyIncome'>): { label: string; value: number }[] =>
  months.map(({ month, income }, index) => ({
    label: shortMonth(month),
    value: index === months.length - 1 && income === 0 ? monthlyIncome : income,
  }));
