import type { PropertyProfileView } from '@tknest/contracts/api';
import { judgeTerms, parseRlusd, percent, toNumber } from '@tknest/contracts/money';
import { rlusd } from '../../../../shared/format/format';
import { Money } from '../../../../shared/ui/money/money';
import { Note } from '../../../../shared/ui/note/note';
import { Roof } from '../../../../shared/ui/roof/roof';
import style from './property.module.css';

/** The 30 % rule of this property, as its landlord saw it when it was listed: with every token sold. */
export function RuleCard({ profile }: { profile: PropertyProfileView }) {
  const goal = parseRlusd(profile.fundingGoal);
  const sellable = parseRlusd(profile.tokenPrice) * BigInt(profile.tokenCount);
  const verdict = judgeTerms({
    goal: sellable > goal ? sellable : goal,
    rent: parseRlusd(profile.monthlyRent),
    annual: percent(String(profile.monthlyRate)),
    months: profile.tokenTermMonths,
  });
  const [payment, cap] = [toNumber(verdict.payment), toNumber(verdict.cap)];
  return (
    <section className={`card ${style.part}`} aria-labelledby="rule">
      <h2 id="rule">30% rule</h2>
      <div className={style.rule}>
        <Roof terms={verdict} payment={rlusd(payment)} cap={rlusd(cap)} />
        <div className={style.verdict}>
          <Note tone={verdict.verdict === 'fits' ? 'ok' : 'bad'}>{verdict.message}</Note>
          <dl className="rule-figures">
            <div>
              <dt>Monthly payment</dt>
              <dd>
                <Money amount={payment} />
              </dd>
            </div>
            <div>
              <dt>30% maximum</dt>
              <dd>
                <Money amount={cap} />
              </dd>
            </div>
            <div>
              <dt>Monthly rent</dt>
              <dd>
                <Money amount={profile.monthlyRent} />
              </dd>
            </div>
            <div>
              <dt>Term</dt>
              <dd>{profile.tokenTermMonths} months</dd>
            </div>
          </dl>
          <p className="xsmall dim">
            With every token sold.
            {profile.status === 'open' && ' If the listing closes early, the loan and its payments are smaller.'}
          </p>
        </div>
      </div>
    </section>
  );
}
