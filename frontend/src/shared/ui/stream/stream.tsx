import { rlusd } from '../../format/format';
import { Money } from '../money/money';
import style from './stream.module.css';

interface Box {
  name: string;
  balance: number;
  /** What it was before, where money has moved. */
  before?: number;
}
interface Props {
  from: Box;
  to: Box;
  platform: Box;
  amount: number;
  fee: number;
  /** Coins travel. */
  moving?: boolean;
}

/** Money moving: the full amount in one thick band, the fee in a thin one, between three boxes. */
export function Stream({ from, to, platform, amount, fee, moving = false }: Props) {
  const sentence = `${rlusd(amount)} RLUSD go from ${from.name} to ${to.name}, ${rlusd(fee)} RLUSD of it as fee to ${platform.name}`;
  const thick = 28;
  const thin = Math.max(5, amount > 0 ? (fee / amount) * thick : 5);
  return (
    <div className={style.stream} role="img" aria-label={sentence} data-moving={moving}>
      <BoxOf {...from} />
      <div className={style.bands} aria-hidden>
        <span className={style.band} style={{ height: thick }}>
          <i />
        </span>
        <span className={`${style.band} ${style.fee}`} style={{ height: thin }}>
          <i />
        </span>
      </div>
      <div className={style.targets}>
        <BoxOf {...to} />
        <BoxOf {...platform} />
      </div>
    </div>
  );
}

function BoxOf({ name, balance, before }: Box) {
  const change = before === undefined ? 0 : balance - before;
  return (
    <div className={style.box}>
      <strong>{name}</strong>
      <span className="figure">
        <Money amount={balance} />
      </span>
      {before !== undefined && (
        <span className="xsmall dim">
          before {rlusd(before)}, {change < 0 ? '−' : '+'}
          {rlusd(Math.abs(change))}
        </span>
      )}
    </div>
  );
}
