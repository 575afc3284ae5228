import type { PropertyView } from '@tknest/contracts/api';
import { CHECKOUT } from '@tknest/contracts/rules';
import { count } from '../../../../shared/format/format';
import { facadeLabel, Street } from '../../../../shared/ui/facade/facade';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Money } from '../../../../shared/ui/money/money';
import { RentalContract } from '../../../../shared/properties/rental-contract';
import style from './buy.module.css';

/** The tokens' property (REQ-2.2.2.2). */
export function CheckoutProperty({ property }: { property: PropertyView }) {
  const { tokensSold, tokenCount } = property;
  const rows = [
    ['Funding goal', property.fundingGoal],
    ['Monthly rent', property.monthlyRent],
    ['Token price', property.tokenPrice || CHECKOUT.tokenPrice],
  ] as const;
  return (
    <section className={`card ${style.checkout}`} aria-labelledby="property">
      <Street
        id={property.id}
        share={tokensSold / tokenCount}
        label={facadeLabel(tokensSold, tokenCount)}
        height={212}
      />
      <div className={style.about}>
        <h2 id="property">{property.name}</h2>
        <p className="small dim">{property.address}</p>
        <Facts>
          {rows.map(([name, amount]) => (
            <Fact key={name} name={name}>
              <Money amount={amount} />
            </Fact>
          ))}
          <Fact name="Total tokens">{count(tokenCount)}</Fact>
        </Facts>
        <RentalContract property={property} />
      </div>
    </section>
  );
}
