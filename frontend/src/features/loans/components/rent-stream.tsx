import { percent, rlusd, shortWallet } from '../../../shared/format/format';
import { Money } from '../../../shared/ui/money/money';
import { MoneyStream, StreamBox } from '../../../shared/ui/money-stream/money-stream';
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

/** The form's figures as a picture: the rent goes to the escrow, and from there the fee and the holders' part. */
export function RentStream({ rent, fee, escrow, payoutDay }: Props) {
  const feeAmount = Math.round(rent * fee) / 100;
  const holders = rent - feeAmount;
  const sentence = `${rlusd(rent)} RLUSD rent goes from the landlord to the escrow; ${rlusd(feeAmount)} RLUSD of it is the platform fee, ${rlusd(holders)} RLUSD goes to the token holders`;
  const rate = percent(fee, Number.isInteger(fee) ? 0 : 2);
  return (
    <section className="card stack" aria-labelledby="how">
      <div className={style.head}>
        <h2 id="how">How it works</h2>
        <div className={style.pills}>
          <Pill tone="off">Platform Fee {rate}</Pill>
          <Pill tone="off">RLUSD distribution</Pill>
          <Pill tone="off">Monthly schedule</Pill>
        </div>
      </div>
      <MoneyStream
        sentence={sentence}
        from={
          <StreamBox name="Rent">
            <span className="figure">{rlusd(rent)}</span>
            <span className="small dim">from the landlord</span>
          </StreamBox>
        }
        through={
          <StreamBox name="Escrow wallet">
            <span className="mono">{escrow ? shortWallet(escrow) : '—'}</span>
            <span className="small dim">on the {payoutDay >= 1 ? ordinal(payoutDay) : '—'}</span>
          </StreamBox>
        }
        to={[
          <StreamBox key="holders" name="Token holders">
            <span className="figure">
              <Money amount={holders} unit={false} />
            </span>
            <span className="small dim">by share, once a month</span>
          </StreamBox>,
          <StreamBox key="fee" name={`Platform fee, ${rate}`}>
            <Money amount={feeAmount} />
          </StreamBox>,
        ]}
        share={rent > 0 ? feeAmount / rent : 0}
      />
    </section>
  );
}
