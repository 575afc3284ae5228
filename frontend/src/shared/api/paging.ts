import type { CallMeta } from './base-api';

export interface Paged<T> {
  rows: T[];
  next: string | null;
}

/** Rows with the cursor from the response header. */
export const paged = <T>(rows: T[], meta: unknown): Paged<T> => ({
  rows,
  next: (meta as CallMeta | undefined)?.nextCursor ?? null,
});

/** For an infinite query: each page begins where the previous one ends, as long as there is more. */
export const byCursor = {
  initialPageParam: '',
  getNextPageParam: (last: Paged<unknown>) => last.next ?? undefined,
};

/** The rows of all loaded pages, in order. */
export const rowsOf = <T>({ pages }: { pages: Paged<T>[] }): T[] => pages.flatMap(({ rows }) => rows);

/** The number of rows as text: `12 cases`, `25+ cases` if there are more, `No cases`. */
export const shownAs = ({ rows, next }: Paged<unknown>, one: string, many: string): string =>
  rows.length === 0 ? `No ${many}` : `${rows.length}${next ? '+' : ''} ${rows.length === 1 && !next ? one : many}`;
