import { useState } from 'react';
import { sessionApi } from '../session/api';
import { draftOf, DRAFTS } from '../storage/keys';
import { useAppSelector } from '../store/store';

/**
 * A state that survives a reload in this tab, for the signed-in user: input outside a form, no secrets.
 * @param name distinguishes it from others
 * @returns the value, its setter, and a function that resets it
 */
export function useKept<T extends string | readonly string[]>(
  name: string,
  start: T,
): readonly [value: T, set: (value: T) => void, forget: () => void] {
  const wallet = useAppSelector((state) => sessionApi.endpoints.session.select()(state).data?.walletAddress);
  const key = wallet ? draftOf(name, wallet) : null;
  const [changed, setChanged] = useState<{ key: string | null; value: T } | null>(null);
  // Input from before the session was known stays.
  const own = changed !== null && (changed.key === key || changed.key === null);
  const value = own ? changed.value : key === null ? start : kept(key, start);
  return [
    value,
    (next) => {
      setChanged({ key, value: next });
      if (key !== null) DRAFTS.write({ value: next }, key);
    },
    () => {
      setChanged({ key, value: start });
      if (key !== null) DRAFTS.write(null, key);
    },
  ];
}

function kept<T extends string | readonly string[]>(key: string, start: T): T {
  const value = DRAFTS.read(key)?.value;
  const isList = Array.isArray(start);
  const fits = isList
    ? Array.isArray(value) && value.every((one) => typeof one === 'string')
    : typeof value === 'string';
  return fits ? (value as T) : start;
}
