import type { Recommendation, Recommendations } from '@tknest/contracts/api';
import { MATCH } from '@tknest/contracts/rules';
import { useShown } from '../../../shared/api/use-shown';
import { count, percent } from '../../../shared/format/format';
import { useSessionQuery } from '../../../shared/session/api';
import { ButtonLink } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Money } from '../../../shared/ui/money/money';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { useRecommendationsQuery } from '../api';
import style from '../components/recommendations.module.css';
import { RiskPill } from '../../../shared/properties/risk-pill';
import { MatchPill } from '../components/pills';
import { ReasonBar, ReasonList } from '../components/reasons';
import { SignIn } from '../components/sign-in';

/** Recommended properties with reasons (REQ-2.2.1.5, Investor). */
export default function Investor() {
  const { data: session } = useSessionQuery();
  if (!session?.walletAddress)
    return <SignIn text="Recommendations are based on what your wallet has bought. Sign in with it to see them." />;
  return <Own />;
}

function Own() {
  const shown = useShown(useRecommendationsQuery());
  return (
    <Shown of={shown} what="The recommendations" skeleton={<Skeleton height={420} />}>
      {(answer) => (
        <>
          {answer.purchases === 0 && <Building {...answer} />}
          {(answer.purchases > 0 || answer.recommendations.length > 0) && <Cards {...answer} />}
        </>
      )}
    </Shown>
  );
}

/** Before the first purchase. */
function Building({ wallet }: Recommendations) {
  const { data: session } = useSessionQuery();
  const browse =
    session?.userRole === 'compliance' ? undefined : (
      <ButtonLink to="/?role=investor" look="filled">
        Browse Properties
      </ButtonLink>
    );
  return (
    <>
      <p className="dim">
        Wallet <WalletText wallet={wallet} />
      </p>
      <div className="card">
        <Empty
          title="Building Your Profile"
          text="AI recommendations will appear after you make your first investment"
          action={browse}
        />
      </div>
    </>
  );
}

const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six'];
const several = (amount: number, one: string, many: string) => `${count(amount)} ${amount === 1 ? one : many}`;

function Cards({ wallet, purchases, rentShares, application, recommendations }: Recommendations) {
  const found = recommendations.length;
  return (
    <section className={style.stack} aria-labelledby="matches">
      <h2 id="matches" className={purchases > 0 ? 'sr-only' : undefined}>
        {purchases > 0 ? 'Matches' : 'Until then, from your application'}
      </h2>
      <div className={`between ${style.lead}`}>
        <p>
          {WORDS[found] ?? found} {found === 1 ? 'property' : 'properties'} for <WalletText wallet={wallet} /> from{' '}
          {several(purchases, 'purchase', 'purchases')} and {several(rentShares, 'rent share', 'rent shares')}
          {application && ', and your application'}.
        </p>
        <span className="small dim">Your data does not leave the platform for this.</span>
      </div>
      {found === 0 && (
        <div className="card">
          <Empty title="Nothing to recommend right now" text="Every property is sold out, closed, or your own." />
        </div>
      )}
      <div className={style.cards}>
        {recommendations.map((one) => (
          <Card key={one.propertyId} {...one} />
        ))}
      </div>
      <p className="small dim">
        The points add up to the match, which is also our confidence in it. It is calculated from recorded data and is
        not advice. No returns are guaranteed.
      </p>
    </section>
  );
}

function Card(one: Recommendation) {
  const { propertyId, name, confidence, contributions } = one;
  return (
    <article className={`card ${style.card}`}>
      <div className={style.head}>
        <div>
          <h3>Property #{propertyId}</h3>
          <span className="small dim">{name}</span>
        </div>
        <MatchPill confidence={confidence} />
      </div>
      <ReasonBar confidence={confidence} reasons={contributions} />
      <div className={style.why}>
        <ReasonList reasons={contributions} />
      </div>
      <dl className={style.figures}>
        <div>
          <dt>Token price</dt>
          <dd>
            <Money amount={one.investmentAmount} unit={false} />
          </dd>
        </div>
        <div>
          <dt>Monthly income, per token</dt>
          <dd>
            <Money amount={one.projectedMonthlyIncome} unit={false} />
          </dd>
        </div>
        <div>
          <dt>Expected ROI, APR</dt>
          <dd>{percent(one.expectedROI)}</dd>
        </div>
      </dl>
      <div className="between">
        <RiskPill risk={one.riskLevel} />
        <ButtonLink
          to={`/properties/${propertyId}?role=investor`}
          size="sm"
          look={confidence >= MATCH.good ? 'filled' : 'default'}
          aria-label={`View Property #${propertyId}`}
        >
          View Property
        </ButtonLink>
      </div>
    </article>
  );
}
