import type { PropertyProfileView } from '@tknest/contracts/api';
import { formatRlusd, parseRlusd, percent, schedule, toNumber } from '@tknest/contracts/money';
import { rlusd } from '../../../../shared/format/format';
import { Button } from '../../../../shared/ui/button/button';
import { ChartFrame } from '../../../../shared/ui/chart/chart-frame';
import { Money } from '../../../../shared/ui/money/money';
import { Note } from '../../../../shared/ui/note/note';
import { returnOf } from '../../../../shared/properties/return-of';
import style from './property.module.css';

const QUICK = [1, 5, 10, 25];
const [WIDTH, HEIGHT, GAP] = [720, 140, 3];

interface Props {
  profile: PropertyProfileView;
  tokens: number;
  onChoose(tokens: number): void;
}

/** What a number of tokens costs and pays, month by month. */
export function YourMoney({ profile, tokens, onChoose }: Props) {
  const { tokenPrice, monthlyRate, monthlyPayoutPerToken, tokenTermMonths: months, tokensAvailable } = profile;
  const { paid, back, kept } = returnOf(profile, tokens);
  const share = toNumber(parseRlusd(monthlyPayoutPerToken) * BigInt(tokens));
  const rows = schedule(parseRlusd(tokenPrice) * BigInt(tokens), percent(String(monthlyRate)), months).map((row) => ({
    month: row.month,
    principal: toNumber(row.principal),
    interest: toNumber(row.interest),
  }));
  const width = (WIDTH - GAP * (months - 1)) / months;
  const tall = (amount: number) => (amount / Math.max(...rows.map((row) => row.principal + row.interest))) * HEIGHT;
  return (
    <section className={`card ${style.part}`} aria-labelledby="money">
      <div className={`between ${style.wrap}`}>
        <h2 id="money">Your money</h2>
        <div className="row" role="group" aria-label="Number of tokens">
          {QUICK.filter((count) => count <= tokensAvailable).map((count) => (
            <Button
              key={count}
              size="sm"
              aria-label={count === 1 ? '1 token' : `${count} tokens`}
              aria-pressed={count === tokens}
              onClick={() => onChoose(count)}
            >
              {count}
            </Button>
          ))}
        </div>
      </div>
      <dl className="trio">
        <div>
          <dt>You pay, with the fee</dt>
          <dd>
            <Money amount={toNumber(paid)} unit={false} /> <small>RLUSD</small>
          </dd>
        </div>
        <div>
          <dt>You get a month, about</dt>
          <dd>
            <Money amount={share} unit={false} /> <small>RLUSD</small>
          </dd>
        </div>
        <div>
          <dt>You get back, after fees</dt>
          <dd>
            <Money amount={toNumber(back)} unit={false} /> <small>RLUSD</small>
          </dd>
        </div>
      </dl>
      {kept < 0n && (
        <Note tone="bad">
          These terms lose money: after all fees you would get back {formatRlusd(back)} RLUSD for {formatRlusd(paid)}{' '}
          RLUSD.
        </Note>
      )}
      <ChartFrame
        className={`chart ${style.plan}`}
        sentence={`${rlusd(share)} RLUSD a month for ${months} months: mostly returned principal, the rest is interest.`}
        width={WIDTH}
        height={HEIGHT}
        stretch
        below={
          <div className="between chart-ends" aria-hidden>
            <span>Month 1</span>
            <span>Returned principal, above it interest</span>
            <span>Month {months}</span>
          </div>
        }
        head={['Month', 'Principal, RLUSD', 'Interest, RLUSD']}
        rows={() => rows.map((row) => [String(row.month), rlusd(row.principal), rlusd(row.interest)])}
      >
        {rows.map(({ month, principal, interest }) => {
          const at = { x: (month - 1) * (width + GAP), width };
          const [below, above] = [tall(principal), tall(interest)];
          return (
            <g key={month}>
              <rect {...at} y={HEIGHT - below} height={below} fill="var(--pri)" />
              <rect {...at} y={HEIGHT - below - above} height={above} fill="var(--lamp)" />
            </g>
          );
        })}
      </ChartFrame>
      <p className="xsmall dim">Before fees, from the month after the sale closes, if every installment is paid.</p>
    </section>
  );
}
