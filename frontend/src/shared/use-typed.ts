import { useEffect, useRef, useState } from 'react';

/** How long the hand rests before a list is asked for. */
const TYPING_MS = 250;

/**
 * What stands in a field whose value lives in the address: there at once, in the address when the hand rests. The
 * router's own update comes too late for a controlled field, which would give back the letters that are typed
 * meanwhile.
 * @param settle what was typed, after `ms` of rest
 * @returns what the field shows, and how to change it; null shows the address again
 */
export function useTyped(
  value: string,
  settle: (typed: string) => void,
  ms = TYPING_MS,
): readonly [shown: string, type: (typed: string | null) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  /** What the address has not followed yet. */
  const under = useRef<string[]>([]);
  const latest = useRef(settle);
  useEffect(() => void (latest.current = settle));
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      under.current.push(typed);
      latest.current(typed);
    }, ms);
    return () => clearTimeout(timer);
  }, [typed, ms]);
  useEffect(() => {
    const own = under.current.indexOf(value);
    under.current = own < 0 ? [] : under.current.slice(own + 1);
    // Followed: what was typed since stands. Or somebody else has changed the address.
    setTyped((now) => (own < 0 || now === value ? null : now));
  }, [value]);
  return [typed ?? value, setTyped];
}
