import { describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { pageOf } from './pages';
import { PageFailed } from './route-failed';

describe('a page whose chunk did not come', () => {
  it('comes when it is opened again and the server is back, without a reload', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let away = true;
    const load = jest.fn(async () => {
      if (away) throw new Error('Failed to fetch dynamically imported module');
      return { default: () => <h1>Users</h1> };
    });
    const Page = pageOf(load);
    const router = createMemoryRouter([
      {
        element: (
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        ),
        children: [
          { path: '/', element: <h1>Home</h1> },
          { path: '/users', element: <Page />, errorElement: <PageFailed /> },
        ],
      },
    ]);
    render(<RouterProvider router={router} />);
    await act(() => router.navigate('/users'));
    await screen.findByRole('heading', { name: 'This page did not load' });
    expect(load).toHaveBeenCalledTimes(1);
    away = false;
    await act(() => router.navigate('/'));
    await screen.findByRole('heading', { name: 'Home' });
    await act(() => router.navigate('/users'));
    expect(await screen.findByRole('heading', { name: 'Users' })).toBeInTheDocument();
    jest.restoreAllMocks();
  });
});
