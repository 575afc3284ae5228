import { lazy, type ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { Frame } from './frame';
import { Root } from './root';
import { RouteFailed } from './route-failed';

/** Every page is a chunk of its own; hovering or focusing a link to it fetches it ahead. */
const page = (load: () => Promise<{ default: ComponentType }>) => lazy(load);

const Auth = page(() => import('../features/access/pages/auth-page'));
const NotFound = page(() => import('../features/access/pages/not-found-page'));
const NotOpen = page(() => import('../features/access/pages/not-open-page'));
const Terms = page(() => import('../features/access/pages/terms-page'));
const WalletGuide = page(() => import('../features/access/pages/wallet-guide-page'));
const Kyc = page(() => import('../features/identity/pages/kyc-page'));
const Admin = page(() => import('../features/administration/pages/transactions-page'));
const AdminProperties = page(() => import('../features/administration/pages/properties-page'));
const AdminUsers = page(() => import('../features/administration/pages/users-page'));
const AdminAnalytics = page(() => import('../features/administration/pages/analytics-page'));
const AdminCases = page(() => import('../features/administration/pages/cases-page'));
const Audit = page(() => import('../features/audit/pages/audit-page'));
const Reconciliation = page(() => import('../features/audit/pages/reconciliation-page'));

/** Pages without the shell: for visitors, and for the way in. */
const outside: RouteObject[] = [
  { path: '/auth', element: <Auth /> },
  { path: '/wallet-auth', element: <Auth /> },
  { path: '/kyc', element: <Kyc /> },
  { path: '/terms', element: <Terms /> },
  { path: '/wallet-guide', element: <WalletGuide /> },
];

/** Pages inside the shell; who is not signed in is sent to /auth. */
const inside: RouteObject[] = [
  { path: '/admin', element: <Admin /> },
  { path: '/admin/payments/:paymentId', element: <Admin /> },
  { path: '/admin/properties', element: <AdminProperties /> },
  { path: '/admin/users', element: <AdminUsers /> },
  { path: '/admin/analytics', element: <AdminAnalytics /> },
  { path: '/admin/cases', element: <AdminCases /> },
  { path: '/audit', element: <Audit /> },
  { path: '/audit/reconciliation', element: <Reconciliation /> },
];

/** Routes of the specification whose screens are still to be built. */
const NOT_OPEN = [
  '/kyc-test', '/kyc-test-mode', '/kyc-verification', '/ai-recommendations', '/checkout', '/token-checkout', '/tokens', '/auto-tokens', '/landlord-payments', '/landlord-payback', '/trust-line-setup', '/rlusd-test',
  '/rlusd-payment', '/easy-setup', '/simple-investment',
];

const home: RouteObject[] = ['/', '/dashboard', '/integrated-dashboard', '/properties/:propertyId'].map((path) => ({ path, element: <Root /> }));

export function createRouter() {
  return createBrowserRouter([
    {
      element: <Frame />,
      errorElement: <RouteFailed />,
      children: [...home, ...outside.map((route) => ({ ...route, handle: { outside: true } })), ...inside.map((route) => ({ ...route, handle: { inside: true } })), ...NOT_OPEN.map((path) => ({ path, element: <NotOpen /> })), { path: '*', element: <NotFound /> }],
    },
  ]);
}
