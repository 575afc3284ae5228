import { IconEye } from '@tabler/icons-react';
import type { MarketPropertyView } from '@tknest/contracts/api';
import type { FirstData } from '../../../shared/api/first-data';
import { lazyPart } from '../../../shared/lazy-part';
import { Button } from '../../../shared/ui/button/button';
import { VisitorsPage } from '../../../shared/ui/page-bar/visitors-page';
import { Empty } from '../../../shared/ui/states/states';
import { useTitle } from '../../../shared/use-title';
import { Marketplace } from '../components/marketplace';
import style from '../components/market.module.css';
import { WatchButton } from '../components/watch-button';
import { CompareBar, ComparePick } from '../../../shared/properties/compare-pick';
import { marketApi } from '../../../shared/properties/property-cards';
import { usePicked } from '../../../shared/properties/use-picked';
import { ALL_LISTINGS } from '../use-market-filters';
import { useWatched } from '../use-watched';

const loadComparison = () => import('../components/comparison');
const Comparison = lazyPart(loadComparison);
const loadAhead = () => void loadComparison().catch(() => undefined);

export const firstData: FirstData = (ask, { search }) =>
  search.size === 0 && ask(marketApi.endpoints.marketplace.initiate(ALL_LISTINGS));

/** The marketplace for everybody: what is for sale, with search, filters, order, and a comparison of up to four. */
export default function MarketPage() {
  return (
    <VisitorsPage>
      <Market />
    </VisitorsPage>
  );
}

function Market() {
  const { compared, leave } = usePicked();
  const watched = useWatched();
  useTitle('Properties');
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Properties</h1>
          <p className="dim">Rental homes whose landlords sell tokens, and what each token pays back from the rent.</p>
        </div>
      </div>
      {compared.length > 0 ? (
        <Comparison key={compared.join()} ids={compared} onClose={leave} />
      ) : (
        <>
          {watched.mayWatch && (
            <Button
              className={style.watchlist}
              size="sm"
              aria-pressed={watched.only}
              icon={<IconEye size={16} aria-hidden />}
              onClick={watched.toggleOnly}
            >
              Watchlist ({watched.ids.length})
            </Button>
          )}
          {watched.only && watched.ids.length === 0 ? (
            <div className="card">
              <Empty
                title="You watch no property yet"
                text="Choose Watch on a property. You are told when its sale goes on again or is about to end."
              />
            </div>
          ) : (
            <Marketplace
              title={watched.only ? 'Your watchlist' : 'For sale'}
              ids={watched.only ? watched.ids : undefined}
              look
              Extra={Extra}
            />
          )}
          <CompareBar onApproach={loadAhead} />
        </>
      )}
    </>
  );
}

const Extra = ({ property }: { property: MarketPropertyView }) => (
  <div className={style.extra}>
    <ComparePick property={property} />
    <WatchButton property={property} />
  </div>
);
