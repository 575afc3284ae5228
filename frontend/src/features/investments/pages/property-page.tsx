import type { PropertyProfileView } from '@tknest/contracts/api';
import { LISTING, PROPERTY_TYPES } from '@tknest/contracts/rules';
import { IconMapPin } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import type { FirstData } from '../../../shared/api/first-data';
import { isApiError } from '../../../shared/api/problem';
import { useShown, type Shown as State } from '../../../shared/api/use-shown';
import { usePolling } from '../../../shared/attention/use-attended';
import { count, percent, rlusd } from '../../../shared/format/format';
import { lazyPart } from '../../../shared/lazy-part';
import { propertiesApi, useProfileQuery } from '../../../shared/properties/api';
import { useSessionQuery, type Who } from '../../../shared/session/api';
import { can } from '../../../shared/session/can';
import { BackLink, ButtonLink } from '../../../shared/ui/button/button';
import { facadeLabel, Street } from '../../../shared/ui/facade/facade';
import { Note } from '../../../shared/ui/note/note';
import { VisitorsPage } from '../../../shared/ui/page-bar/visitors-page';
import { Progress } from '../../../shared/ui/progress/progress';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { usePhone } from '../../../shared/use-phone';
import { useTitle } from '../../../shared/use-title';
import { Details } from '../components/property/details';
import { Documents } from '../components/property/documents';
import { BuyLink, OfferCard } from '../components/property/offer-card';
import { RuleCard } from '../components/property/rule-card';
import { Spread } from '../components/property/spread';
import { Standing } from '../components/property/standing';
import { Terms } from '../components/property/terms';
import { YourMoney } from '../components/property/your-money';
import { offerOf } from '../offered';
import { useOpened } from '../../../shared/use-opened';
import '../../../shared/styles/action-bar.css';
import style from '../components/property/property.module.css';

const FRESH_MS = 30_000;
// Far below what is seen first.
const FundingHistory = lazy(() => import('../components/property/funding-history'));
// Used after reading, and by few.
const ShareAndWatch = lazy(() => import('../components/property/share-and-watch'));
// Only admins have them.
const PropertyControls = lazy(async () => ({
  default: (await import('../../../shared/properties/property-controls')).PropertyControls,
}));
const loadPanel = () => import('../components/participate-panel');
const ParticipatePanel = lazyPart(loadPanel);
/** The search parameter that opens the panel: the number of tokens. A sign-in returns to it. */
const OPENS = 'tokens';

const askedFor = (id: string | undefined, who: Who | undefined) => ({
  id: Number(id),
  viewer: who?.walletAddress ?? null,
});

export const firstData: FirstData = (ask, { params: { propertyId = '' }, who }) =>
  LISTING.idPattern.test(propertyId) && ask(propertiesApi.endpoints.profile.initiate(askedFor(propertyId, who)));

/**
 * A property's own page, for visitors too: what it costs and pays, whether the rent carries it,
 * risk, documents, landlord, terms, history, loan and holders.
 */
export default function PropertyPage() {
  return (
    <VisitorsPage>
      <Asked />
    </VisitorsPage>
  );
}

function Asked() {
  const { propertyId = '' } = useParams();
  const { data: session } = useSessionQuery();
  const named = LISTING.idPattern.test(propertyId);
  const query = useProfileQuery(askedFor(propertyId, session), { skip: !named, ...usePolling(FRESH_MS) });
  const shown = useShown(query);
  // Even if it was shown a moment ago, because it was hidden since.
  const missing = !named || (isApiError(query.error) && query.error.status === 404);
  useTitle(missing ? 'Property not found' : (shown.data?.name ?? 'Property'));
  if (missing) return <Missing />;
  return (
    <Shown of={shown} what="The property" skeleton={<Waiting />}>
      {(profile) => <Profile key={profile.id} profile={profile} shown={shown} />}
    </Shown>
  );
}

const Missing = () => (
  <Empty
    as="h1"
    kind={4}
    title="Property Not Found"
    text="The requested property could not be found."
    action={
      <ButtonLink to="/properties" look="filled">
        See all properties
      </ButtonLink>
    }
  />
);

const Waiting = () => (
  <div className="stack">
    <Skeleton height={56} width={320} />
    <div className={style.columns}>
      <Skeleton height={320} />
      <Skeleton height={320} />
    </div>
    <Skeleton height={240} />
  </div>
);

function Profile({ profile, shown }: { profile: PropertyProfileView; shown: State<PropertyProfileView> }) {
  const { asked: chosen, close } = useOpened(OPENS);
  const [tokens, setTokens] = useState(1);
  const phone = usePhone();
  const forSale = profile.tokensAvailable > 0 && !profile.own;
  const buy = { opens: OPENS, tokens, onApproach: () => void loadPanel().catch(() => undefined) };
  return (
    <article>
      <Head profile={profile} />
      {profile.hidden && (
        <div className={style.hidden}>
          <Note tone="wait">
            This listing is hidden. Only its landlord, its token holders and the platform’s staff can see it.
          </Note>
        </div>
      )}
      <div className={style.columns}>
        <Hero profile={profile} />
        <div className={style.side}>
          <OfferCard profile={profile} {...buy} />
          <Spread profile={profile} />
          <Controls profile={profile} />
        </div>
        <div className={style.rest}>
          {forSale && <YourMoney profile={profile} tokens={tokens} onChoose={setTokens} />}
          <RuleCard profile={profile} />
          <Standing profile={profile} />
          <Documents profile={profile} />
          <Terms profile={profile} />
          <Suspense fallback={<Skeleton height={240} />}>
            <FundingHistory profile={profile} />
          </Suspense>
          <Details profile={profile} />
        </div>
      </div>
      {forSale && phone && (
        <div className="action-bar">
          <p className="small">
            <strong>{rlusd(profile.tokenPrice)}</strong> a token
            <br />
            <strong>{percent(profile.monthlyRate)}</strong> a year
          </p>
          <BuyLink {...buy} />
        </div>
      )}
      {LISTING.idPattern.test(chosen) && (
        <ParticipatePanel
          key={chosen}
          shown={{ ...shown, data: offerOf(profile) }}
          tokens={Number(chosen)}
          opens={OPENS}
          onClose={close}
        />
      )}
    </article>
  );
}

/** For admins, next to the data that they affect. */
function Controls({ profile }: { profile: PropertyProfileView }) {
  const { data: session } = useSessionQuery();
  if (!can(session?.userRole, 'control')) return null;
  return (
    <section className={`card ${style.part}`} aria-labelledby="controls">
      <h2 id="controls">Controls</h2>
      <Suspense fallback={<Skeleton height={32} />}>
        <PropertyControls property={profile} />
      </Suspense>
    </section>
  );
}

function Head({ profile }: { profile: PropertyProfileView }) {
  const { name, city, propertyType, status, hidden } = profile;
  const what = propertyType && PROPERTY_TYPES[propertyType];
  return (
    <header className={`page-head ${style.head}`}>
      <div>
        <BackLink to="/properties">All properties</BackLink>
        <h1 dir="auto">{name}</h1>
        {(city ?? what) && (
          <p className={`dim ${style.place}`}>
            {city && (
              <>
                <IconMapPin size={16} aria-hidden />
                <span>{city}</span>
              </>
            )}
            {city && what && <span aria-hidden>·</span>}
            {what && <span>{what}</span>}
          </p>
        )}
      </div>
      <div className={`row ${style.acts}`}>
        {hidden ? (
          <StatusPill status="closed" word="Hidden" />
        ) : (
          <Suspense>
            <ShareAndWatch profile={profile} />
          </Suspense>
        )}
        <StatusPill status={status} />
      </div>
    </header>
  );
}

/** The house with its lit windows, and the progress of the sale. */
function Hero({ profile: { id, tokensSold, tokenCount, tokensAvailable } }: { profile: PropertyProfileView }) {
  const share = tokensSold / tokenCount;
  const reserved = tokenCount - tokensSold - tokensAvailable;
  return (
    <section className={`card ${style.hero}`} aria-label="Funding">
      <Street id={id} share={share} label={facadeLabel(tokensSold, tokenCount)} height={232} />
      <div className={style.funded}>
        <div className="between">
          <strong>
            {count(tokensSold)} of {count(tokenCount)} tokens sold
          </strong>
          <span className="dim">{percent(share * 100)}</span>
        </div>
        <Progress label="Funded" value={share * 100} />
        {tokensAvailable > 0 && (
          <p className="small dim">
            {count(tokensAvailable)} still available{reserved > 0 && `, ${count(reserved)} reserved`}
          </p>
        )}
      </div>
    </section>
  );
}
