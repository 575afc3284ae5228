import { rlusd } from '../../../shared/format/format';
import { Money } from '../../../shared/ui/money/money';
import { MoneyStream, StreamBox } from '../../../shared/ui/money-stream/money-stream';

interface Box {
  name: string;
  balance: number;
  /** The previous balance, if money has moved. */
  before?: number;
  /** Whether it cannot receive yet. */
  dashed: boolean;
}
interface Props {
  investor: Box;
  owner: Box;
  platform: Box;
  amount: number;
  toOwner: number;
  fee: number;
  /** Whether the money flows from the owner to the investor. */
  back: boolean;
  moving: boolean;
}

/** Who pays whom in the simulation. */
export function MoneyFlow({ investor, owner, platform, amount, toOwner, fee, back, moving }: Props) {
  const sentence = back
    ? `${rlusd(amount)} RLUSD goes from ${owner.name} to ${investor.name}`
    : `${rlusd(amount)} RLUSD goes from ${investor.name}: ${rlusd(toOwner)} to ${owner.name}, ${rlusd(fee)} to ${platform.name}`;
  return (
    <MoneyStream
      sentence={sentence}
      from={<BoxOf {...investor} />}
      to={[<BoxOf key="owner" {...owner} />, <BoxOf key="platform" {...platform} />]}
      share={amount > 0 ? fee / amount : 0}
      notes={[
        rlusd(back ? amount : toOwner),
        <>
          {rlusd(fee)} <small>2.5%</small>
        </>,
      ]}
      coins={!moving ? 'still' : back ? 'back' : 'forward'}
    />
  );
}

function BoxOf({ name, balance, before, dashed }: Box) {
  const change = before === undefined ? 0 : balance - before;
  return (
    <StreamBox name={name} dashed={dashed}>
      <span className="figure">
        <Money amount={balance} unit={false} />
      </span>
      <span className="xsmall dim between">
        <span>{before === undefined ? (dashed ? 'no trust line' : 'RLUSD') : `before ${rlusd(before)}`}</span>
        {change !== 0 && (
          <strong className={change > 0 ? 'in-ok' : undefined}>
            {change < 0 ? '−' : '+'}
            {rlusd(Math.abs(change))}
          </strong>
        )}
      </span>
    </StreamBox>
  );
}
