import { RISK } from '@tknest/contracts/rules';
import style from './recommendations.module.css';

const POINTS: readonly (readonly [what: string, points: string])[] = [
  ['Payment up to 20%, 25%, 30% of rent, or more', RISK.rent.map(({ points }) => points).join(', ')],
  ['Term up to 18, 36, 60 months, or longer', RISK.term.map(({ points }) => points).join(', ')],
  ['In arrears now', `${RISK.arrearsNow}`],
  [
    'Each installment that was ever in arrears',
    `${RISK.arrearsBefore.points}, at most ${RISK.arrearsBefore.most} times`,
  ],
  [`${RISK.punctual.instalments} installments or more, none late`, `${RISK.punctual.points}`.replace('-', '−')],
  [
    'One holder has half, or three quarters, of the tokens sold',
    RISK.concentration
      .slice(1)
      .map((s) => s.points)
      .join(', '),
  ],
  [
    `Half sold within ${RISK.quick.days} days; under a quarter after ${RISK.slow.days}`,
    `${RISK.quick.points}, ${RISK.slow.points}`.replace('-', '−'),
  ],
];

/** What the columns "Expected ROI" and "Risk" of the table mean. */
export function RulesFold() {
  return (
    <details className={style.fold}>
      <summary>How risk and expected ROI are calculated</summary>
      <p>
        Expected ROI is the annual percentage rate of the property’s terms. The yield on a property’s own page is
        higher: it counts the part of every payment that returns your own money.
      </p>
      <p>
        Risk is a sum of points from the record: below {RISK.medium} it is low, from {RISK.high} on it is high. With
        fewer than {RISK.leastPurchases} purchases and no installment yet, there is too little data, and the risk is
        medium.
      </p>
      <dl>
        {POINTS.map(([what, points]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{points}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
