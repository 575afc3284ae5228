import type { ReactNode } from 'react';
import {
  MemoryRouter,
  useLocation,
  useNavigate,
  useNavigationType,
  type InitialEntry,
  type Location,
  type NavigateFunction,
} from 'react-router';

/** Pages in a router whose address can be read, and changed, from outside. */
export function routerOf(pages: ReactNode, initialEntries?: InitialEntry[]) {
  let navigate: NavigateFunction;
  const state = {} as { location: Location; historyAction: string };
  function Place() {
    navigate = useNavigate();
    Object.assign(state, { location: useLocation(), historyAction: useNavigationType() });
    return null;
  }
  const element = (
    <MemoryRouter initialEntries={initialEntries}>
      {pages}
      <Place />
    </MemoryRouter>
  );
  return { element, router: { state, navigate: (to: string | number) => navigate(to as string) } };
}
