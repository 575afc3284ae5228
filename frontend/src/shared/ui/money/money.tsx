import { rlusd } from '../../format/format';
import './money.css';

/**
 * An amount: grouped by commas, at least two decimals, the unit after it at 72 % size, at least 11 px. Number and unit
 * stay on one line; the space between them is text, so that it is read and copied.
 */
export function Money({
  amount,
  six = false,
  unit = true,
  className = '',
}: {
  amount: number;
  six?: boolean;
  unit?: boolean;
  className?: string;
}) {
  return (
    <span className={`money ${className}`}>
      {rlusd(amount, six ? 'six' : 'two')}
      {unit && <span className="money-unit">&nbsp;RLUSD</span>}
    </span>
  );
}
