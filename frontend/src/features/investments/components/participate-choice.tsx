import { formatRlusd, parseRlusd, toNumber } from '@tknest/contracts/money';
import { IconChevronDown } from '@tabler/icons-react';
import { FigureField } from '../../../shared/form/fields';
import { percent, rlusd } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import { returnOf } from '../../../shared/properties/return-of';
import type { Offered } from '../offered';
import style from './participate-panel.module.css';

const QUICK = [1, 5, 10, 25];

interface ChoiceProps {
  property: Offered;
  chosen: string;
  problem: string | undefined;
  onChoose(count: number): void;
}

/** The number of tokens, with their price and expected return. */
export function Choice({ property, chosen, problem, onChoose }: ChoiceProps) {
  const left = property.tokensAvailable;
  const count = problem ? 0 : Number(chosen);
  const price = parseRlusd(property.tokenPrice) * BigInt(count);
  const income = toNumber(parseRlusd(property.monthlyPayoutPerToken) * BigInt(count));
  const { paid, back, kept } = returnOf(property, count);
  const error = problem && (
    <>
      {problem}
      {Number(chosen) > left && (
        <button type="button" className={style.most} onClick={() => onChoose(left)}>
          Use {left.toLocaleString('en-US')}
        </button>
      )}
    </>
  );
  return (
    <section className={style.choice} aria-label="How many tokens">
      <div className={style.count}>
        <FigureField
          name="tokens"
          label="Tokens"
          min={1}
          max={left}
          error={error}
          description={`${left.toLocaleString('en-US')} still available, ${rlusd(property.tokenPrice)} RLUSD each`}
          data-autofocus
          autoFocus
        />
        <div className={style.quick} role="group" aria-label="Quick choice">
          {QUICK.filter((n) => n <= left).map((n) => (
            <Button key={n} size="sm" aria-pressed={count === n} onClick={() => onChoose(n)}>
              {n}
            </Button>
          ))}
        </div>
      </div>
      <dl className="trio">
        <div>
          <dt>Cost</dt>
          <dd>
            <Money amount={toNumber(price)} />
          </dd>
        </div>
        <div>
          <dt>Monthly income</dt>
          <dd>
            <Money amount={income} />
          </dd>
        </div>
        <div>
          <dt>You keep after fees</dt>
          <dd className={kept < 0n ? 'in-bad' : undefined}>
            {kept > 0n && '+'}
            <Money amount={toNumber(kept)} />
            {count > 0 && (
              <small>
                {percent((100 * toNumber(kept)) / toNumber(paid)).replace('-', '−')} over {property.tokenTermMonths}{' '}
                months
              </small>
            )}
          </dd>
        </div>
      </dl>
      {kept < 0n ? (
        <Note tone="bad">
          This purchase would lose money: after all fees you would get back {formatRlusd(back)} RLUSD for{' '}
          {formatRlusd(paid)} RLUSD.
        </Note>
      ) : (
        count > 0 && (
          <p className="small dim">
            You get back {formatRlusd(back)} for {formatRlusd(paid)} if every installment is paid on its day by autopay.
            If the landlord pays by hand, it is more.
          </p>
        )
      )}
      <details className="small">
        <summary>
          Annual yield {percent(property.annualYield)} incl. principal: what it means{' '}
          <IconChevronDown size={16} aria-hidden />
        </summary>
        <p className="dim">
          Monthly income × 12 / cost, incl. principal: it counts the principal that comes back as income.{' '}
          {income > 0 && (
            <>
              Exactly, <Money amount={income} six /> a month.
            </>
          )}
        </p>
        <Facts>
          <Fact name="APR">{percent(property.monthlyRate)}</Fact>
          <Fact name="Effective annual rate">{percent(property.effectiveAnnualRate, 2)}</Fact>
          <Fact name={<>Profit over {property.tokenTermMonths} months, before fees</>}>
            {percent(property.profitOverTerm, 2)}
          </Fact>
        </Facts>
      </details>
    </section>
  );
}
