import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { OfficeOnly, NotFound, SandboxOnly } from './guards';
import { LiveRegion } from '../shared/ui/live/live';
import { Frame } from './frame';
import type { PageHandle } from './page-handle';
import { INSIDE, OPEN, OUTSIDE, SIGNED_IN, pageOf } from './pages';
import { Root } from './root';
import { PageFailed, RouteFailed } from './route-failed';

/** Pages that are there with the sandbox alone. */
const WITH_SANDBOX = new Set(['/kyc-test-mode', '/sandbox-desk']);
/** Pages that visitors watch while they change. Signed-in users have the shell's feed. */
const LIVE = new Set(['/properties/:propertyId']);
const OVER: Record<string, string> = {
  '/dashboard': '/',
  '/integrated-dashboard': '/',
  '/admin/payments/:paymentId': '/admin',
  '/admin/cases/:caseId': '/admin/cases',
  '/admin/users/:wallet': '/admin/users',
};

/** Pages without an entry of their own in the menu. */
const ENTRY: Record<string, string> = {
  '/properties/:propertyId': '/',
  '/admin/payouts/unclaimed': '/admin/payouts',
  '/admin/payouts/:runId': '/admin/payouts',
  '/compliance/:caseId': '/compliance',
};

/** A page that breaks is replaced by a card; the rest of the frame stays. */
export const route = (path: string, Page: ComponentType, handle: PageHandle = {}): RouteObject => ({
  path,
  element: <Page />,
  errorElement: <PageFailed />,
  handle: { ...handle, over: OVER[path], entry: ENTRY[path] },
});

/** What somebody must be allowed to, to be shown a page of the office. */
const mayFor = (path: string) =>
  path.startsWith('/audit')
    ? 'read-record'
    : path.startsWith('/compliance')
      ? 'read-cases'
      : path === '/admin/erasures'
        ? 'erase-person'
        : path.endsWith('tokens')
          ? 'manage-tokens'
          : 'read-office';

/** Pages of the office, each for whom its handle says. */
const office = (path: string, Page: ComponentType): RouteObject => ({
  ...route(path, Page, { inside: true, may: mayFor(path) }),
  element: (
    <OfficeOnly>
      <Page />
    </OfficeOnly>
  ),
});

/** As `route`, where the page is there at all. */
const where = (path: string, Page: ComponentType, handle: PageHandle): RouteObject => {
  const page = route(path, Page, handle);
  return WITH_SANDBOX.has(path) ? { ...page, element: <SandboxOnly>{page.element}</SandboxOnly> } : page;
};

/** @param more pages of development alone */
export function routes(more: readonly RouteObject[] = []): RouteObject[] {
  const pages = [
    ...['/', '/dashboard', '/integrated-dashboard'].map((path) => route(path, Root)),
    ...Object.entries(OUTSIDE).map(([path, load]) => where(path, pageOf(load), { outside: true })),
    ...Object.entries(SIGNED_IN).map(([path, load]) => where(path, pageOf(load), { inside: true })),
    ...Object.entries(INSIDE).map(([path, load]) => office(path, pageOf(load))),
    ...Object.entries(OPEN).map(([path, load]) => route(path, pageOf(load), { widgets: true, live: LIVE.has(path) })),
    ...more,
    route('*', NotFound, { outside: true }),
  ];
  const root = (
    <>
      <LiveRegion />
      <Frame />
    </>
  );
  return [{ element: root, errorElement: <RouteFailed />, children: pages }];
}
