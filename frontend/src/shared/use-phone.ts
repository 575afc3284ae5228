import { useSyncExternalStore } from 'react';

/** The media query `--phone` of `styles/media.css`. */
export const PHONE = '(max-width: 899px)';
const narrow = globalThis.matchMedia?.(PHONE);
const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/**
 * Below 900 px: one column, bottom bar, dialogs as wide as the screen. A page that is rendered without a browser is a
 * phone's, until the browser takes it over.
 */
export const usePhone = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => narrow.matches,
    () => true,
  );
