import type { OwnPropertyFigures } from '@tknest/contracts/api';
import { propertyName } from '@tknest/contracts/words';
import { useSearchParams } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { count, percent } from '../../../shared/format/format';
import { can } from '../../../shared/session/can';
import { useSessionQuery } from '../../../shared/session/api';
import { ButtonLink } from '../../../shared/ui/button/button';
import { Select } from '../../../shared/ui/inputs/select';
import { Money } from '../../../shared/ui/money/money';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { Pill } from '../../../shared/ui/status-pill/status-pill';
import { useOwnFiguresQuery } from '../api';
import style from './recommendations.module.css';
import { RiskPill } from '../../../shared/properties/risk-pill';
import { SignIn } from './sign-in';

/** Figures of the user's own properties from the log; the server knows which they are. */
export function OwnProperty() {
  const { data: session } = useSessionQuery();
  if (!session?.walletAddress) return <SignIn text="Sign in to see real figures for your own property." />;
  return <Measured mayList={can(session.userRole, 'list-property')} />;
}

function Measured({ mayList }: { mayList: boolean }) {
  const own = useShown(useOwnFiguresQuery());
  const none = (
    <Empty
      title="You have no listings yet"
      text="Real figures appear here once you have listed a property."
      action={mayList ? <ButtonLink to="/?role=landlord">List a property</ButtonLink> : undefined}
    />
  );
  return (
    <section className="card" aria-labelledby="measured">
      <div className="between">
        <h2 id="measured">Your property in figures</h2>
        <Pill tone="ok">Real figures</Pill>
      </div>
      <Shown
        of={own}
        what="Your properties"
        skeleton={<Skeleton height={180} />}
        empty={[(rows) => rows.length === 0, none]}
      >
        {(rows) => <Chosen rows={rows} />}
      </Shown>
    </section>
  );
}

function Chosen({ rows }: { rows: readonly OwnPropertyFigures[] }) {
  const [params, setParams] = useSearchParams();
  const row = rows.find(({ id }) => String(id) === params.get('propertyId')) ?? rows[0]!;
  const choose = (id: string | null) => id && setParams((now) => (now.set('propertyId', id), now), { replace: true });
  return (
    <>
      {rows.length > 1 ? (
        <Select
          label="Property"
          className={style.choose}
          data={rows.map((one) => ({ value: String(one.id), label: `#${one.id} ${propertyName(one)}` }))}
          value={String(row.id)}
          allowDeselect={false}
          onChange={choose}
        />
      ) : (
        <p className={style.wrap}>
          Property #{row.id}, {propertyName(row)}
        </p>
      )}
      <Figures {...row} />
    </>
  );
}

const sellingTime = (days: number | null) =>
  days === null ? 'no sale yet' : days === 0 ? 'within a day' : days === 1 ? '1 day' : `${count(days)} days`;

function Figures(row: OwnPropertyFigures) {
  const share = `${percent(row.fundingRate)}, ${count(row.tokensSold)} of ${count(row.tokenCount)} tokens`;
  return (
    <dl className={style.rows}>
      <div>
        <dt>Funded</dt>
        <dd>{share}</dd>
      </div>
      <div>
        <dt>Token price</dt>
        <dd>
          <Money amount={row.tokenPrice} />
        </dd>
      </div>
      <div>
        <dt>Time from first to latest sale</dt>
        <dd>{sellingTime(row.sellingDays)}</dd>
      </div>
      <div>
        <dt>Token holders</dt>
        <dd>{count(row.holders)}</dd>
      </div>
      <div>
        <dt>Payment share of rent</dt>
        <dd>{row.paymentShare === null ? '—' : percent(row.paymentShare)}</dd>
      </div>
      <div>
        <dt>Risk shown to investors</dt>
        <dd>
          <RiskPill risk={row.riskLevel} />
        </dd>
      </div>
      {row.hidden && (
        <div>
          <dt>In the marketplace</dt>
          <dd>hidden</dd>
        </div>
      )}
    </dl>
  );
}
