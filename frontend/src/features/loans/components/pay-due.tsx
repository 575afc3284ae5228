import { IconWallet } from '@tabler/icons-react';
import type { LoanView } from '@tknest/contracts/api';
import { rlusd, wordsOf } from '../../../shared/format/format';
import { businessDay, weekday } from '../../../shared/format/time';
import { usePaymentWaiting } from '../../../shared/payments/use-payment-waiting';
import { useStartPayment } from '../../../shared/payments/use-start-payment';
import { Button } from '../../../shared/ui/button/button';
import { Money } from '../../../shared/ui/money/money';
import { breakdownOf, dueOf, dueWords, shortOf } from '../payback';
import type { Payback } from '../use-payback';
import style from '../pages/payback-page.module.css';

interface Props {
  loan: LoanView;
  landlord: string;
  escrow: string;
  payback: Payback;
  /** Another amount is about to be paid: its button is the first one then, otherwise what autopay lacks. */
  second: boolean;
}

/** What is due, when, and whether it pays itself; the chosen recommendation is paid with one tap (REQ-2.7.10). */
export function PayDue({ loan, landlord, escrow, second, payback: { chosen, choose, suggesting } }: Props) {
  const { start, busy } = useStartPayment();
  const waiting = usePaymentWaiting();
  const parts = chosen && breakdownOf(chosen.recommendedAmount);
  const short = shortOf(loan) ?? 0;
  const topUp = () =>
    start('deposit', { url: 'api/rlusd/deposit', body: { propertyId: loan.propertyId, amount: short } });
  const pay = async () => {
    const body = {
      propertyId: loan.propertyId,
      landlordWallet: landlord,
      investorWallet: escrow,
      paymentAmount: chosen!.recommendedAmount,
    };
    if (await start('principal_payback', { url: 'api/loan/payment', body })) choose(null);
  };
  return (
    <section className="card stack" aria-labelledby="due">
      <div>
        <h2 id="due">{headingOf(loan)}</h2>
        <p className={`figure ${style.due}`}>
          <Money amount={dueOf(loan)} />
        </p>
        <p className="dim">
          {behindOf(loan)}
          {aheadOf(loan)}
          {coverOf(loan)}
        </p>
      </div>
      {(parts || (suggesting && shortOf(loan) !== 0)) && (
        <div>
          <div className={style.ways}>
            <Button
              look={second || short > 0 ? 'default' : 'filled'}
              size="lg"
              busy={busy}
              unavailable={!parts || escrow === '' || waiting !== null}
              icon={short > 0 ? undefined : <IconWallet size={20} aria-hidden />}
              onClick={() => void pay()}
            >
              {parts ? `Pay ${rlusd(parts.total)} RLUSD` : 'Pay'}
            </Button>
            {short > 0 && (
              <Button
                look={second ? 'default' : 'filled'}
                size="lg"
                busy={busy}
                unavailable={waiting !== null}
                onClick={() => void topUp()}
              >
                Top up {rlusd(short)}
                <span className="sr-only"> RLUSD</span>
              </Button>
            )}
          </div>
          <p className={`small dim ${style.parts}`}>
            {waiting}
            {!waiting &&
              parts &&
              `${wordsOf(chosen.paymentType)}: ${rlusd(parts.amount)} to the token holders, ${rlusd(parts.fee)} fee`}
            {!waiting && short > 0 && (
              <>
                <br />
                {topUpWords(loan)}
              </>
            )}
          </p>
        </div>
      )}
    </section>
  );
}

function headingOf(loan: LoanView): string {
  const { nextPaymentDue: day, quote } = loan;
  if (!day || dueOf(loan) === 0) return 'Nothing is due';
  return dueWords(day, quote?.date, weekday);
}

/** How many installments the figure above is for, if more than one. */
function behindOf({ schedule, quote }: LoanView): string {
  const behind = schedule.filter(({ paid, dueDate }) => !paid && quote && dueDate < quote.date).length;
  return behind > 1 ? `${behind} installments are behind. ` : '';
}

/** The next installment may be paid before it is due; the figure above is then the one after it. */
function aheadOf({ schedule, quote }: LoanView): string {
  const ahead = schedule.find(({ paid, dueDate }) => paid && quote && dueDate > quote.date);
  return ahead ? `The installment of ${businessDay(ahead.dueDate)} is paid already. ` : '';
}

const collectorOf = ({ rentAutomation }: LoanView) => (rentAutomation ? 'Rent automation' : 'Autopay');

/** What fell due already is collected as soon as the deposit covers it. */
function topUpWords(loan: LoanView): string {
  const { nextPaymentDue: day, claims, quote } = loan;
  const late = !day || claims.length > 0 || (quote && day <= quote.date);
  return `No fee to top up; ${collectorOf(loan).toLowerCase()} collects ${late ? 'at once' : `on ${businessDay(day)}`}.`;
}

function coverOf(loan: LoanView): string {
  const name = collectorOf(loan);
  const deposit = `your deposit of ${rlusd(loan.deposit)} RLUSD`;
  const short = shortOf(loan);
  if (short === null) return loan.deposit > 0 ? `Autopay is off, so ${deposit} is not used.` : 'Autopay is off.';
  if (short === 0) return `${name} is on, and ${deposit} covers it. Nothing to do.`;
  return `${name} is on, but ${loan.deposit > 0 ? `${deposit} is ${rlusd(short)} RLUSD short` : 'your deposit is empty'}.`;
}
