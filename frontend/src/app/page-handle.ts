import { useLocation, useMatches } from 'react-router';
import type { Action } from '../shared/session/can';

/** What the frame has to know about a page. */
export interface PageHandle {
  /** Without the shell. */
  outside?: boolean;
  /** For visitors too, who have no shell that brings the widgets. */
  widgets?: boolean;
  /** What changes is told to visitors too. */
  live?: boolean;
  /** Who is not signed in is sent to /auth. */
  inside?: boolean;
  /** What somebody must be allowed to, to be shown it. */
  may?: Action;
  /** The page over which this one lies as a drawer: going to and fro is no change of page. */
  over?: string;
  /** The page whose entry in the menu is lit for this one. */
  entry?: string;
}

/** The address of the page one is on, also while a drawer with an address of its own lies over it. */
export function useCurrentPage(): string {
  const { pathname } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return handle?.over ?? pathname;
}

/** The entry of the menu that is lit. */
export function useMenuEntry(): string {
  const page = useCurrentPage();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return handle?.entry ?? page;
}
