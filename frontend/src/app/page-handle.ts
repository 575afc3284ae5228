import { useLocation, useMatches } from 'react-router';
import type { Action } from '../shared/session/can';

/** What the frame has to know about a page. */
export interface PageHandle {
  /** Without the shell. */
  outside?: boolean;
  /** For visitors too, who have no shell that brings the widgets. */
  widgets?: boolean;
  /** Visitors hear of changes too. */
  live?: boolean;
  /** Who is not signed in is sent to /auth. */
  inside?: boolean;
  /** What somebody must be allowed to, to be shown it. */
  may?: Action;
  /** The page over which this one is a drawer: moving between them is no change of page. */
  over?: string;
  /** The page whose entry in the menu is lit for this one. */
  entry?: string;
}

/** The address of the current page, also while a drawer with its own address is open over it. */
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
