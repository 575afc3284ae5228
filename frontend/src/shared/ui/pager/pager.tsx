import { useLocation, useSearchParams } from 'react-router';
import { Button } from '../button/button';
import './pager.css';

/** The page's cursor, in the address. A changed filter removes it, because a new query starts at its first page. */
export const PAGE_PARAM = 'after';

export interface Pages {
  /** The current page's cursor; undefined for the first. */
  cursor: string | undefined;
  /** Null after following a link, when the previous page is unknown. */
  number: number | null;
  forward(cursor: string): void;
  /** To the previous page. @param otherwise if that is unknown; the first page by default */
  back(otherwise?: string): void;
}

/**
 * Pages of a list whose calls return cursors. The page is in the address, and the way back in the history entry.
 * @param param a separate one if a page has several such lists
 */
export function usePages(param: string = PAGE_PARAM): Pages {
  const [params, setParams] = useSearchParams();
  const trails = (useLocation().state as { trails?: Record<string, string[]> } | null)?.trails ?? {};
  const before = trails[param] ?? [];
  const cursor = params.get(param) || undefined;
  const turn = (to: string, trail: string[]) =>
    setParams(
      (now) => {
        if (to) now.set(param, to);
        else now.delete(param);
        return now;
      },
      { state: { trails: { ...trails, [param]: trail } } },
    );
  return {
    cursor,
    number: !cursor ? 1 : before.length > 0 ? before.length + 1 : null,
    forward: (next) => turn(next, [...before, cursor ?? '']),
    back: (otherwise = '') => turn(before.at(-1) ?? otherwise, before.slice(0, -1)),
  };
}

/** Nothing if there is one page only. */
export function Pager({
  pages,
  next,
  words = ['Newer', 'Older'],
  onBack = () => pages.back(),
}: {
  pages: Pages;
  next: string | null | undefined;
  words?: readonly [back: string, forward: string];
  onBack?(): void;
}) {
  if (!pages.cursor && !next) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <Button size="sm" unavailable={!pages.cursor} onClick={onBack}>
        {words[0]}
      </Button>
      <span className="small dim" role="status">
        {pages.number && `Page ${pages.number}`}
      </span>
      <Button size="sm" unavailable={!next} onClick={() => next && pages.forward(next)}>
        {words[1]}
      </Button>
    </nav>
  );
}
