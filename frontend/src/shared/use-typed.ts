import { useEffect, useRef, useState } from 'react';

/** How long typing must pause before a list is fetched, in milliseconds. */
const TYPING_MS = 250;

/**
 * The text of a field whose value is in the address: shown immediately, written to the address when typing pauses. The
 * router's own update is too late for a controlled field, which would undo letters typed in the meantime.
 * @param settle receives the text after a pause of `ms`
 * @returns the field's text and its setter; null shows the address again
 */
export function useTyped(
  value: string,
  settle: (typed: string) => void,
  ms = TYPING_MS,
): readonly [shown: string, type: (typed: string | null) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  /** Text that is not in the address yet. */
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
    // Either the address has been updated, and later input stays; or something else has changed the address.
    setTyped((now) => (own < 0 || now === value ? null : now));
  }, [value]);
  return [typed ?? value, setTyped];
}
