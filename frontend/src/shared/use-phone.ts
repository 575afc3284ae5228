import { useSyncExternalStore } from 'react';

/** The media query `--phone` of `styles/media.css`. */
export const PHONE = '(max-width: 899px)';
// The build renders pages without a browser; a page that it renders must not depend on this.
const narrow = globalThis.matchMedia?.(PHONE);
const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** Below 900 px: one column, bottom bar, dialogs as wide as the screen. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
