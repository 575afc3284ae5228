import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { FEES_BPS } from '@tknest/contracts/rules';
import { IconChevronDown } from '@tabler/icons-react';
import { percent, rlusd } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { NumberField } from '../../../shared/ui/inputs/inputs';
import { Money } from '../../../shared/ui/money/money';
import { Note } from '../../../shared/ui/note/note';
import type { Offered } from '../offered';

const QUICK = [1, 5, 10, 25];
/** The platform's fee on what it collects. */
const FEE = Number(FEES_BPS.autopay) / 10_000;

interface ChoiceProps {
  property: Offered;
  chosen: string;
  problem: string | undefined;
  onChoose(count: number | string): void;
}

/** The number of tokens, with their price and expected return. */
export function Choice({ property, chosen, problem, onChoose }: ChoiceProps) {
  const left = property.tokensAvailable;
  const count = problem ? 0 : Number(chosen);
  const cost = toNumber(parseRlusd(property.tokenPrice) * BigInt(count));
  const income = toNumber(parseRlusd(property.monthlyPayoutPerToken) * BigInt(count));
  /** The return on a token's price, over the term and after the fee. */
  const received = (1 + property.profitOverTerm / 100) * (1 - FEE);
  const error = problem && (
    <>
      {problem}
      {Number(chosen) > left && (
        <button type="button" className="participate-most" onClick={() => onChoose(left)}>
          Use {left.toLocaleString('en-US')}
        </button>
      )}
    </>
  );
  return (
    <section className="participate-choice" aria-label="How many tokens">
      <div className="participate-count">
        <NumberField
          label="Tokens"
          value={chosen}
          onChange={onChoose}
          min={1}
          max={left}
          error={error}
          description={`${left.toLocaleString('en-US')} still available, ${rlusd(property.tokenPrice)} RLUSD each`}
          data-autofocus
          autoFocus
        />
        <div className="participate-quick" role="group" aria-label="Quick choice">
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
            <Money amount={cost} />
          </dd>
        </div>
        <div>
          <dt>Monthly income</dt>
          <dd>
            <Money amount={income} />
          </dd>
        </div>
        <div>
          <dt>Annual yield</dt>
          <dd>
            {percent(property.annualYield)}
            <small>incl. principal</small>
          </dd>
        </div>
      </dl>
      {received < 1 && (
        <Note tone="bad">
          This purchase would lose money: after the platform’s {percent(FEE * 100)} fee on rent shares, you would get
          back {rlusd(cost * received)} RLUSD for {rlusd(cost)} RLUSD.
        </Note>
      )}
      <details className="small">
        <summary>
          What this yield means <IconChevronDown size={16} aria-hidden />
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
          <Fact name={<>Profit over {property.tokenTermMonths} months</>}>{percent(property.profitOverTerm, 2)}</Fact>
        </Facts>
      </details>
    </section>
  );
}
