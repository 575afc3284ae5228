import { createContext, use } from 'react';
import { useLocation } from 'react-router';
import type { Action } from '../shared/session/can';

/** What the frame needs to know about a page. */
export interface PageHandle {
  /** Rendered without the shell. */
  outside?: boolean;
  /** Also for visitors, who have no shell that would load the widgets. */
  widgets?: boolean;
  /** Visitors get live updates too. */
  live?: boolean;
  /** Redirects to /auth without a session. */
  inside?: boolean;
  /** The permission required to see it. */
  may?: Action;
  /** The page over which this one opens as a drawer; moving between them does not count as a change of page. */
  over?: string;
  /** The page whose menu entry is highlighted for this one. */
  entry?: string;
}

/** Of the current page. */
export const HandleContext = createContext<PageHandle>({});

/** The address of the current page, also while a drawer with its own address is open over it. */
export function useCurrentPage(): string {
  const { pathname } = useLocation();
  return use(HandleContext).over ?? pathname;
}

/** The highlighted menu entry. */
export function useMenuEntry(): string {
  const page = useCurrentPage();
  return use(HandleContext).entry ?? page;
}
