import { rlusd, sumOf } from '../../format/format';
import { Fact, Facts } from '../facts/facts';
import { Money } from '../money/money';
import style from './split.module.css';

/** The amount to sign for in its two parts: a bar, and below it the exact figures. */
export function Split({
  amount,
  fee,
  name = 'Amount',
  feeName,
}: {
  amount: number;
  fee: number;
  name?: string;
  feeName: string;
}) {
  return (
    <div className="stack">
      <div
        className={style.bar}
        role="img"
        aria-label={`${rlusd(amount, 'six')} RLUSD goes to the recipient, ${rlusd(fee)} RLUSD is the fee`}
      >
        {amount > 0 && <span className={style.amount} style={{ flexGrow: amount }} />}
        {fee > 0 && <span className={style.fee} style={{ flexGrow: fee }} />}
      </div>
      <Facts>
        <Fact name={name}>
          <Money amount={amount} six />
        </Fact>
        <Fact name={feeName}>
          <Money amount={fee} six />
        </Fact>
        <Fact name="You sign for" sum>
          <Money amount={sumOf(amount, fee)} six />
        </Fact>
      </Facts>
    </div>
  );
}
