import { useFoundSaid } from '../../../shared/ui/live/live';
import { FeesOwed } from '../../../shared/payments/components/fees-owed';
import { OwedToYou } from '../components/owed-to-you';
import { IconCalendar } from '@tabler/icons-react';
import type { PropertyView } from '@tknest/contracts/api';
import { LISTING } from '@tknest/contracts/rules';
import { useDeferredValue } from 'react';
import { rowsOf, type Paged } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { useTogether } from '../../../shared/api/use-together';
import { greeting, longDay } from '../../../shared/format/time';
import { lazyPart } from '../../../shared/lazy-part';
import { Button } from '../../../shared/ui/button/button';
import { Empty, PageWaiting, Skeleton } from '../../../shared/ui/states/states';
import { usePropertiesInfiniteQuery, usePropertyQuery } from '../../../shared/properties/api';
import { usePolling } from '../../../shared/attention/use-attended';
import { useFeesOwedQuery, useOpenPaymentsQuery, useOwedToMeQuery } from '../../../shared/payments/api';
import { OWN, usePortfolioQuery, usePurchasesInfiniteQuery } from '../../../shared/portfolio/api';
import { Near } from '../components/near';
import { More } from '../../../shared/ui/pager/more';
import { Shown } from '../../../shared/ui/shown/shown';
import { NextArrival, Overdue } from '../components/coming-payments';
import { History } from '../components/history';
import { MarketHead } from '../components/market-head';
import { PropertyCard } from '../components/property-card';
import { RentReceived } from '../components/rent-received';
import { Summary } from '../components/summary';
import { useMarketFilters } from '../use-market-filters';
import { useOpened } from '../use-opened';
import style from './investor-home.module.css';
import { Link } from 'react-router';

const loadPanel = () => import('../components/participate-panel');
const ParticipatePanel = lazyPart(loadPanel);
/** The search parameters that open a property's panel over the marketplace. */
const OPENS = 'buy';
const FRESH_MS = 10_000;
/** Fills whole rows of one, two, three or four cards, so that the list's pages join without a gap. */
const PAGE = 24;

/** The investor's home (REQ-1.2.26 to REQ-1.2.30): income first, then the marketplace, then past purchases. */
export default function InvestorHome() {
  const { asked, close } = useOpened(OPENS);
  const now = new Date();
  const together = useTogether(
    useOwedToMeQuery(),
    useFeesOwedQuery(),
    usePortfolioQuery(),
    useOpenPaymentsQuery(),
    usePurchasesInfiniteQuery(OWN),
    usePropertiesInfiniteQuery(useMarketAsked()),
  );
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{greeting(now)}</h1>
          <p className="dim">
            <NextArrival />
          </p>
        </div>
        <span className={`small dim ${style.today}`}>
          <IconCalendar size={16} aria-hidden />
          {longDay(now)}
        </span>
      </div>
      {together ? (
        <>
          <Overdue />
          <OwedToYou />
          <FeesOwed />
          <Summary />
          <Marketplace />
          <RentReceived />
          <History />
          <HomeFooter />
        </>
      ) : (
        <PageWaiting hasHead />
      )}
      {LISTING.idPattern.test(asked) && <Participate key={asked} propertyId={Number(asked)} onClose={close} />}
    </>
  );
}

function Participate({ propertyId, onClose }: { propertyId: number; onClose(): void }) {
  const shown = useShown(usePropertyQuery(propertyId, usePolling(FRESH_MS)));
  return <ParticipatePanel shown={shown} opens={OPENS} onClose={onClose} />;
}

const WAITING = (
  <div className="cards">
    {[1, 2, 3].map((i) => (
      <Skeleton key={i} height={396} />
    ))}
  </div>
);

/** What the marketplace asks for; while somebody types, the previous text. */
function useMarketAsked() {
  const { search, sort, available } = useMarketFilters();
  return { search: useDeferredValue(search) || undefined, sort, available, limit: PAGE };
}

function Marketplace() {
  const { available, active, clear } = useMarketFilters();
  const asked = useMarketAsked();
  const query = usePropertiesInfiniteQuery(asked);
  const shown = useShown(query);
  const found = shown.data ? rowsOf(shown.data).length : 0;
  const more = query.hasNextPage ? '+' : '';
  // Open sales come first, so only after a whole page of them there may be more.
  const open = shown.data ? rowsOf(shown.data).filter(isForSale).length : 0;
  const sales = shown.data && `${open}${open === found ? more : ''} open`;
  const words = shown.data && `${found}${more} ${found === 1 ? 'property' : 'properties'}`;
  useFoundSaid(`${asked.search ?? ''} ${available}`, words);
  const none = (
    <div className="card">
      <Empty
        title="No Properties Available"
        text={
          active > 0 ? 'Nothing matches these filters.' : 'New listings appear here once a landlord has been verified.'
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
  );
  return (
    <section aria-labelledby="available" className={style.market}>
      <MarketHead found={words} open={sales} />
      <Shown of={shown} what="The marketplace" skeleton={WAITING} empty={[(data) => rowsOf(data).length === 0, none]}>
        {({ pages }) => (
          <>
            <Cards pages={pages} of={isForSale} />
            {open < found && (
              <details className={style.ended} open={open === 0 || active > 0}>
                <summary>
                  Closed and funded ({found - open}
                  {more})
                </summary>
                <Cards pages={pages} of={(property) => !isForSale(property)} />
              </details>
            )}
          </>
        )}
      </Shown>
      <More query={query} />
    </section>
  );
}

/** A paused sale goes on later. */
const isForSale = ({ tokensAvailable, paused }: PropertyView) => tokensAvailable > 0 || paused;

/** Results are rendered without blocking input. */
function Cards({ pages, of }: { pages: Paged<PropertyView>[]; of(property: PropertyView): boolean }) {
  return useDeferredValue(pages).map(({ rows }, index) => {
    const own = rows.filter(of);
    return (
      own.length > 0 && (
        <Near key={index} className="cards">
          {own.map((property) => (
            <PropertyCard key={property.id} property={property} onApproach={loadAhead} />
          ))}
        </Near>
      )
    );
  });
}

const loadAhead = () => void loadPanel().catch(() => undefined);

/** The static links at the foot of the dashboard (REQ-1.2.9): only the link to the terms has a target yet. */
function HomeFooter() {
  return (
    <footer className={`small ${style.footer}`}>
      <span className="dim">A neutral technology and document platform. © 2024</span>
      <nav className={style.links} aria-label="Footer">
        <span className="dim">How it works</span>
        <span className="dim">Fees</span>
        <span className="dim">Help</span>
        <span className="dim">Contact</span>
        <Link to="/terms">Terms</Link>
      </nav>
    </footer>
  );
}
