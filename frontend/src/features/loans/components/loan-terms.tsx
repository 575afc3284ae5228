import type { LoanView, PropertyView } from '@tknest/contracts/api';
import { moveToBusinessDay } from '@tknest/contracts/money';
import type { ReactNode } from 'react';
import { percent } from '../../../shared/format/format';
import { businessDay } from '../../../shared/format/time';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Money } from '../../../shared/ui/money/money';
import { Fold } from './fold';
import style from '../pages/payback-page.module.css';

/** REQ-2.2.6.1: the loan's current terms. */
export function LoanTerms({ loan, property }: { loan: LoanView; property: PropertyView | undefined }) {
  const payment = loan.monthlyPaymentAmount ?? 0;
  const share = property && property.monthlyRent > 0 ? percent((payment / property.monthlyRent) * 100) : '—';
  const { nextPaymentDue: oldest, quote } = loan;
  const overdue = oldest && quote && oldest < quote.date;
  const nominal =
    quote && loan.schedule.find(({ paid, dueDate }) => !paid && moveToBusinessDay(dueDate) >= quote.date)?.dueDate;
  const next = nominal && moveToBusinessDay(nominal);
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Principal', <Money amount={loan.loanPrincipal ?? 0} />],
    ['Interest rate', percent((loan.interestRate ?? 0) * 100)],
    ['Term', `${loan.loanTermMonths} months`],
    ['Monthly payment', <Money amount={payment} />],
    ['Share of rent', `${share} of rent (limit 30%)`],
    ...(overdue ? [['Overdue since', businessDay(oldest)] as const] : []),
    [
      'Next payment',
      next
        ? `${businessDay(next)}${next === nominal ? '' : ` (${businessDay(nominal)} is not a business day)`}`
        : 'None',
    ],
    ['Paid so far', <Money amount={loan.totalPaid ?? 0} />],
    ['In arrears', <Money amount={loan.arrears ?? 0} />],
  ];
  return (
    <Fold title="Current loan terms" className={`card ${style.terms}`}>
      <Facts>
        {rows.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Fold>
  );
}
