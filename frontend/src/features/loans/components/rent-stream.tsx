import { percent, rlusd, shortWallet } from '../../../shared/format/format';
import { Money } from '../../../shared/ui/money/money';
import { Pill } from '../../../shared/ui/status-pill/pill';
import { ordinal } from './autopay';
import style from './rent-stream.module.css';

interface Props {
  rent: number;
  /** Percent. */
  fee: number;
  escrow: string;
  payoutDay: number;
}

/** Rent to the escrow, from there the fee and the holders' part: the form's figures as a picture. */
export function RentStream({ rent, fee, escrow, payoutDay }: Props) {
  const feeAmount = Math.round(rent * fee) / 100;
  const holders = rent - feeAmount;
  const sentence = `${rlusd(rent)} RLUSD rent goes from the landlord to the escrow; ${rlusd(feeAmount)} RLUSD of it is the platform fee, ${rlusd(holders)} RLUSD goes to the token holders`;
  const thin = rent > 0 ? Math.max(5, (feeAmount / rent) * 64) : 5;
  return (
    <section className={`card ${style.card}`} aria-labelledby="how">
      <div className={style.head}>
        <h2 id="how">How it works</h2>
        <div className={style.pills}>
          <Pill tone="off">Platform Fee {percent(fee, Number.isInteger(fee) ? 0 : 2)}</Pill>
          <Pill tone="off">RLUSD distribution</Pill>
          <Pill tone="off">Monthly schedule</Pill>
        </div>
      </div>
      <div className={style.scroll} tabIndex={0} role="img" aria-label={sentence}>
        <div className={style.stream} aria-hidden>
          <div className={style.box}>
            <strong>Rent</strong>
            <span className="figure">{rlusd(rent)}</span>
            <span className="small dim">from the landlord</span>
          </div>
          <svg viewBox="0 0 180 120" preserveAspectRatio="none">
            <rect className={style.soft} x="0" y="28" width="180" height="64" />
          </svg>
          <div className={style.box}>
            <strong>Escrow wallet</strong>
            <span className="mono">{escrow ? shortWallet(escrow) : '—'}</span>
            <span className="small dim">on the {payoutDay >= 1 ? ordinal(payoutDay) : '—'}</span>
          </div>
          <svg viewBox="0 0 220 180" preserveAspectRatio="none">
            <path className={style.fee} strokeWidth={thin} d="M0 62 C110 62 110 28 220 28" />
            <path className={style.thick} strokeWidth={64 - thin} d={`M0 ${64 + 32} C110 96 110 124 220 124`} />
          </svg>
          <div className={style.ends}>
            <div>
              <strong>Platform fee, {percent(fee, Number.isInteger(fee) ? 0 : 2)}</strong>
              <Money amount={feeAmount} />
            </div>
            <div>
              <strong>Token holders</strong>
              <span className="figure">
                <Money amount={holders} />
              </span>
              <span className="small dim">by share, once a month</span>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
