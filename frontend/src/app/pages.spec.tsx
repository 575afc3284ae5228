import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { show } from '../../test/render';
import { routerOf } from '../../test/router';
import { loadPage, OUTSIDE, pageOf, prefetchFiles, SIGNED_IN } from './pages';
import { WithFailure } from './route-failed';

afterEach(cleanup);

describe('a page whose chunk did not come', () => {
  it('comes when it is opened again and the server is back, without a reload', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let away = true;
    const load = jest.fn(async () => {
      if (away) throw new Error('Failed to fetch dynamically imported module');
      return { default: () => <h1>Users</h1> };
    });
    const Page = pageOf(load);
    const { element, router } = routerOf(
      <Suspense fallback={null}>
        <WithFailure>
          <Routes>
            <Route path="/" element={<h1>Home</h1>} />
            <Route path="/users" element={<Page />} />
          </Routes>
        </WithFailure>
      </Suspense>,
    );
    render(element);
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

const NONE = new URLSearchParams();
const neverAsked = () => {
  throw new Error('asked');
};

describe('a page before it is shown', () => {
  const shown = (Page: ReturnType<typeof pageOf>) =>
    show(
      <Suspense fallback={<p>Waiting</p>}>
        <Page />
      </Suspense>,
    );

  it('renders at once where it was loaded before, and no other page is loaded with it', async () => {
    await loadPage('/privacy', NONE, undefined, neverAsked);
    await loadPage('/portfolio', NONE, undefined, neverAsked);
    shown(pageOf(OUTSIDE['/privacy']!));
    expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
    cleanup();
    shown(pageOf(SIGNED_IN['/portfolio']!));
    expect(screen.getByText('Waiting')).toBeInTheDocument();
  });

  it('has its files fetched once, and none of them runs', async () => {
    const fetched = jest.fn(async () => ({
      json: async () => ({ '/terms': ['kit.js', 'kit.css'], landlord: ['kit.js'] }),
    }));
    const before = globalThis.fetch;
    globalThis.fetch = fetched as never;
    await prefetchFiles(['/terms'], 'landlord');
    expect(fetched).not.toHaveBeenCalled();
    document.documentElement.dataset.ahead = '/assets/ahead.json';
    await prefetchFiles(['/terms#risks', '/', '/elsewhere'], 'landlord');
    const links = [...document.head.querySelectorAll('link')];
    expect(links.map((link) => `${link.rel} ${link.getAttribute('href')}`)).toEqual([
      'modulepreload /kit.js',
      'preload /kit.css',
    ]);
    links.forEach((link) => link.remove());
    delete document.documentElement.dataset.ahead;
    globalThis.fetch = before;
  });
});
