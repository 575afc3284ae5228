import type { HolderBand, PropertyProfileView, ShareBand } from '@tknest/contracts/api';
import { moveToBusinessDay } from '@tknest/contracts/money';
import { LOAN as RULES } from '@tknest/contracts/rules';
import { businessDay } from '../../../../shared/format/time';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { StatusPill } from '../../../../shared/ui/status-pill/status-pill';
import style from './property.module.css';

const HOLDERS: Record<HolderBand, string> = {
  none: 'None yet',
  '1-5': '1 to 5',
  '6-20': '6 to 20',
  '21-100': '21 to 100',
  'over-100': 'More than 100',
};
const SHARES: Record<ShareBand, string> = {
  'under-10': 'Less than 10%',
  '10-25': '10 to 25%',
  '25-50': '25 to 50%',
  'half-or-more': '50% or more',
};
const LOAN = {
  current: 'Repayments are on schedule.',
  in_arrears: `A repayment is overdue. The landlord is reminded every ${RULES.reminderBusinessDays} business days, and what is repaid goes to the overdue installments first.`,
  paid_off: 'The loan is repaid.',
  own_arrears: 'A repayment is overdue. What you pay goes to it first.',
  none: 'The loan opens when all tokens are sold or the landlord closes the listing.',
};

/** The loan's state, and the distribution of tokens, in ranges that identify nobody. */
export function Spread({
  profile: { loanStatus, holders, status, tokensSold, details, own },
}: {
  profile: PropertyProfileView;
}) {
  const overdue = details?.latePayments.findLast(({ paidOn }) => paidOn === null);
  const never = loanStatus === null && status === 'closed' && tokensSold === 0;
  return (
    <>
      <section className={`card ${style.part}`} aria-labelledby="loan">
        <div className="between">
          <h2 id="loan" className={style.title}>
            Loan
          </h2>
          {loanStatus ? <StatusPill status={loanStatus} /> : <StatusPill status="not_started" word="Not opened" />}
        </div>
        {overdue && <p className="small">Overdue since {businessDay(moveToBusinessDay(overdue.dueDate))}.</p>}
        <p className="small dim">
          {never
            ? 'No tokens were sold, so there is no loan.'
            : LOAN[own && loanStatus === 'in_arrears' ? 'own_arrears' : (loanStatus ?? 'none')]}
        </p>
      </section>
      <section className={`card ${style.part}`} aria-labelledby="holders">
        <h2 id="holders" className={style.title}>
          Token holders
        </h2>
        <Facts>
          <Fact name="Wallets">{HOLDERS[holders.count]}</Fact>
          {holders.largestShare && <Fact name="Largest share">{SHARES[holders.largestShare]}</Fact>}
        </Facts>
        <p className="xsmall dim">Shown as ranges, so that nobody can be identified.</p>
      </section>
    </>
  );
}
