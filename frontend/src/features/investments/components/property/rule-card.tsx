import type { PropertyProfileView } from '@tknest/contracts/api';
import { toNumber } from '@tknest/contracts/money';
import { rlusd, tokens } from '../../../../shared/format/format';
import { rentRuleOf } from '../../../../shared/properties/rent-rule';
import { Money } from '../../../../shared/ui/money/money';
import { Note } from '../../../../shared/ui/note/note';
import { Roof, RuleFigures } from '../../../../shared/ui/roof/roof';
import style from './property.module.css';

/** The 30 % rule of this property, as its landlord saw it at the listing, with every token sold; then of its loan. */
export function RuleCard({ profile }: { profile: PropertyProfileView }) {
  const { loanStatus, tokensSold } = profile;
  const verdict = rentRuleOf(profile, loanStatus !== null);
  const [payment, cap] = [toNumber(verdict.payment), toNumber(verdict.cap)];
  return (
    <section className={`card ${style.part}`} aria-labelledby="rule">
      <h2 id="rule">Can the rent carry it?</h2>
      <div className={style.rule}>
        <Roof terms={verdict} payment={rlusd(payment)} cap={rlusd(cap)} />
        <div className={style.verdict}>
          <Note tone={verdict.verdict === 'fits' ? 'ok' : 'bad'}>
            With {loanStatus ? tokens(tokensSold) : 'every token'} sold, {verdict.percentOfRent}% of the rent goes to
            investors. 30% is the limit.
          </Note>
          <RuleFigures
            of={{
              'Monthly payment': <Money amount={payment} />,
              '30% maximum': <Money amount={cap} />,
              'Monthly rent': <Money amount={profile.monthlyRent} />,
              Term: `${profile.tokenTermMonths} months`,
            }}
          />
          {profile.status === 'open' && (
            <p className="xsmall dim">If the listing closes early, the loan and its payments are smaller.</p>
          )}
        </div>
      </div>
    </section>
  );
}
