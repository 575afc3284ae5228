import { usePhone } from '../../../shared/use-phone';
import { useTyped } from '../../../shared/use-typed';
import { Button } from '../../../shared/ui/button/button';
import { Switch, TextInput } from '../../../shared/ui/inputs/inputs';
import { Select } from '../../../shared/ui/inputs/select';
import { Sheet } from '../../../shared/ui/modal/modal';
import { SORTS, useMarketFilters } from '../use-market-filters';

const TYPING_MS = 150;

/**
 * The filters of the marketplace: a row under its heading; on phones a sheet with a button that shows the number of
 * results.
 */
export default function MarketFields({ found, onClose }: { found?: string; onClose(): void }) {
  const { search, sort, available, active, set, clear } = useMarketFilters();
  const [typed, type] = useTyped(search, (to) => set('search', to), TYPING_MS);
  const fields = (
    <div className="market-fields compact">
      <TextInput
        label="Search"
        type="search"
        placeholder="Name, city or purpose"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Select label="Sort by" data={SORTS} value={sort} onChange={(value) => set('sort', value ?? 'newest')} />
      <Switch
        label="Only with tokens left"
        checked={available}
        onChange={(event) => set('available', String(event.currentTarget.checked))}
      />
      {active > 0 && (
        <Button look="subtle" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  );
  return usePhone() ? (
    <Sheet title="Filter and sort" onClose={onClose}>
      {fields}
      <Button look="filled" size="lg" wide className="market-show" onClick={onClose}>
        Show {found ?? 'properties'}
      </Button>
    </Sheet>
  ) : (
    <div role="search">{fields}</div>
  );
}
