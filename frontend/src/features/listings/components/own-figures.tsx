import { Link } from 'react-router';
import { rowsOf } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { count, rlusd } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { OWN_PROPERTIES, usePropertiesInfiniteQuery } from '../../../shared/properties/api';
import { Skeleton } from '../../../shared/ui/states/states';
import { Strip } from '../../../shared/ui/strip/strip';
import { figuresOf, repayAt } from '../own-figures';
import style from './own-figures.module.css';

/** What is due, in arrears, raised and sold, over all own properties; nothing while there is none. */
export function OwnFigures() {
  const { data, error } = useShown(usePropertiesInfiniteQuery(OWN_PROPERTIES));
  if (error) return null; // `OwnListings` says so.
  if (!data)
    return (
      <div className={style.figures}>
        <Skeleton height="100%" />
      </div>
    );
  const rows = rowsOf(data);
  if (rows.length === 0) return null;
  const { next, due, late, arrears, raised, goal, sold, tokens } = figuresOf(rows);
  const where = late.length > 1 ? `${count(late.length)} properties` : late[0]?.name;
  const figure = (name: string, to: string, value: string, more: string, bad = false) =>
    [
      name,
      <Link key={name} to={to} aria-label={`${name}: ${value} ${more}`} data-bad={bad}>
        {value}
        <small>{more}</small>
      </Link>,
    ] as const;
  return (
    <div className={style.figures}>
      <Strip
        figures={[
          next
            ? figure('Due next', repayAt(next), rlusd(due), `RLUSD on ${businessDay(next.nextPaymentDue!)}`)
            : figure('Due next', '/landlord-payback', 'Nothing', late.length > 0 ? 'besides arrears' : 'to repay'),
          late[0]
            ? figure('In arrears', repayAt(late[0]), rlusd(arrears), `RLUSD · ${where}`, true)
            : figure('In arrears', '/landlord-payback', rlusd(0), 'RLUSD'),
          figure('Raised', '#own', rlusd(raised), `of ${rlusd(goal)} RLUSD`),
          figure('Tokens sold', '/activity', count(sold), `of ${count(tokens)}`),
        ]}
      />
    </div>
  );
}
