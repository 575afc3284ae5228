import { useEffect, useState } from 'react';
import type { Asked } from '../api/use-shown';

interface Options<T> {
  /** How often it is asked, milliseconds. */
  every: number;
  /** It has come to its end. */
  isOver(data: T): boolean;
  /** When nobody asks any more, milliseconds of the clock. */
  until?: number;
  now?: number;
  /** An answer that did not come ends it, too. */
  stopOnError?: boolean;
}
type Status<Id, T> = (id: Id, options: { pollingInterval: number }) => Asked<T>;

/**
 * Follows a sign request, be it a sign-in, a trust line or a payment: asks how it stands until it has come to an end,
 * nobody waits for it any more, or, where one says so, an answer did not come.
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
  const lost = stopOnError && Boolean(error);
  useEffect(() => setOver(ended || lost), [ended, lost]);
  return { data, error, late, refetch: () => void refetch() };
}
