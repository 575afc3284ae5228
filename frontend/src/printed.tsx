import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from './app/app';
import { PRINTED } from './app/first-screen';
import { HOMES, INSIDE, loadPage, mayFor, OPEN, OUTSIDE, SIGNED_IN } from './app/pages';
import { Pages, routes } from './app/router';
import { api, type Answers } from './shared/api/base-api';
import { askThrough, type FirstData } from './shared/api/first-data';
import type { Who } from './shared/session/api';
import type { FirstScreen } from './shared/session/first-screen';
import { can, type Role } from './shared/session/can';
import { createStore } from './shared/store/store';

const all = routes();
const HOST = 'http://localhost';
const NOWHERE = new URLSearchParams();

/**
 * A visitor's page as HTML, with all of its parts.
 * @param answers to its first calls, by URL
 */
export async function screen(first: FirstScreen, at: string, answers?: Answers): Promise<string> {
  const store = createStore(answers);
  await loadPage(at, NOWHERE, undefined, askThrough(store));
  const failures: Error[] = [];
  const { prelude } = await prerender(
    <App store={store} first={first}>
      <StaticRouter location={at}>
        <Pages all={all} />
      </StaticRouter>
    </App>,
    // Larger parts would otherwise come later, by inline scripts, which the content security policy forbids.
    { progressiveChunkSize: Infinity, onError: (error) => void failures.push(error as Error) },
  );
  // Its timers would keep the process running.
  store.dispatch(api.util.resetApiState());
  const [failure] = failures;
  if (failure) throw failure;
  return new Response(prelude).text();
}

/** The access code page, and pages by their path, as HTML (scripts/lib/print-first-screens.mjs). */
export async function print(): Promise<{ gate: string; pages: Record<string, string> }> {
  const pages = await Promise.all(PRINTED.map(async (at) => [at, await screen('page', at)] as const));
  return { gate: await screen('gate', '/'), pages: Object.fromEntries(pages) };
}

/** A number that no call has otherwise: in calls, it stands for what the address names. */
const NAMED = '987654321';
/** Calls that name the caller's wallet are not written into a document. */
const CALLER = 'rCaller';
const OF_PROPERTY = new URLSearchParams({ propertyId: NAMED });
type Load = () => Promise<{ firstData?: FirstData }>;

/** The calls with which a page begins, exactly as the page asks. */
async function callsOf(at: string, search: URLSearchParams, load: Load, userRole: Role | null): Promise<string[]> {
  const { firstData } = await load();
  const [name] = /:\w+/.exec(at) ?? [...search.keys()].map((key) => `:${key}`);
  const calls: string[] = [];
  const { fetch, Request } = globalThis;
  globalThis.Request = class extends Request {
    constructor(input: string, init?: RequestInit) {
      super(new URL(input, HOST), init);
    }
  } as typeof Request;
  globalThis.fetch = async (input) => {
    calls.push((input as Request).url.slice(HOST.length).replace(NAMED, name ?? NAMED));
    return Response.json([]);
  };
  const params = at.includes(':') ? { [name!.slice(1)]: NAMED } : {};
  const who: Who | undefined = userRole ? { walletAddress: CALLER, userRole, kycStatus: 'verified' } : undefined;
  const store = createStore();
  await firstData?.(askThrough(store), { params, search, who });
  // Its timers would keep the build running.
  store.dispatch(api.util.resetApiState());
  Object.assign(globalThis, { fetch, Request });
  return calls.filter((url) => !url.includes(CALLER));
}

const ROLES: readonly (Role | null)[] = [null, 'investor', 'landlord', 'admin', 'auditor', 'compliance'];
const KINDS: Record<string, Record<string, Load>> = {
  homes: HOMES,
  outside: OUTSIDE,
  open: OPEN,
  inside: { ...SIGNED_IN, ...INSIDE },
};
/** A call that is refused would be an error on a page that explains who may see it. */
const maySee = (kind: string, at: string, role: Role | null) =>
  kind === 'inside' ? role !== null && (!Object.hasOwn(INSIDE, at) || can(role, mayFor(at))) : true;

/**
 * The pages by kind and path, each with its chunk and its first calls by role: without a search, and where the search
 * names a property, if they are others then (scripts/lib/page-files.mjs).
 */
export async function tables() {
  type Calls = Record<string, string[]>;
  const rows: { kind: string; at: string; load: Load; calls: Calls; ofProperty: Calls }[] = [];
  for (const [kind, table] of Object.entries(KINDS))
    for (const [at, load] of Object.entries(table)) {
      const [calls, ofProperty]: [Calls, Calls] = [{}, {}];
      for (const role of ROLES.filter((one) => maySee(kind, at, one))) {
        calls[role ?? 'visitor'] = await callsOf(at, NOWHERE, load, role);
        const named = await callsOf(at, OF_PROPERTY, load, role);
        if (String(named) !== String(calls[role ?? 'visitor'])) ofProperty[role ?? 'visitor'] = named;
      }
      rows.push({ kind, at, load, calls, ofProperty });
    }
  return rows;
}
