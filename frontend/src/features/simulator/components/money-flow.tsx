import { rlusd } from '../../../shared/format/format';
import { Money } from '../../../shared/ui/money/money';
import style from './money-flow.module.css';

interface Box {
  name: string;
  balance: number;
  /** What it was, where money has moved. */
  before?: number;
  /** It cannot receive yet. */
  dashed: boolean;
}
interface Props {
  investor: Box;
  owner: Box;
  platform: Box;
  amount: number;
  toOwner: number;
  fee: number;
  /** From the owner to the investor. */
  back: boolean;
  moving: boolean;
}

/** The streams, drawn in a square of 100 that is stretched to its place: lying on a desk, upright on a phone. */
const THICK = 'M0 50 C45 50 55 25 100 25';
const THIN = 'M0 60.5 C45 60.5 55 75 100 75';

/** Who pays whom, as streams whose width is the amount. */
export function MoneyFlow({ investor, owner, platform, amount, toOwner, fee, back, moving }: Props) {
  const sentence = back
    ? `${rlusd(amount)} RLUSD goes from ${owner.name} to ${investor.name}`
    : `${rlusd(amount)} RLUSD goes from ${investor.name}: ${rlusd(toOwner)} to ${owner.name}, ${rlusd(fee)} to ${platform.name}`;
  return (
    <div className={style.flow} role="img" aria-label={sentence} data-moving={moving} data-back={back}>
      <BoxOf {...investor} />
      <div className={style.bands} aria-hidden>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className={style.thick} d={THICK} />
          {fee > 0 && <path className={style.thin} d={THIN} />}
        </svg>
        <span className={style.coins}>
          <i />
          <i />
          <i />
        </span>
        <span className={style.upper}>{rlusd(back ? amount : toOwner)}</span>
        {fee > 0 && (
          <span className={style.lower}>
            {rlusd(fee)} <small>2.5%</small>
          </span>
        )}
      </div>
      <div className={style.targets}>
        <BoxOf {...owner} />
        <BoxOf {...platform} />
      </div>
    </div>
  );
}

function BoxOf({ name, balance, before, dashed }: Box) {
  const change = before === undefined ? 0 : balance - before;
  return (
    <div className={style.box} data-dashed={dashed}>
      <strong>{name}</strong>
      <span className="figure">
        <Money amount={balance} unit={false} />
      </span>
      <span className={`xsmall dim ${style.before}`}>
        <span>{before === undefined ? (dashed ? 'no trust line' : 'RLUSD') : `before ${rlusd(before)}`}</span>
        {change !== 0 && (
          <b data-up={change > 0}>
            {change < 0 ? '−' : '+'}
            {rlusd(Math.abs(change))}
          </b>
        )}
      </span>
    </div>
  );
}
