import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserRole } from '@tknest/contracts/api';
import { Provider } from 'react-redux';
import { Link } from 'react-router';
import { routerOf } from '../../../test/router';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import { Pages, route } from '../router';
import { createStore } from '../../shared/store/store';
import { chooseZone, zone } from '../../shared/format/zone';
import { Shell } from './shell';

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  localStorage.clear();
});
beforeEach(() => void (globalThis.media = () => false));

const Broken = () => {
  throw new Error('the chunk is gone');
};

async function open(role: UserRole = 'investor', more: Answers = {}) {
  serve({
    'GET /api/session': session({ userRole: role }),
    'GET /api/rlusd/payments': [],
    'GET /api/health/ready': { ledger: { connected: true, validated: 98_214_377 } },
    ...more,
  });
  const Home = () => (
    <>
      <h1>Home</h1>
      <Link to="/properties/1">Look</Link>
    </>
  );
  const pages = [
    route('/', Home),
    { path: '/properties/:id', element: <h1>Drawer</h1>, handle: { over: '/' } },
    route('/terms', () => <h1>Another page</h1>),
    route('/auth', () => <h1>Way in</h1>),
    route('/broken', Broken),
  ];
  const { element, router } = routerOf(<Pages all={[{ element: <Shell />, children: pages }]} />);
  render(
    <Provider store={createStore()}>
      <MantineProvider env="test">{element}</MantineProvider>
    </Provider>,
  );
  await screen.findByRole('button', { name: /^Account/ });
  return { router, user: userEvent.setup() };
}
const menu = () => within(screen.getByRole('navigation', { name: 'Main' }));

describe('document 1 §2, the shell', () => {
  it('what is typed before the palette is there is sought in it, and goes nowhere', async () => {
    const { user, router } = await open('investor', { 'GET /api/properties': [] });
    await user.keyboard('{Control>}k{/Control}gl');
    expect(await screen.findByRole('combobox', { name: 'Search or jump to' })).toHaveValue('gl');
    expect(router.state.location.pathname).toBe('/');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull());
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox', { name: 'Search or jump to' })).toHaveValue('');
  });

  it.each([
    [
      'landlord',
      [
        'Property Management /?role=landlord',
        'Loan payback /landlord-payback',
        'AI recommendations /ai-recommendations',
        'Statements /statements',
        'Activity /activity',
        'Wallet login /auth',
        'Trust line /trust-line-setup',
        'RLUSD payment /rlusd-payment',
        'Identity and documents /kyc-verification',
        'Test simulator /rlusd-test',
        'Wallet guide /wallet-guide',
      ],
    ],
    [
      'investor',
      [
        'Browse Properties /?role=investor',
        'AI recommendations /ai-recommendations',
        'Portfolio Analytics /portfolio',
        'Statements /statements',
        'Activity /activity',
        'Wallet login /auth',
        'Trust line /trust-line-setup',
        'RLUSD payment /rlusd-payment',
        'Identity and documents /kyc-verification',
        'Test simulator /rlusd-test',
        'Wallet guide /wallet-guide',
      ],
    ],
  ] as const)('%s: the menu leads to %p', async (role, labels) => {
    await open(role);
    await waitFor(() =>
      expect(
        menu()
          .getAllByRole('link')
          .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
      ).toEqual(labels),
    );
  });
  it.each([
    ['AI Insights', '/ai-recommendations'],
    ['Admin', '/admin'],
  ])('%s leads to %s', async (name, to) => {
    await open();
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', to);
  });
  it.each(['admin', 'auditor', 'compliance'] as const)(
    '%s: names both queues apart, and has no buttons of investors and landlords',
    async (role) => {
      await open(role);
      expect(await menu().findByRole('link', { name: 'Compliance cases' })).toHaveAttribute('href', '/compliance');
      expect(menu().queryByRole('link', { name: 'Payment cases' }) !== null).toBe(role !== 'compliance');
      expect(menu().queryByRole('link', { name: 'Cases' })).toBeNull();
      for (const name of ['AI Insights', 'Admin']) expect(screen.queryByRole('link', { name })).toBeNull();
    },
  );
  it('an admin’s menu is grouped, and says how much waits where', async () => {
    const waiting = { proposals: 2, cases: 0, compliance: 120, failedEvents: 1 };
    await open('admin', { 'GET /api/admin/waiting': waiting });
    const groups = () => menu().getAllByRole('heading');
    await waitFor(() =>
      expect(groups().map(({ textContent }) => textContent)).toEqual(['To do', 'Look up', 'Money', 'Record']),
    );
    expect(await menu().findByRole('link', { name: 'Proposals 2 waiting' })).toHaveAttribute(
      'href',
      '/admin/proposals',
    );
    expect(menu().getByRole('link', { name: 'Compliance cases 99+ waiting' })).toBeInTheDocument();
    expect(menu().getByRole('link', { name: 'Payment cases' })).toBeInTheDocument();
    const tabs = within(screen.getByRole('navigation', { name: 'Destinations' }));
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Transactions',
      'Proposals 2 waiting',
      'Cases',
      'Desk 99+ waiting',
    ]);
    cleanup();
    await open('auditor');
    await waitFor(() => expect(menu().getByRole('link', { name: 'Proposals' })).toBeInTheDocument());
    expect(calls.some(({ path }) => path === '/api/admin/waiting')).toBe(false);
  });
  it('an officer’s menu says how many cases an officer may decide, and keeps its tabs', async () => {
    const summary = { toReview: 3, secondApproval: 1, overdue: 1, medianMinutes: null };
    await open('compliance', { 'GET /api/compliance/summary': summary });
    expect(await menu().findByRole('link', { name: 'Compliance cases 4 waiting' })).toBeInTheDocument();
    expect(calls.some(({ path }) => path === '/api/admin/waiting')).toBe(false);
    const tabs = within(screen.getByRole('navigation', { name: 'Destinations' }));
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Desk 4 waiting',
      'Screening',
      'Decisions',
      'Wallet',
    ]);
  });
  it('switches between landlord view and investor view; an admin has a pill in its place', async () => {
    await open();
    const view = within(screen.getByRole('navigation', { name: 'View' }));
    expect(view.getByRole('link', { name: 'Rent Recipient' })).toHaveAttribute('aria-current', 'true');
    expect(view.getByRole('link', { name: 'Landlord' })).toHaveAttribute('href', '/?role=landlord');
    cleanup();
    await open('admin');
    expect(await screen.findByText('Administration')).toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'View' })).toBeNull();
  });
  it('the view that was chosen is kept on every page, and by the next visit, until the other is chosen', async () => {
    const { router, user } = await open('landlord');
    expect(menu().getByRole('link', { name: 'Property Management' })).toHaveAttribute('href', '/?role=landlord');
    await user.click(
      within(screen.getByRole('navigation', { name: 'View' })).getByRole('link', { name: 'Rent Recipient' }),
    );
    const browse = () => menu().getByRole('link', { name: 'Browse Properties' });
    expect(browse()).toHaveAttribute('href', '/?role=investor');
    expect(browse()).toHaveAttribute('aria-current', 'page');
    await act(() => router.navigate('/terms'));
    expect(browse()).not.toHaveAttribute('aria-current');
    await act(() => router.navigate('/'));
    expect(browse()).toHaveAttribute('aria-current', 'page');
    cleanup();
    const later = await open('landlord');
    expect(browse()).toBeInTheDocument();
    await user.click(within(screen.getByRole('navigation', { name: 'View' })).getByRole('link', { name: 'Landlord' }));
    await act(() => later.router.navigate('/terms'));
    expect(menu().getByRole('link', { name: 'Property Management' })).toBeInTheDocument();
  });
  it('the view that somebody has chosen is not another wallet’s, nor another role’s', async () => {
    const { user } = await open('landlord');
    await user.click(
      within(screen.getByRole('navigation', { name: 'View' })).getByRole('link', { name: 'Rent Recipient' }),
    );
    expect(menu().getByRole('link', { name: 'Browse Properties' })).toBeInTheDocument();
    cleanup();
    await open('landlord', {
      'GET /api/session': session({ userRole: 'landlord', walletAddress: 'rSomebodyElseElse' }),
    });
    const own = within(screen.getByRole('navigation', { name: 'View' }));
    expect(own.getByRole('link', { name: 'Landlord' })).toHaveAttribute('aria-current', 'true');
    await user.click(own.getByRole('link', { name: 'Rent Recipient' }));
    cleanup();
    await open('investor', {
      'GET /api/session': session({ userRole: 'investor', walletAddress: 'rSomebodyElseElse' }),
    });
    expect(menu().getByRole('link', { name: 'Browse Properties' })).toBeInTheDocument();
  });
  it.each(['constructor', '__proto__', 'toString', 'admin'])(
    'an address that asks for a view that there is not shows one’s own: %s',
    async (role) => {
      const { router } = await open('landlord');
      await act(() => router.navigate(`/?role=${role}`));
      expect(menu().getByRole('link', { name: 'Property Management' })).toBeInTheDocument();
    },
  );
  it('says which ledger was last validated, and when the ledger is away', async () => {
    await open();
    expect(await screen.findByText('Ledger 98,214,377 · validated')).toBeInTheDocument();
    cleanup();
    await open('investor', { 'GET /api/health/ready': () => problem(503, 'starting') });
    expect(await screen.findByText('Ledger not connected')).toBeInTheDocument();
  });
});

describe('the account’s menu', () => {
  it('changes the scheme, switches single keys off, signs out', async () => {
    const { user } = await open('investor', { 'POST /api/auth/logout': null });
    await user.click(screen.getByRole('button', { name: 'Account rInvestorExa, connected' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(screen.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' }));
    expect(localStorage.getItem('single-keys')).toBe('off');
    await user.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() =>
      expect(calls.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/auth/logout'),
    );
  });
});

describe('times', () => {
  it('are UTC where the office chooses so, on every page at once; nobody else is asked', async () => {
    const { user } = await open('auditor');
    await user.click(screen.getByRole('button', { name: /^Account/ }));
    expect(await screen.findByRole('menuitemradio', { name: 'Local time' })).toHaveAttribute('aria-checked', 'true');
    await user.click(screen.getByRole('menuitemradio', { name: 'UTC' }));
    expect(zone()).toBe('utc');
    chooseZone('local');
    cleanup();
    const other = await open('investor');
    await other.user.click(screen.getByRole('button', { name: /^Account/ }));
    await screen.findByRole('menuitemradio', { name: 'Light' });
    expect(screen.queryByRole('menuitemradio', { name: 'UTC' })).toBeNull();
  });
});

describe('a business calendar that runs ahead', () => {
  it('is a chip in the top bar on every page, which says more when it is opened', async () => {
    const { user } = await open('investor', {
      'GET /api/platform/config': { calendarAhead: { today: '2027-02-15', days: 87 } },
    });
    const chip = await screen.findByLabelText('Demo clock: Feb 15, 2027');
    expect(chip.closest('header')).not.toBeNull();
    const details = chip.closest('details')!;
    expect(details.open).toBe(false);
    await user.click(chip);
    expect(details.open).toBe(true);
    expect(details).toHaveTextContent('87 days ahead of today. Due dates, interest, and payouts follow it.');
    await user.keyboard('{Escape}');
    expect(details.open).toBe(false);
    cleanup();
    await open('investor', { 'GET /api/platform/config': { calendarAhead: null } });
    expect(screen.queryByText(/business calendar/)).toBeNull();
  });
});

describe('going from page to page', () => {
  it('the reader begins at the new page', async () => {
    const { router } = await open();
    await act(() => router.navigate('/terms'));
    await screen.findByRole('heading', { name: 'Another page' });
    expect(screen.getByRole('main')).toHaveFocus();
  });
  it('a drawer over a page is no new page: the focus is not taken', async () => {
    const { router, user } = await open();
    await user.click(await screen.findByRole('link', { name: 'Look' }));
    await screen.findByRole('heading', { name: 'Drawer' });
    expect(router.state.location.pathname).toBe('/properties/1');
    expect(screen.getByRole('main')).not.toHaveFocus();
    expect(menu().getByRole('link', { name: 'Browse Properties' })).toHaveAttribute('aria-current', 'page');
  });
  it('a page that breaks takes nothing else with it', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { router } = await open();
    await act(() => router.navigate('/broken'));
    expect(await screen.findByRole('heading', { name: 'This page did not load' })).toBeInTheDocument();
    expect(screen.getByText('the chunk is gone')).toBeInTheDocument();
    expect(menu().getByRole('link', { name: 'Browse Properties' })).toBeInTheDocument();
  });
});

describe('the bell', () => {
  const bell = () => screen.findByRole('link', { name: /^Notifications/ });
  it('leads to the notifications and names how many are unread', async () => {
    await open('investor', { 'GET /api/notifications/unread': { unread: 3, needsYou: 1 } });
    await waitFor(async () => expect(await bell()).toHaveAccessibleName('Notifications, 3 unread'));
    expect(await bell()).toHaveAttribute('href', '/notifications');
  });
  it.each([
    [0, 'Notifications'],
    [99, 'Notifications, 99 unread'],
    [100, 'Notifications, more than 99 unread'],
  ])('%i unread: "%s"', async (unread, name) => {
    await open('investor', { 'GET /api/notifications/unread': { unread, needsYou: 0 } });
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/notifications/unread')).toBe(true));
    await waitFor(async () => expect(await bell()).toHaveAccessibleName(name));
  });
  it('stands without a count where that did not load', async () => {
    await open('investor', { 'GET /api/notifications/unread': problem(500, 'Gone') });
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/notifications/unread')).toBe(true));
    expect(await bell()).toHaveAccessibleName('Notifications');
  });
});

it('where the sandbox runs the menu leads to its desk, and elsewhere it does not', async () => {
  await open('investor', { 'GET /api/platform/config': { sandbox: true } });
  expect(await menu().findByRole('link', { name: 'Sandbox desk' })).toHaveAttribute('href', '/sandbox-desk');
  cleanup();
  await open('investor', { 'GET /api/platform/config': { sandbox: false } });
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/platform/config')).toBe(true));
  expect(menu().queryByRole('link', { name: 'Sandbox desk' })).toBeNull();
});
