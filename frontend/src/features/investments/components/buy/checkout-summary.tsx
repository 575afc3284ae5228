import type { PropertyView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { CHECKOUT } from '@tknest/contracts/rules';
import { count } from '../../../../shared/format/format';
import { Money } from '../../../../shared/ui/money/money';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';

/** The tokens, and the amount to sign for: the fee of a checkout is 0 (REQ-2.9.1). */
export function CheckoutSummary({ property, tokens, cost }: { property: PropertyView; tokens: number; cost: number }) {
  const share = parseRlusd(property.monthlyPayoutPerToken || CHECKOUT.monthlyPayoutPerToken);
  return (
    <>
      <h2>Purchase summary</h2>
      <Facts>
        <Fact name="Tokens">{count(tokens)}</Fact>
        <Fact name="Total cost">
          <Money amount={cost} />
        </Fact>
        <Fact name="Estimated monthly return">
          <Money amount={toNumber(share * BigInt(tokens))} />
        </Fact>
      </Facts>
      <hr />
      <h2>Payment summary</h2>
      <Facts>
        <Fact name="Platform fee">
          0<span className="money-unit">&nbsp;RLUSD</span>
        </Fact>
        <Fact name="You sign for" sum>
          <Money amount={cost} />
        </Fact>
      </Facts>
    </>
  );
}
