import { useEffect, useState } from 'react';

/** Longer than these answers usually take on a slow phone, in milliseconds. */
const PATIENCE_MS = 3_000;

/**
 * For a page whose parts belong together: whether every query has answered or failed once. The page then renders once,
 * and no part moves another. After a while it renders without what is still missing, and never waits again.
 */
export function useTogether(...asked: readonly { isLoading: boolean }[]): boolean {
  const here = asked.every(({ isLoading }) => !isLoading);
  const [done, setDone] = useState(here);
  if (here && !done) setDone(true);
  useEffect(() => {
    if (done) return;
    const timer = setTimeout(() => setDone(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return done || here;
}
