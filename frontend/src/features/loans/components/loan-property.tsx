import type { PropertyView } from '@tknest/contracts/api';
import { count } from '../../../shared/format/format';
import { Facade, facadeLabel } from '../../../shared/ui/facade/facade';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Money } from '../../../shared/ui/money/money';
import style from './loan-property.module.css';

/** The card of the loan's property (REQ-2.2.6.1). */
export function LoanProperty({ property }: { property: PropertyView }) {
  const { id, name, address, monthlyRent, fundingGoal, tokensSold, tokenCount } = property;
  return (
    <section className={`card ${style.property}`} aria-labelledby="loan-property">
      <div className={style.house}>
        <Facade id={id} share={tokensSold / tokenCount} height={110} label={facadeLabel(tokensSold, tokenCount)} />
      </div>
      <div>
        <h2 id="loan-property">{name}</h2>
        <p className="small dim">{address}</p>
      </div>
      <Facts>
        <Fact name="Monthly rent">
          <Money amount={monthlyRent} />
        </Fact>
        <Fact name="Funding goal">
          <Money amount={fundingGoal} />
        </Fact>
        <Fact name="Tokens sold">
          {count(tokensSold)} of {count(tokenCount)}
        </Fact>
      </Facts>
    </section>
  );
}
