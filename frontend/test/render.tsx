import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { createStore } from '../src/shared/store/store';
import { cssVariables, theme } from '../src/app/theme';
import { Toasts } from '../src/shared/ui/toast/toasts';

/** Where the page under test stands, for those who look at its address. */
function Address() {
  const { pathname, search, hash } = useLocation();
  return <output data-testid="address">{pathname + search + hash}</output>;
}

/** A page as somebody sees it: with store, widgets, toasts and an address. */
export function show(page: ReactNode, { at = '/', path = '*' }: { at?: string; path?: string } = {}) {
  const store = createStore();
  const element = (
    <>
      {page}
      <Toasts />
      <Address />
    </>
  );
  const router = createMemoryRouter([{ path, element }, ...(path === '*' ? [] : [{ path: '*', element }])], {
    initialEntries: [at],
  });
  const user = userEvent.setup();
  const view = render(
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </Provider>,
  );
  return { store, user, router, address: () => view.getByTestId('address').textContent, ...view };
}
