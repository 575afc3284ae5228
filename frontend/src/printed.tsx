import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { App } from './app/app';
import { FIRST_DATA } from './app/first-data';
import { PRINTED, type FirstScreen } from './app/first-screen';
import { HOMES, INSIDE, loadPage, OPEN, OUTSIDE, SIGNED_IN } from './app/pages';
import { routes } from './app/router';
import { createStore } from './shared/store/store';

const handler = createStaticHandler(routes());

async function screen(first: FirstScreen, at: string): Promise<string> {
  await loadPage(at, null);
  const context = await handler.query(new Request(`http://localhost${at}`));
  if (context instanceof Response) throw new Error(`${at} leads elsewhere`);
  return renderToString(
    <App store={createStore()} first={first}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </App>,
  );
}

/** The access code page, and pages by their path, as HTML (scripts/lib/print-first-screens.mjs). */
export async function print(): Promise<{ gate: string; pages: Record<string, string> }> {
  const pages = await Promise.all(PRINTED.map(async (at) => [at, await screen('page', at)] as const));
  return { gate: await screen('gate', '/'), pages: Object.fromEntries(pages) };
}

/** The pages by path, and their first data (scripts/lib/page-files.mjs). */
export const tables = {
  homes: HOMES,
  outside: OUTSIDE,
  open: OPEN,
  inside: { ...SIGNED_IN, ...INSIDE },
  firstData: FIRST_DATA,
};
