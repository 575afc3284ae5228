import { LISTING, MARKET } from '@tknest/contracts/rules';
import { useNavigate } from 'react-router';
import { useSearchChange } from '../use-search-change';

const PICKED = 'pick';
const COMPARED = 'compare';

const idsIn = (text: string | null): number[] =>
  [...new Set((text ?? '').split(',').filter((id) => LISTING.idPattern.test(id)))]
    .slice(0, MARKET.compared.max)
    .map(Number);

/**
 * The properties that somebody picked in a list to compare, and those that the marketplace compares now. Both are in
 * the address, so a comparison can be sent to somebody, and Back returns to the list with what was picked.
 */
export function usePicked() {
  const [params, change] = useSearchChange();
  const navigate = useNavigate();
  const picked = idsIn(params.get(PICKED));
  const compared = idsIn(params.get(COMPARED));
  /** From the address as it is then: of two quick picks, neither is lost. */
  const pick = (how: (ids: number[]) => number[]) =>
    change(
      (now) => {
        const ids = how(idsIn(now.get(PICKED)));
        if (ids.length > 0) now.set(PICKED, ids.join(','));
        else now.delete(PICKED);
      },
      { replace: true },
    );
  return {
    picked,
    /** Empty while nothing is compared. */
    compared: compared.length >= MARKET.compared.min ? compared : [],
    isFull: picked.length >= MARKET.compared.max,
    set: (id: number, on: boolean) =>
      pick((ids) => (on ? [...new Set([...ids, id])] : ids.filter((one) => one !== id))),
    clear: () => pick(() => []),
    compare: () => {
      const search = new URLSearchParams(params);
      search.set(COMPARED, picked.join(','));
      void navigate({ pathname: '/properties', search: search.toString() });
    },
    leave: () => change((now) => now.delete(COMPARED)),
  };
}
