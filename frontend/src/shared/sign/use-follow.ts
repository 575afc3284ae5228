import { useEffect, useState } from 'react';
import { isRefusal } from '../api/problem';
import type { Asked } from '../api/use-shown';

interface Options<T> {
  /** The polling interval, in milliseconds. */
  every: number;
  /** Whether it has ended. */
  isOver(data: T): boolean;
  /** When polling ends, in milliseconds since 1970. */
  until?: number;
  now?: number;
  /** Whether a failed answer ends it too. */
  stopOnError?: boolean;
}
type Status<Id, T> = (id: Id, options: { pollingInterval: number }) => Asked<T>;

/**
 * Follows a sign request (a sign-in, a trust line or a payment): polls its state until it has ended, its time is over,
 * or, if requested, an answer failed.
 */
export function useFollow<Id, T>(
  useStatus: Status<Id, T>,
  id: Id,
  { every, isOver, until = Infinity, now = 0, stopOnError = false }: Options<T>,
): { data: T | undefined; error: unknown; late: boolean; refetch(): void } {
  const [over, setOver] = useState(false);
  const late = now >= until;
  const { currentData: data, error, refetch } = useStatus(id, { pollingInterval: over || late ? 0 : every });
  const ended = data !== undefined && isOver(data);
  // A wrong id will not become valid by polling.
  const lost = (stopOnError && Boolean(error)) || (!data && isRefusal(error));
  useEffect(() => setOver(ended || lost), [ended, lost]);
  // A request that ended in time does not count as expired afterwards.
  return { data, error, late: late && !ended, refetch: () => void refetch() };
}
