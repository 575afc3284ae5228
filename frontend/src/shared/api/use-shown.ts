/** What a query's hook says, as far as showing it goes. */
export interface Asked<T> {
  currentData?: T;
  error?: unknown;
  isFetching: boolean;
  fulfilledTimeStamp?: number;
  refetch(): unknown;
}

/** What a page shows for a query; the same decision for every screen. */
export interface Shown<T> {
  /** The answer to the question that is asked now, as new as it could be had. Never another question's. */
  data: T | undefined;
  /** Why there is nothing to show. A blip hides nothing that was there. */
  error: unknown;
  /** What is shown could not be made newer. */
  stale: boolean;
  busy: boolean;
  /** When what is shown came, milliseconds. */
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
