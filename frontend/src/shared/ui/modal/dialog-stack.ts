import { useEffect, useState, useSyncExternalStore } from 'react';

/** The dialogs that are open, the topmost last, each with the place where a notice can be shown within it. */
interface Open {
  outlet: HTMLElement;
}
const open: Open[] = [];
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * One of the open dialogs. Escape is the topmost one's alone.
 * @returns whether it is the topmost, and the ref of the place where notices are shown
 */
export function useDialog(): { topmost: boolean; outlet: (element: HTMLElement | null) => void } {
  const [outlet, setOutlet] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!outlet) return;
    const own = { outlet };
    open.push(own);
    tell();
    return () => {
      open.splice(open.indexOf(own), 1);
      tell();
    };
  }, [outlet]);
  const topmost = useSyncExternalStore(subscribe, () => outlet !== null && open.at(-1)?.outlet === outlet);
  return { topmost, outlet: setOutlet };
}

/** Where notices appear while dialogs are open: in the topmost one, because nothing outside it is accessible. */
export const useNoticeOutlet = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1)?.outlet ?? null,
    () => null,
  );
