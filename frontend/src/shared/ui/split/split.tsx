import { rlusd } from '../../format/format';
import { Money } from '../money/money';
import style from './split.module.css';

/** What is signed for, in its two parts: the bar, and below it the figures. */
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
        aria-label={`${rlusd(amount)} RLUSD go to the recipient, ${rlusd(fee)} RLUSD are the fee`}
      >
        <span style={{ flexGrow: amount || 1, background: 'var(--lamp)' }} />
        {fee > 0 && <span className={style.fee} style={{ flexGrow: fee }} />}
      </div>
      <dl className={style.parts}>
        <div className="between">
          <dt>{name}</dt>
          <dd>
            <Money amount={amount} />
          </dd>
        </div>
        <div className="between">
          <dt>{feeName}</dt>
          <dd>
            <Money amount={fee} />
          </dd>
        </div>
        <div className="between">
          <dt>
            <strong>You sign for</strong>
          </dt>
          <dd>
            <strong>
              <Money amount={amount + fee} />
            </strong>
          </dd>
        </div>
      </dl>
    </div>
  );
}
