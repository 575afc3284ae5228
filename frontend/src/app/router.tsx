import type { ComponentType } from 'react';
import { matchRoutes, renderMatches, useLocation, type RouteObject } from 'react-router';
import { OfficeOnly, NotFound, SandboxOnly } from './guards';
import { LiveRegion } from '../shared/ui/live/live';
import { Frame } from './frame';
import { HandleContext, type PageHandle } from './page-handle';
import { INSIDE, mayFor, OPEN, OUTSIDE, SIGNED_IN, pageOf } from './pages';
import { Root } from './root';
import { WithFailure } from './route-failed';

/** Pages that exist only in the sandbox. */
const WITH_SANDBOX = new Set(['/kyc-test-mode', '/sandbox-desk']);
/** Pages with live updates for visitors. Signed-in users have the shell's feed. */
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
  '/properties': '/',
  '/properties/:propertyId': '/',
  '/admin/payouts/unclaimed': '/admin/payouts',
  '/admin/payouts/:runId': '/admin/payouts',
  '/compliance/:caseId': '/compliance',
};

/** A page that fails leaves the rest of the frame as it is. */
export const route = (path: string, Page: ComponentType, handle: PageHandle = {}): RouteObject => ({
  path,
  element: (
    <WithFailure isFrame={handle.outside}>
      <Page />
    </WithFailure>
  ),
  handle: { ...handle, over: OVER[path], entry: ENTRY[path] },
});

/** Office pages, each with the permission in its handle. */
export const office = (path: string, Page: ComponentType): RouteObject => {
  const page = route(path, Page, { inside: true, may: mayFor(path) });
  return { ...page, element: <OfficeOnly>{page.element}</OfficeOnly> };
};

/** Like `route`, if the page exists. */
const where = (path: string, Page: ComponentType, handle: PageHandle): RouteObject => {
  const page = route(path, Page, handle);
  return WITH_SANDBOX.has(path) ? { ...page, element: <SandboxOnly>{page.element}</SandboxOnly> } : page;
};

/** @param more pages for development only */
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
    <WithFailure isFrame>
      <LiveRegion />
      <Frame />
    </WithFailure>
  );
  return [{ element: root, children: pages }];
}

/** The page of the address, in its frame. The router's own `useMatches` comes with 15 kB of loaders, which we lack. */
export function Pages({ all }: { all: RouteObject[] }) {
  const matches = matchRoutes(all, useLocation());
  return <HandleContext value={matches?.at(-1)?.route.handle ?? {}}>{renderMatches(matches)}</HandleContext>;
}
