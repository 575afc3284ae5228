import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePhone } from '../../../shared/use-phone';
import { Button } from '../../../shared/ui/button/button';
import { Select, Switch, TextInput } from '../../../shared/ui/inputs/inputs';
import { Sheet } from '../../../shared/ui/modal/modal';

const SORTS = [{ value: 'newest', label: 'Newest first' }, { value: 'apr', label: 'Highest APR' }, { value: 'price', label: 'Lowest token price' }, { value: 'term', label: 'Shortest term' }];
const NAMES = ['search', 'sort', 'available'] as const;

/** What is looked for stands in the address, so that it can be linked and Back undoes it. */
export function useMarketFilters() {
  const [params, setParams] = useSearchParams();
  const sort = SORTS.find(({ value }) => value === params.get('sort'))?.value ?? 'newest';
  const set = (name: (typeof NAMES)[number], value: string) =>
    setParams((before) => {
      if (value) before.set(name, value);
      else before.delete(name);
      return before;
    }, { replace: true, preventScrollReset: true });
  const clear = () => setParams((before) => { NAMES.forEach((name) => before.delete(name)); return before; }, { replace: true, preventScrollReset: true });
  const search = params.get('search') ?? '';
  const available = params.get('available') === 'true';
  return { search, sort, available, active: [search !== '', sort !== 'newest', available].filter(Boolean).length, set, clear };
}

/** The button, and what it opens: a row under the heading, on phones a sheet. */
export function MarketFilters() {
  const { search, sort, available, active, set, clear } = useMarketFilters();
  const [open, setOpen] = useState(active > 0);
  const phone = usePhone();
  const fields = (
    <div className="market-fields compact">
      <TextInput label="Search" type="search" placeholder="Name, address or purpose" value={search} onChange={(event) => set('search', event.currentTarget.value)} />
      <Select label="Sort by" data={SORTS} value={sort} onChange={(value) => set('sort', value === 'newest' ? '' : (value ?? ''))} />
      <Switch label="Only with tokens left" checked={available} onChange={(event) => set('available', event.currentTarget.checked ? 'true' : '')} />
      {active > 0 && <Button look="subtle" onClick={clear}>Clear filters</Button>}
    </div>
  );
  return (
    <>
      <div className="between">
        <h2 id="available">Available Properties</h2>
        <Button size="sm" aria-expanded={open} icon={<IconAdjustmentsHorizontal size={16} aria-hidden />} onClick={() => setOpen(!open)}>Filter and sort{active > 0 && ` (${active})`}</Button>
      </div>
      {open && (phone ? <Sheet title="Filter and sort" onClose={() => setOpen(false)}>{fields}</Sheet> : <div role="search">{fields}</div>)}
    </>
  );
}
