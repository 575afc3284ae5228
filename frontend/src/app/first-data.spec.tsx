import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { calls, serve, session } from '../../test/server';
import { createStore } from '../shared/store/store';
import { FIRST_DATA } from './first-data';
import { routes } from './router';

beforeEach(() => sessionStorage.setItem('demo-access', 'open'));
afterEach(cleanup);

const ROLES: Record<string, 'landlord' | 'admin'> = {
  landlord: 'landlord',
  '/landlord-payback': 'landlord',
  '/admin': 'admin',
};

it.each(Object.entries(FIRST_DATA))(
  '%s asks for what its document has started, in the same words',
  async (at, started) => {
    serve({
      'GET /api/session': session({ userRole: ROLES[at] ?? 'investor' }),
      'GET /api/platform/config': { demoGate: true, sandbox: true },
    });
    const path = at.startsWith('/') ? at.replace(/:\w+/, '7') : '/';
    const router = createMemoryRouter(routes(), { initialEntries: [path] });
    render(
      <Provider store={createStore()}>
        <RouterProvider router={router} />
      </Provider>,
    );
    const wanted = started.map((url) => url.replace(/:\w+/, '7').replace(/\?$/, ''));
    await waitFor(() => expect(calls.map((call) => call.path + call.search)).toEqual(expect.arrayContaining(wanted)), {
      timeout: 10_000,
    });
  },
  20_000,
);
