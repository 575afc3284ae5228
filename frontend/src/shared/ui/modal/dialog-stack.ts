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

/** The second click of a double click comes within this time, and lands beside the dialog that the first one opened. */
const DOUBLE_CLICK_MS = 500;

interface OwnDialog {
  /** Escape is the topmost one's alone. */
  closeOnEscape: boolean;
  closeOnClickOutside: boolean;
  /** Ref of the place where notices are shown. */
  outlet(element: HTMLElement | null): void;
}

/** One of the open dialogs, and what closes it now. */
export function useDialog(): OwnDialog {
  const [outlet, setOutlet] = useState<HTMLElement | null>(null);
  const [closeOnClickOutside, settle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => settle(true), DOUBLE_CLICK_MS);
    return () => clearTimeout(timer);
  }, []);
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
  const closeOnEscape = useSyncExternalStore(subscribe, () => outlet !== null && open.at(-1)?.outlet === outlet);
  return { closeOnEscape, closeOnClickOutside, outlet: setOutlet };
}

/** Where notices appear while dialogs are open: in the topmost one, because nothing outside it is accessible. */
export const useNoticeOutlet = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => open.at(-1)?.outlet ?? null,
    () => null,
  );
