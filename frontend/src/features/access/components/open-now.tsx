import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { rowsOf } from '../../../shared/api/paging';
import { useMarketplaceInfiniteQuery } from '../../../shared/properties/property-cards';
import { CARD_HEIGHT, PropertyCard } from '../../../shared/properties/property-card';
import { Skeleton } from '../../../shared/ui/states/states';

const SHOWN = 3;
const ASKED = { available: true, limit: SHOWN };

/** Three sales that are open now, on the landing page. Without one, or without an answer, the section is left out. */
export default function OpenNow() {
  const { data, isLoading } = useMarketplaceInfiniteQuery(ASKED);
  const rows = data ? rowsOf(data) : [];
  if (!isLoading && rows.length === 0) return null;
  return (
    <section className="landing-open" aria-labelledby="open-now" aria-busy={isLoading}>
      <h2 id="open-now">Open now</h2>
      <div className="cards">
        {isLoading
          ? Array.from({ length: SHOWN }, (_, n) => <Skeleton key={n} height={CARD_HEIGHT} />)
          : rows.map((property) => <PropertyCard key={property.id} property={property} look />)}
      </div>
      <Link to="/properties" className="landing-all">
        See all properties <IconArrowRight size={16} aria-hidden />
      </Link>
    </section>
  );
}
