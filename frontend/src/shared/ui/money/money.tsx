import { rlusd } from '../../format/format';
import './money.css';

/** An amount: comma groups, at least two decimals, unit behind at 72 % size. Figure and unit do not break. */
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
      {unit && <span className="money-unit">RLUSD</span>}
    </span>
  );
}
