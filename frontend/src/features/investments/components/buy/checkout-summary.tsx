import type { PropertyView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { CHECKOUT } from '@tknest/contracts/rules';
import { count } from '../../../../shared/format/format';
import { Money } from '../../../../shared/ui/money/money';
import style from './buy.module.css';

/** What is bought, and what is signed for: the fee of a checkout is 0 (D2 §9). */
export function CheckoutSummary({ property, tokens, cost }: { property: PropertyView; tokens: number; cost: number }) {
  const share = parseRlusd(property.monthlyPayoutPerToken || CHECKOUT.monthlyPayoutPerToken);
  return (
    <>
      <h2>Purchase summary</h2>
      <dl className={style.parts}>
        <div className="between">
          <dt>Tokens</dt>
          <dd>{count(tokens)}</dd>
        </div>
        <div className="between">
          <dt>Total cost</dt>
          <dd>
            <Money amount={cost} />
          </dd>
        </div>
        <div className="between">
          <dt>Estimated monthly return</dt>
          <dd>
            <Money amount={toNumber(share * BigInt(tokens))} />
          </dd>
        </div>
      </dl>
      <hr />
      <h2>Payment summary</h2>
      <dl className={style.parts}>
        <div className="between">
          <dt>Tokens</dt>
          <dd>
            <Money amount={cost} />
          </dd>
        </div>
        <div className="between">
          <dt>Platform fee</dt>
          <dd>
            0 <span className="money-unit">RLUSD</span>
          </dd>
        </div>
        <div className={`between ${style.sum}`}>
          <dt>You sign for</dt>
          <dd>
            <Money amount={cost} />
          </dd>
        </div>
      </dl>
    </>
  );
}
