import type { MarketPropertyView } from '@tknest/contracts/api';
import { useDeferredValue, type ReactNode } from 'react';
import { rowsOf, type Paged } from '../../../shared/api/paging';
import { useShown } from '../../../shared/api/use-shown';
import { useMarketplaceInfiniteQuery } from '../../../shared/properties/property-cards';
import { CARD_HEIGHT, CARD_HEIGHT_EXTRA, PropertyCard, type CardParts } from '../../../shared/properties/property-card';
import { Button } from '../../../shared/ui/button/button';
import { useFoundSaid } from '../../../shared/ui/live/live';
import { More } from '../../../shared/ui/pager/more';
import { Shown } from '../../../shared/ui/shown/shown';
import { Empty, Skeleton } from '../../../shared/ui/states/states';
import { useMarketAsked, useMarketFilters } from '../use-market-filters';
import { MarketHead } from './market-head';
import { Near } from './near';

/**
 * The properties with search, filters and order: open sales as cards, ended ones folded (REQ-1.2.27). On the investor's
 * home and, for everybody, on a page of its own. `ids`: only these.
 */
export function Marketplace({
  title = 'Available Properties',
  ids,
  ...parts
}: CardParts & { title?: ReactNode; ids?: readonly number[] | undefined }) {
  const { available, active, clear } = useMarketFilters();
  const asked = { ...useMarketAsked(), ...(ids && { ids: ids.join(',') }) };
  const query = useMarketplaceInfiniteQuery(asked);
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
    <section aria-labelledby="available" className="market">
      <MarketHead title={title} found={words} open={sales} />
      <Shown
        of={shown}
        what="The marketplace"
        skeleton={<CardsWaiting height={parts.Extra ? CARD_HEIGHT_EXTRA : CARD_HEIGHT} />}
        empty={[(data) => rowsOf(data).length === 0, none]}
      >
        {({ pages }) => (
          <>
            <Cards pages={pages} of={isForSale} {...parts} />
            {open < found && (
              <details className="market-ended" open={open === 0 || active > 0}>
                <summary>
                  Closed and funded ({found - open}
                  {more})
                </summary>
                <Cards pages={pages} of={(property) => !isForSale(property)} {...parts} />
              </details>
            )}
          </>
        )}
      </Shown>
      <More query={query} />
    </section>
  );
}

const CardsWaiting = ({ height }: { height: number }) => (
  <div className="cards">
    {[1, 2, 3].map((n) => (
      <Skeleton key={n} height={height} />
    ))}
  </div>
);

/** A paused sale goes on later. */
const isForSale = ({ tokensAvailable, paused }: MarketPropertyView) => tokensAvailable > 0 || paused;

/** Results are rendered without blocking input. */
function Cards({
  pages,
  of,
  ...parts
}: CardParts & { pages: Paged<MarketPropertyView>[]; of(property: MarketPropertyView): boolean }) {
  return useDeferredValue(pages).map(({ rows }, index) => {
    const own = rows.filter(of);
    return (
      own.length > 0 && (
        <Near key={index} className="cards">
          {own.map((property) => (
            <PropertyCard key={property.id} property={property} {...parts} />
          ))}
        </Near>
      )
    );
  });
}
