import { useState } from 'react';
import { Button } from '../../../shared/ui/button/button';

export interface Pages {
  /** Of the page that is shown; undefined for the first. */
  cursor: string | undefined;
  number: number;
  toFirst(): void;
  forward(cursor: string): void;
  back(): void;
}

/** Pages of a list whose calls hand out cursors: the way back is remembered here. */
export function usePages(): Pages {
  const [cursors, setCursors] = useState<string[]>([]);
  return {
    cursor: cursors.at(-1),
    number: cursors.length + 1,
    toFirst: () => setCursors([]),
    forward: (cursor) => setCursors([...cursors, cursor]),
    back: () => setCursors(cursors.slice(0, -1)),
  };
}

/** Nothing where there is one page only. */
export function Pager({ pages, next, words = ['Newer', 'Older'] }: { pages: Pages; next: string | null | undefined; words?: readonly [back: string, forward: string] }) {
  if (pages.number === 1 && !next) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <Button size="sm" disabled={pages.number === 1} onClick={pages.back}>{words[0]}</Button>
      <span className="small dim" role="status">Page {pages.number}</span>
      <Button size="sm" disabled={!next} onClick={() => next && pages.forward(next)}>{words[1]}</Button>
    </nav>
  );
}
