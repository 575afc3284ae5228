import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 899px)');
const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/** Below 900 px: one column, bottom bar, dialogs as wide as the screen. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
