import './shared/styles/fonts.css';
import './shared/styles/tokens.css';
import './shared/styles/base.css';
import './shared/scheme/scheme';
import { lazy, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { App } from './app/app';
import { shownFirst } from './app/first-screen';
import { loadPage } from './app/pages';
import { route, routes } from './app/router';
import { createStore } from './shared/store/store';

const place = document.getElementById('root')!;
const first = place.hasChildNodes() ? shownFirst() : null;
const development = import.meta.env.DEV
  ? [
      route(
        '/dev/components',
        lazy(() => import('./dev/components-page')),
        { outside: true },
      ),
      route(
        '/dev/recipe',
        lazy(() => import('./dev/recipe-page')),
        { inside: true },
      ),
    ]
  : [];
const app = (
  <App store={createStore()} first={first}>
    <RouterProvider router={createBrowserRouter(routes(development))} />
  </App>
);
const start = () => startTransition(() => void (first ? hydrateRoot(place, app) : createRoot(place).render(app)));
// If its files do not come, the program says so itself.
if (first === 'page') void loadPage(location.pathname).then(start, start);
else start();
