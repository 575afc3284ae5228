import type { PropertyProfileView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { count, percent } from '../../../../shared/format/format';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Money } from '../../../../shared/ui/money/money';
import style from './property.module.css';

/** What the landlord offers, and what it is for. */
export function Terms({ profile }: { profile: PropertyProfileView }) {
  const raised = toNumber(parseRlusd(profile.tokenPrice) * BigInt(profile.tokensSold));
  return (
    <section className={`card ${style.part}`} aria-labelledby="terms">
      <h2 id="terms">Terms</h2>
      <p dir="auto" className={style.text}>
        {profile.fundingPurpose}
      </p>
      <div className={style.facts}>
        <Facts>
          <Fact name="Monthly rent">
            <Money amount={profile.monthlyRent} />
          </Fact>
          <Fact name="Funding goal">
            <Money amount={profile.fundingGoal} />
          </Fact>
          <Fact name="Raised so far">
            <Money amount={raised} />
          </Fact>
          <Fact name="Tokens">{count(profile.tokenCount)}</Fact>
        </Facts>
        <Facts>
          <Fact name="Term">{profile.tokenTermMonths} months</Fact>
          <Fact name="Monthly rent share per token">
            <Money amount={profile.monthlyPayoutPerToken} />
          </Fact>
          <Fact name="Effective annual rate">{percent(profile.effectiveAnnualRate, 2)}</Fact>
          <Fact name="Profit over the term, before fees">{percent(profile.profitOverTerm, 2)}</Fact>
        </Facts>
      </div>
      <p dir="auto" className={`small dim ${style.text}`}>
        {profile.redemptionClause}
      </p>
    </section>
  );
}
