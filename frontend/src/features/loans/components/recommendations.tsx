import {
  IconCalendarDue,
  IconFlame,
  IconPigMoney,
  IconRepeat,
  IconReportMoney,
  IconTrendingUp,
} from '@tabler/icons-react';
import type { LoanRecommendation, LoanView } from '@tknest/contracts/api';
import type { Day } from '@tknest/contracts/money';
import { POLLING } from '@tknest/contracts/rules';
import { useShown } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { rlusd, wordsOf } from '../../../shared/format/format';
import { Money } from '../../../shared/ui/money/money';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { Pill } from '../../../shared/ui/status-pill/status-pill';
import { useLoanRecommendationsQuery } from '../api';
import { dueWords, shortOf } from '../payback';
import style from './recommendations.module.css';

const ICONS: Record<string, typeof IconFlame> = {
  regular: IconCalendarDue,
  catch_up: IconReportMoney,
  round_up: IconFlame,
  extra: IconPigMoney,
  payoff: IconTrendingUp,
};
const URGENCY = { high: 'wait', medium: 'run' } as const;

interface Props {
  loan: LoanView;
  chosen: LoanRecommendation | undefined;
  onChoose(one: LoanRecommendation): void;
}

/** Paying off has its own section, unless nothing else is left to do. */
const cardsOf = (all: readonly LoanRecommendation[]) =>
  all.length > 1 ? all.filter(({ paymentType }) => paymentType !== 'payoff') : all;

/** What could be paid now, as cards to choose from (REQ-2.2.6.1, REQ-2.7.8); refreshed every 30 s (§9). */
export function Recommendations({ loan, chosen, onChoose }: Props) {
  const shown = useShown(useLoanRecommendationsQuery(loan.propertyId, usePolling(POLLING.loanRecommendations)));
  const none = <Empty as="h3" title="Nothing to recommend" text="Any early payment shortens the plan." />;
  return (
    <section aria-labelledby="recommended">
      <h2 id="recommended">Recommended payments</h2>
      {!chosen && shortOf(loan) === 0 && (
        <p className="small dim">Your deposit covers what is due, so none is selected. Choose one to pay more.</p>
      )}
      <Shown
        of={shown}
        what="The recommendations"
        skeleton={<Skeleton height={238} />}
        empty={[({ recommendations }) => recommendations.length === 0, none]}
      >
        {({ recommendations }) => (
          <fieldset className={style.cards} aria-labelledby="recommended">
            {cardsOf(recommendations).map((one) => (
              <Card
                key={one.paymentType}
                one={one}
                today={loan.quote?.date}
                chosen={one.paymentType === chosen?.paymentType}
                onChoose={() => onChoose(one)}
              />
            ))}
          </fieldset>
        )}
      </Shown>
    </section>
  );
}

interface CardProps {
  one: LoanRecommendation;
  today: Day | undefined;
  chosen: boolean;
  onChoose(): void;
}

function Card({ one, today, chosen, onChoose }: CardProps) {
  const Icon = ICONS[one.paymentType] ?? IconCalendarDue;
  return (
    <label className={style.card}>
      <input type="radio" name="recommendation" className="sr-only" checked={chosen} onChange={onChoose} />
      <span className={`between ${style.head}`}>
        <Icon size={22} stroke={1.6} aria-hidden />
        {one.urgency !== 'low' && <Pill tone={URGENCY[one.urgency]}>{wordsOf(one.urgency)} urgency</Pill>}
      </span>
      <span className={`figure ${style.figure}`}>
        <Money amount={one.recommendedAmount} />
      </span>
      <strong>{wordsOf(one.paymentType)}</strong>
      <span className="small dim">
        {one.reasoning}
        {one.dueDate && ` ${dueWords(one.dueDate, today)}.`}
      </span>
      {one.autoPaySuggestion && (
        <span className={`small ${style.auto}`}>
          <IconRepeat size={16} aria-hidden />
          Auto-pay can do this every month. Turn it on below.
        </span>
      )}
      <span className={`small ${style.saves}`}>
        {one.savings > 0
          ? `Saves ${rlusd(one.savings)} RLUSD in interest`
          : one.paymentType === 'regular' && 'As planned'}
      </span>
    </label>
  );
}
