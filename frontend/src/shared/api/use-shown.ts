/** The parts of a query hook's result that matter for display. */
export interface Asked<T> {
  currentData?: T;
  error?: unknown;
  isFetching: boolean;
  fulfilledTimeStamp?: number;
  refetch(): unknown;
}

/** What a page shows for a query; the same decision for every screen. */
export interface Shown<T> {
  /** The latest available answer to the current query, never to another one. */
  data: T | undefined;
  /** Why there is nothing to show. A temporary error does not hide existing data. */
  error: unknown;
  /** Whether refreshing the shown data failed. */
  stale: boolean;
  busy: boolean;
  /** When the shown data arrived, in milliseconds since 1970. */
  at: number | undefined;
  retry(): void;
}

export function useShown<T>({ currentData, error, isFetching, fulfilledTimeStamp, refetch }: Asked<T>): Shown<T> {
  const there = currentData !== undefined;
  return {
    data: currentData,
    error: there ? undefined : error,
    stale: there && Boolean(error),
    busy: isFetching,
    at: there ? fulfilledTimeStamp : undefined,
    retry: () => void refetch(),
  };
}
