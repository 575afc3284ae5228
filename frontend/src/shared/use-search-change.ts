import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router';

/** The state of a link that opens something over its own page. */
export const OPENS_HERE = { opensHere: true };

/**
 * The address's search, and a way to change it whose calls build on each other: the router's own starts from the last
 * rendered state, so that the first of two changes before the next render would be lost.
 */
export function useSearchChange(): [
  params: URLSearchParams,
  change: (how: (params: URLSearchParams) => void, options?: NavigateOptions) => void,
] {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  /** Changes requested but not rendered yet. */
  const sent = useRef<string[]>([]);
  const go = useRef(setParams);
  useLayoutEffect(() => {
    go.current = setParams;
    const at = sent.current.indexOf(params.toString());
    // An address change from elsewhere, such as by Back, cancels a pending one.
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (sent.current.length === 0) latest.current = params;
  }, [params, setParams]);
  const change = useCallback((how: (params: URLSearchParams) => void, options?: NavigateOptions) => {
    const next = new URLSearchParams(latest.current);
    how(next);
    latest.current = next;
    sent.current.push(next.toString());
    go.current(next, options);
  }, []);
  return [params, change];
}
