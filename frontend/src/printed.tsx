import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { App } from './app/app';
import { FIRST_DATA } from './app/first-data';
import { FIRST_SCREENS, type FirstScreen } from './app/first-screen';
import { HOMES, INSIDE, OPEN, OUTSIDE, SIGNED_IN } from './app/pages';
import { routes } from './app/router';
import { createStore } from './shared/store/store';

/** The first screens as HTML, which the build inserts into `index.html` (scripts/lib/print-first-screens.mjs). */
export async function print(): Promise<Record<FirstScreen, string>> {
  const handler = createStaticHandler(routes());
  const context = await handler.query(new Request('http://localhost/'));
  if (context instanceof Response) throw new Error('the first screen leads elsewhere');
  const screen = (first: FirstScreen) =>
    renderToString(
      <App store={createStore()} first={first}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </App>,
    );
  return Object.fromEntries(FIRST_SCREENS.map((first) => [first, screen(first)])) as Record<FirstScreen, string>;
}

/** The pages by path, and their first data (scripts/lib/page-files.mjs). */
export const tables = {
  homes: HOMES,
  outside: OUTSIDE,
  open: OPEN,
  inside: { ...SIGNED_IN, ...INSIDE },
  firstData: FIRST_DATA,
};
