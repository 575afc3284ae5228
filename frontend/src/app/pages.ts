import { createElement, lazy, type ComponentType, type PropsWithChildren } from 'react';
import { matchPath } from 'react-router';
import type { Ask, FirstData } from '../shared/api/first-data';
import { can, type Action } from '../shared/session/can';
import type { Who } from '../shared/session/api';
import { viewAsked, viewFor, type View } from './use-view';

type Part = ComponentType<PropsWithChildren>;
type Load = () => Promise<{ default: Part; firstData?: FirstData }>;

const auth: Load = () => import('../features/access/pages/auth-page');
const checkout: Load = () => import('../features/investments/pages/checkout-page');
const cases: Load = () => import('../features/administration/pages/cases-page');
const users: Load = () => import('../features/administration/pages/users-page');
const admin: Load = () => import('../features/administration/pages/transactions-page');
const agreement =
  (name: 'TermsPage' | 'PrivacyPage' | 'RisksPage'): Load =>
  () =>
    import('../features/access/pages/agreement-pages').then((pages) => ({ default: pages[name] }));
/** The home dashboard of each view. */
export const HOMES: Record<View, Load> = {
  investor: () => import('../features/investments/pages/investor-home'),
  landlord: () => import('../features/listings/pages/landlord-home'),
};

/** The page for unknown addresses. */
export const NOT_FOUND: Load = () => import('../features/access/pages/not-found-page');

/** Styles and notices around pages. Loaded later: the access code page and the landing page do not need them. */
export const WIDGETS: Load = () => import('./kit');
/** Around the pages of signed-in users. */
export const SHELL: Load = () => import('./shell/shell').then(({ Shell }) => ({ default: Shell }));

/** The chunk of every page. Pages for visitors and for signing in have no shell. */
export const OUTSIDE: Record<string, Load> = {
  '/auth': auth,
  '/wallet-auth': auth,
  '/easy-setup': () => import('../features/access/pages/easy-setup-page'),
  '/kyc-test': () => import('../features/screening/pages/name-screening-page'),
  '/kyc': () => import('../features/identity/pages/kyc-page'),
  '/kyc-test-mode': () => import('../features/identity/pages/kyc-test-mode-page'),
  '/terms': agreement('TermsPage'),
  '/privacy': agreement('PrivacyPage'),
  '/risks': agreement('RisksPage'),
  '/wallet-guide': () => import('../features/access/pages/wallet-guide-page'),
};
/** Within the shell; a visitor sees the public part, an error about the link, or a sign-in that leads back. */
export const OPEN: Record<string, Load> = {
  '/ai-recommendations': () => import('../features/recommendations/pages/ai-recommendations-page'),
  '/kyc-verification': () => import('../features/identity/pages/kyc-verification-page'),
  '/properties': () => import('../features/investments/pages/market-page'),
  '/properties/:propertyId': () => import('../features/investments/pages/property-page'),
  '/rlusd-test': () => import('../features/simulator/pages/rlusd-test-page'),
  '/simple-investment': () => import('../features/investments/pages/simple-investment-page'),
  '/checkout': checkout,
  '/token-checkout': checkout,
};
/** Within the shell, for signed-in users. */
export const SIGNED_IN: Record<string, Load> = {
  '/landlord-payback': () => import('../features/loans/pages/payback-page'),
  '/trust-line-setup': () => import('../features/wallet/pages/trust-line-page'),
  '/rlusd-payment': () => import('../features/wallet/pages/rlusd-payment-page'),
  '/portfolio': () => import('../features/investments/pages/portfolio-page'),
  '/sandbox-desk': () => import('../features/sandbox-desk/pages/sandbox-desk-page'),
  '/notifications': () => import('../features/notifications/pages/notifications-page'),
  '/activity': () => import('../features/activity/pages/activity-page'),
  '/statements': () => import('../features/statements/pages/statements-page'),
  '/receipts/:paymentId': () => import('../features/receipts/pages/receipt-page'),
};
/** Within the shell, for the office. */
export const INSIDE: Record<string, Load> = {
  '/landlord-payments': () => import('../features/loans/pages/owner-payments-page'),
  '/admin': admin,
  '/admin/payments/:paymentId': admin,
  '/admin/properties': () => import('../features/administration/pages/properties-page'),
  '/admin/users': users,
  '/admin/users/:wallet': users,
  '/admin/failed-events': () => import('../features/administration/pages/failed-events-page'),
  '/admin/analytics': () => import('../features/administration/pages/analytics-page'),
  '/admin/cases': cases,
  '/admin/cases/:caseId': cases,
  '/admin/proposals': () => import('../features/administration/pages/proposals-page'),
  '/admin/erasures': () => import('../features/erasures/pages/erasures-page'),
  '/admin/payouts': () => import('../features/payouts/pages/payouts-page'),
  '/admin/payouts/unclaimed': () => import('../features/payouts/pages/unclaimed-page'),
  '/admin/payouts/:runId': () => import('../features/payouts/pages/run-page'),
  '/admin/escrow': () => import('../features/payouts/pages/escrow-page'),
  '/admin/revenue': () => import('../features/payouts/pages/revenue-page'),
  '/compliance': () => import('../features/compliance/pages/queue-page'),
  '/compliance/:caseId': () => import('../features/compliance/pages/case-page'),
  '/tokens': () => import('../features/tokens/pages/tokens-page'),
  '/auto-tokens': () => import('../features/tokens/pages/auto-tokens-page'),
  '/audit': () => import('../features/audit/pages/replay-page'),
  '/audit/events': () => import('../features/audit/pages/log-page'),
  '/audit/read-models': () => import('../features/audit/pages/read-models-page'),
  '/audit/reconciliation': () => import('../features/audit/pages/reconciliation-page'),
};

const made = new Map<Load, Part>();
const chunks = new Map<Load, Part>();
const failed = new Set<Load>();

/** One lazy component per chunk, so that a page keeps its state between two of its addresses. */
export function pageOf(load: Load): Part {
  const chunk = () =>
    lazy(() =>
      load().catch((error: unknown) => {
        failed.add(load);
        throw error;
      }),
    );
  const page =
    made.get(load) ??
    ((props) => {
      const part = chunks.get(load) ?? chunk();
      chunks.set(load, part);
      return createElement(part, props);
    });
  made.set(load, page);
  return page;
}

/**
 * Removes failed chunks, so that they are requested again when their page is opened. Only called once the failure is
 * shown; otherwise they would be requested in an endless loop.
 */
export function forgetFailed(): void {
  failed.forEach((load) => chunks.delete(load));
  failed.clear();
}

const LOADS: Record<string, Load> = { ...INSIDE, ...SIGNED_IN, ...OPEN, ...OUTSIDE };

const pathOf = (path: string): string | undefined =>
  Object.hasOwn(LOADS, path) ? path : Object.keys(LOADS).find((at) => matchPath(at, path));

/** The permission required to see each office page. */
export const mayFor = (path: string): Action =>
  path.startsWith('/audit')
    ? 'read-record'
    : path.startsWith('/compliance')
      ? 'read-cases'
      : path === '/admin/erasures'
        ? 'erase-person'
        : path.endsWith('tokens')
          ? 'manage-tokens'
          : 'read-office';

/**
 * Loads what renders the page of this address, and its first data, so that its first rendering is complete: without
 * loading blocks, which would also replace a page that is in its document. Nothing but the first load belongs to a
 * visitor's `/`.
 * @param who somebody who is signed in; undefined for a visitor
 */
export async function loadPage(path: string, search: URLSearchParams, who: Who | undefined, ask: Ask): Promise<void> {
  const at = pathOf(path === '/' && who?.userRole === 'compliance' ? '/compliance' : path);
  const isIn = !!who?.walletAddress;
  const is = (table: Record<string, Load>) => at! in table;
  const page = at ? LOADS[at] : isIn && path === '/' ? HOMES[viewFor(who, search)] : undefined;
  if (!page || (!isIn && (is(INSIDE) || is(SIGNED_IN)))) return;
  const around = isIn && !is(OUTSIDE) ? [WIDGETS, SHELL] : [WIDGETS];
  const load = async (one: Load) => {
    const loaded = await one();
    chunks.set(one, loaded.default);
    return loaded;
  };
  const asked = load(page).then(({ firstData }) => {
    // A call that is refused would be an error on a page that explains who may see it.
    if (is(INSIDE) && !can(who?.userRole, mayFor(at!))) return;
    return firstData?.(ask, { params: matchPath(at ?? '/', path)?.params ?? {}, search, who });
  });
  await Promise.all([...around.map(load), asked]);
}

/** The page that a link leads to, as `LOADS`, or as the build calls it: the view of a home. */
function pageAt(href: string, view: View): string | undefined {
  const [path = '', search] = href.split(/[?#]/);
  return path === '/' ? (viewAsked(new URLSearchParams(search)) ?? view) : pathOf(path);
}

/** Loads the page that a link leads to. If that fails, the click requests it again. */
export function prefetch(href: string, view: View): void {
  const at = pageAt(href, view);
  if (at) (LOADS[at] ?? HOMES[at as View])().catch(() => undefined);
}

/**
 * Loads the files of the pages that links lead to, and runs none of them, which would block the page that is shown.
 * The build names them in the document (scripts/lib/page-files.mjs).
 */
export async function prefetchFiles(hrefs: readonly string[], view: View): Promise<void> {
  const { ahead } = document.documentElement.dataset;
  if (!ahead) return;
  const all = (await fetch(ahead).then((answer) => answer.json())) as Record<string, string[]>;
  const files = new Set(hrefs.flatMap((href) => all[pageAt(href, view) ?? ''] ?? []));
  for (const file of files) {
    if (document.head.querySelector(`[href="/${file}"]`)) continue;
    const kind = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    document.head.append(Object.assign(document.createElement('link'), kind, { href: `/${file}`, crossOrigin: '' }));
  }
}
