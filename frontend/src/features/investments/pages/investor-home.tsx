import { IconCalendar } from '@tabler/icons-react';
import { LISTING, LISTS } from '@tknest/contracts/rules';
import { useDeferredValue, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { greeting, longDay } from '../../../shared/format/format';
import { lazyPart } from '../../../shared/lazy-part';
import { Button } from '../../../shared/ui/button/button';
import { Empty, Failed, Skeleton } from '../../../shared/ui/states/states';
import { usePropertiesQuery } from '../../listings/api';
import { History } from '../components/history';
import { MarketHead } from '../components/market-head';
import { PropertyCard } from '../components/property-card';
import { Summary } from '../components/summary';
import { useMarketFilters } from '../use-market-filters';
import { useOwnParticipations } from '../use-own-participations';
import './investor-home.css';

const loadPanel = () => import('../components/participate-panel');
const ParticipatePanel = lazyPart(loadPanel);
const PAGE = 24;

/** The investor's home (D1 §2): income first, then what can be bought, then what was. */
export default function InvestorHome() {
  const { propertyId } = useParams();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { data: history, error } = useOwnParticipations();
  const now = new Date();
  // What was closed is not opened again by Back.
  const back = () =>
    void navigate({ pathname: '/', search: params.toString() }, { preventScrollReset: true, replace: true });
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{greeting(now)}</h1>
          <p className="dim">Verified properties, and what each token returns from rent.</p>
        </div>
        <span className="small dim today">
          <IconCalendar size={16} aria-hidden />
          {longDay(now)}
        </span>
      </div>
      {!error && <Summary history={history} />}
      <Marketplace />
      <History />
      {propertyId && LISTING.idPattern.test(propertyId) && (
        <ParticipatePanel propertyId={Number(propertyId)} onClose={back} />
      )}
    </>
  );
}

function Marketplace() {
  const { search, sort, available, active, clear } = useMarketFilters();
  const [limit, setLimit] = useState(PAGE);
  const asked = useDeferredValue(search);
  const { data, error, refetch } = usePropertiesQuery({ search: asked || undefined, sort, available, limit });
  return (
    <section aria-labelledby="available" className="market">
      <MarketHead
        found={
          data && `${data.rows.length}${data.next ? '+' : ''} ${data.rows.length === 1 ? 'property' : 'properties'}`
        }
      />
      {error && <Failed error={error} retry={() => void refetch()} what="The marketplace" />}
      {!data && !error && (
        <div className="cards" aria-busy="true">
          {[1, 2, 3].map((i) => (
            <Skeleton key={i} height={396} />
          ))}
        </div>
      )}
      {data?.rows.length === 0 && (
        <div className="card">
          <Empty
            title="No Properties Available"
            text={
              active > 0
                ? 'Nothing matches these filters.'
                : 'New listings appear here as soon as an owner has been verified.'
            }
            action={
              active > 0 ? (
                <Button size="sm" onClick={clear}>
                  Clear filters
                </Button>
              ) : undefined
            }
          />
        </div>
      )}
      <div className="cards">
        {data?.rows.map((property) => (
          <PropertyCard key={property.id} property={property} onApproach={() => void loadPanel()} />
        ))}
      </div>
      {data?.next && (
        <div className="more-cards">
          <Button onClick={() => setLimit((n) => Math.min(n + PAGE, LISTS.max))}>Show more</Button>
        </div>
      )}
    </section>
  );
}
