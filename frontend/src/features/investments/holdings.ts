import type { PortfolioView } from '@tknest/contracts/api';
import { shortMonth } from '../../shared/format/time';
import type { PurchaseFilter } from '../../shared/portfolio/api';

/** The user's own purchases; without this parameter, landlords get others' purchases of their properties. */
export const OWN: PurchaseFilter = { mine: true };

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
