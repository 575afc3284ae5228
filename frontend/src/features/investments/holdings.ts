import type { PortfolioView } from '@tknest/contracts/api';
import { shortMonth } from '../../shared/format/time';
import type { PurchaseFilter } from '../../shared/portfolio/api';

/** The user's own purchases; without this parameter, owners get what others bought of their properties. */
export const OWN: PurchaseFilter = { mine: true };

/** Income by month for a chart, oldest first: what was paid; for the current month, until then, what is expected. */
export const incomeByMonth = ({
  months,
  monthlyIncome,
}: Pick<PortfolioView, 'months' | 'monthlyIncome'>): { label: string; value: number }[] =>
  months.map(({ month, income }, index) => ({
    label: shortMonth(month),
    value: index === months.length - 1 && income === 0 ? monthlyIncome : income,
  }));
