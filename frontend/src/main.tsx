import './shared/styles/fonts.css';
import './shared/styles/tokens.css';
import './shared/styles/base.css';
import './shared/scheme/scheme';
import { lazy, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app';
import { shownFirst } from './app/first-screen';
import { loadPage } from './app/pages';
import { Pages, route, routes } from './app/router';
import { askThrough } from './shared/api/first-data';
import { sessionApi, type Who } from './shared/session/api';
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
const all = routes(development);
const store = createStore();
const app = (
  <App store={store} first={first}>
    <BrowserRouter>
      <Pages all={all} />
    </BrowserRouter>
  </App>
);

/** Then the page begins without what has not come, and says what it waits for; milliseconds. */
const PATIENCE_MS = 1_000;

/** What the first rendering needs, so that it is complete. If it does not come, the page itself says so. */
async function ready(): Promise<void> {
  if (first === 'gate') return;
  const load = (who?: Who) => loadPage(location.pathname, new URLSearchParams(location.search), who, askThrough(store));
  // What was rendered without a session and without settings is taken over without them.
  if (first === 'page') return load();
  const { session, platformConfig } = sessionApi.endpoints;
  const asked = [store.dispatch(session.initiate()), store.dispatch(platformConfig.initiate())] as const;
  const [{ data: who }] = await Promise.all(asked);
  await load(who);
}
const patience = new Promise<void>((resolve) => void setTimeout(resolve, PATIENCE_MS));
const start = () => startTransition(() => void (first ? hydrateRoot(place, app) : createRoot(place).render(app)));
// What is in the page already waits as long as it must for what takes it over.
void (first ? ready() : Promise.race([ready(), patience])).then(start, start);
