import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '../../../shared/lazy-part';
import { usePhone } from '../../../shared/use-phone';
import { Button } from '../../../shared/ui/button/button';
import { useMarketFilters } from '../use-market-filters';

const load = () => import('./market-fields');
const MarketFields = lazyPart(load);

/**
 * The marketplace's heading with the button that opens its filters; open at first if some are set and there is room.
 * `found` and `open`: the number of matches and of open sales, as text.
 */
export function MarketHead({ title, found, open: sales }: { title: ReactNode; found?: string; open?: string }) {
  const { active } = useMarketFilters();
  const phone = usePhone();
  const [open, setOpen] = useState(active > 0 && !phone);
  return (
    <>
      <div className="between">
        <div className="market-title">
          <h2 id="available">{title}</h2>
          {sales && <span className="small dim">{sales}</span>}
        </div>
        <Button
          size="sm"
          aria-expanded={open}
          icon={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => setOpen(!open)}
        >
          Filter and sort{active > 0 && ` (${active})`}
        </Button>
      </div>
      {open && <MarketFields found={found} onClose={() => setOpen(false)} />}
    </>
  );
}
