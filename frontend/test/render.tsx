import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { Route, Routes, useLocation, type InitialEntry } from 'react-router';
import { createStore } from '../src/shared/store/store';
import { cssVariables, theme } from '../src/shared/ui/mantine/theme';
import { LiveRegion } from '../src/shared/ui/live/live';
import { Toasts } from '../src/shared/ui/toast/toasts';
import { routerOf } from './router';

/** Shows the address of the page under test, for tests that check it. */
function Address() {
  const { pathname, search, hash } = useLocation();
  return <output data-testid="address">{pathname + search + hash}</output>;
}

interface Where {
  at?: string;
  path?: string;
  /** The history so far, as after a reload; the last entry is the current page. */
  entries?: InitialEntry[];
}

/** Renders a page as a user sees it: with store, widgets, toasts and an address. */
export function show(page: ReactNode, { at = '/', path = '*', entries = [at] }: Where = {}) {
  const store = createStore();
  const whole = (
    <>
      <LiveRegion />
      {page}
      <Toasts />
      <Address />
    </>
  );
  const pages = (
    <Routes>
      <Route path={path} element={whole} />
      <Route path="*" element={whole} />
    </Routes>
  );
  const { element, router } = routerOf(pages, entries);
  const user = userEvent.setup();
  const view = render(
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        {element}
      </MantineProvider>
    </Provider>,
  );
  return { store, user, router, address: () => view.getByTestId('address').textContent, ...view };
}
