import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { NotificationView } from '@tknest/contracts/api';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import { chooseZone } from '../../shared/format/zone';
// Normally fetched when it is opened; loaded in advance here.
import './components/preferences';
import NotificationsPage from './pages/notifications-page';
import { SEEN_MS } from './use-seen';

/** The page's intersection observer; a test sets what is visible. */
class Sight {
  static all: Sight[] = [];
  static of = (element: Element) => Sight.all.find(({ elements }) => elements.has(element))!;
  readonly elements = new Set<Element>();
  constructor(private readonly told: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    Sight.all.push(this);
  }
  observe = (element: Element) => void this.elements.add(element);
  unobserve = (element: Element) => void this.elements.delete(element);
  disconnect = () => this.elements.clear();
  shows = (target: Element, isIntersecting = true) => this.told([{ target, isIntersecting }]);
}

const NOW = new Date('2026-11-20T18:00:00.000Z');
beforeEach(() => {
  jest.useFakeTimers({ now: NOW, advanceTimers: true });
  chooseZone('utc');
  Sight.all = [];
  (globalThis as { IntersectionObserver?: unknown }).IntersectionObserver = Sight;
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  chooseZone('local');
  delete (globalThis as { IntersectionObserver?: unknown }).IntersectionObserver;
});

const notice = (id: string, more: Partial<NotificationView> = {}): NotificationView => ({
  id,
  at: '2026-11-20T09:00:00.000Z',
  kind: 'rent-received',
  topic: 'rent',
  propertyId: 1,
  propertyName: 'Sample Court',
  title: '121.16 RLUSD of rent arrived',
  text: 'The November 2026 rent share of Sample Court is in your wallet.',
  link: '/receipts/due-1~rHolder',
  read: true,
  needsYou: false,
  until: null,
  ...more,
});
const SIGN = notice('sign', {
  kind: 'signature-waiting',
  title: 'Waiting for your signature',
  text: '5 tokens of Sample Court are held for you while you sign.',
  link: '/dashboard?payment=p-1',
  read: false,
  needsYou: true,
  until: '2026-11-20T18:06:00.000Z',
});

async function open(rows: NotificationView[], more: Answers = {}, at = '/notifications') {
  const counts = {
    unread: rows.filter(({ read }) => !read).length,
    needsYou: rows.filter(({ needsYou }) => needsYou).length,
  };
  serve({
    'GET /api/session': session(),
    'GET /api/notifications': rows,
    'GET /api/notifications/unread': counts,
    'POST /api/notifications/read': { ...counts, unread: 0 },
    ...more,
  });
  const view = show(<NotificationsPage />, { at });
  await waitFor(() => expect(document.querySelector('[aria-busy]')).toBeNull());
  return view;
}
const marked = () => calls.filter(({ path }) => path === '/api/notifications/read').map(({ body }) => body);
const rowOf = (text: string | RegExp) => screen.getByText(text).closest('li')!;
const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('the notifications', () => {
  it('stand by day, each with what happened, when, and the one way on', async () => {
    await open([
      SIGN,
      notice('rent'),
      notice('week', { at: '2026-11-16T11:17:00.000Z', title: 'You are verified', kind: 'verified', link: '/kyc' }),
      notice('old', { at: '2026-11-02T11:17:00.000Z', title: 'A payment failed; no money moved' }),
    ]);
    const shown = screen.getAllByRole('region').map((region) => [
      within(region).getByRole('heading', { level: 2 }).textContent,
      ...within(region)
        .getAllByRole('listitem')
        .map((row) => `${row.querySelector('h3')!.textContent} | ${row.querySelector('time')!.textContent}`),
    ]);
    expect(shown).toEqual([
      ['Today', 'Unread: Sign before 18:06 UTC | 09:00 UTC', '121.16 RLUSD of rent arrived | 09:00 UTC'],
      ['This week', 'You are verified | Mon, 11:17 UTC'],
      ['Earlier', 'A payment failed; no money moved | Nov 2, 2026'],
    ]);
    expect(screen.getByRole('link', { name: 'Open the payment: Sign before 18:06 UTC' })).toHaveAttribute(
      'href',
      '/dashboard?payment=p-1',
    );
    expect(screen.getByText('1 unread')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Needs you, 1' })).toHaveAttribute('href', '/notifications?show=needs-you');
  });

  it('of another business day than today’s stand by that day, also of a demo clock that was moved', async () => {
    const rows = [
      notice('arrears', { date: '2026-12-21', title: 'In arrears' }),
      notice('rent', { date: '2026-12-14' }),
      notice('due', { date: '2026-11-18', title: 'Due soon' }),
      notice('paid', { title: 'Paid' }),
    ];
    const groups = () =>
      screen
        .getAllByRole('region')
        .map((region) => [...region.querySelectorAll('h2, time')].map((one) => one.textContent));
    await open(rows.slice(2));
    expect(groups()).toEqual([
      ['Today', '09:00 UTC'],
      ['This week', 'Nov 18, 2026'],
    ]);
    cleanup();
    await open(rows, { 'GET /api/platform/config': { calendarAhead: { today: '2026-12-22', days: 32 } } });
    await waitFor(() =>
      expect(groups()).toEqual([
        ['Today', '09:00 UTC'],
        ['This week', 'Dec 21, 2026'],
        ['Earlier', 'Dec 14, 2026', 'Nov 18, 2026'],
      ]),
    );
  });

  it('are asked for by the tab that is open', async () => {
    await open([], {}, '/notifications?show=money');
    expect(calls.find(({ path }) => path === '/api/notifications')?.search).toContain('show=money');
    expect(screen.getByRole('link', { name: 'Money' })).toHaveAttribute('aria-current', 'page');
  });

  it('that are none say that all is quiet', async () => {
    await open([]);
    expect(screen.getByRole('heading', { name: 'No notifications' })).toBeInTheDocument();
    expect(screen.getByText('Nothing unread')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('that did not load say so, and are asked for again', async () => {
    let away = true;
    const { user } = await open([], { 'GET /api/notifications': () => (away ? problem(500, 'Gone') : [SIGN]) });
    expect(await screen.findByRole('alert')).toHaveTextContent('Your notifications did not load');
    away = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/Sign before/)).toBeInTheDocument();
  });

  it('are counted no further than 99', async () => {
    await open([SIGN], { 'GET /api/notifications/unread': { unread: 100, needsYou: 100 } });
    expect(screen.getByText('more than 99 unread')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Needs you, more than 99' })).toBeInTheDocument();
  });
});

describe('reading', () => {
  it('is two seconds in sight; what was scrolled past sooner stays unread', async () => {
    await open([SIGN, notice('past', { read: false, title: 'Scrolled past' })]);
    const [row, past] = [rowOf(/Sign before/), rowOf(/Scrolled past/)];
    act(() => (Sight.of(row).shows(row), Sight.of(past).shows(past)));
    await after(SEEN_MS - 100);
    act(() => Sight.of(past).shows(past, false));
    expect(marked()).toEqual([]);
    await after(1_000);
    await waitFor(() => expect(marked()).toEqual([{ ids: ['sign'] }]));
  });

  it('does not happen while the page is hidden', async () => {
    await open([SIGN]);
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const row = rowOf(/Sign before/);
    act(() => Sight.of(row).shows(row));
    await after(10_000);
    expect(marked()).toEqual([]);
    hidden.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await after(SEEN_MS + 1_000);
    await waitFor(() => expect(marked()).toEqual([{ ids: ['sign'] }]));
    hidden.mockRestore();
  });

  it('is opening it', async () => {
    const { user, address } = await open([SIGN]);
    await user.click(screen.getByRole('link', { name: /Open the payment/ }));
    expect(address()).toBe('/dashboard?payment=p-1');
    await waitFor(() => expect(marked()).toEqual([{ ids: ['sign'] }]));
  });

  it('is asked for all at once; where that fails, one is told', async () => {
    let away = true;
    const { user } = await open([SIGN], {
      'POST /api/notifications/read': () => (away ? problem(503, 'Away') : { unread: 0, needsYou: 1 }),
    });
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('Not marked as read')).toBeInTheDocument();
    away = false;
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() =>
      expect(marked()).toEqual([
        { all: true, through: 'sign' },
        { all: true, through: 'sign' },
      ]),
    );
  });
});

describe('what one wants to be told', () => {
  // Its dialog is a chunk that loads in real time, so the wait for it would end too early with a fake clock.
  beforeEach(() => void jest.useRealTimers());
  const topics = [
    { topic: 'payments', show: true, mail: false },
    { topic: 'rent', show: true, mail: false },
  ];
  const ask = async (mail: 'off' | 'no-address' | 'ready', more: Answers = {}) => {
    const view = await open([SIGN], { 'GET /api/notifications/preferences': { topics, mail }, ...more });
    await view.user.click(screen.getByRole('button', { name: 'Notification settings' }));
    await screen.findByRole('checkbox', { name: 'Rent in the list' });
    return view;
  };

  it('is chosen by topic, and kept at once', async () => {
    const { user } = await ask('ready', {
      'POST /api/notifications/preferences': ({ body }: { body: unknown }) => ({
        topics: [topics[0], { ...topics[1], ...(body as object) }],
        mail: 'ready',
      }),
    });
    await user.click(screen.getByRole('checkbox', { name: 'Rent by email' }));
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Rent by email' })).toBeChecked());
    expect(calls.at(-1)).toBeDefined();
    expect(
      calls.filter(({ method, path }) => method === 'POST' && path.endsWith('preferences')).map(({ body }) => body),
    ).toEqual([{ topic: 'rent', mail: true }]);
  });

  it('says what was not saved', async () => {
    const { user } = await ask('ready', { 'POST /api/notifications/preferences': problem(503, 'Away') });
    await user.click(screen.getByRole('checkbox', { name: 'Rent in the list' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Away');
    expect(screen.getByRole('checkbox', { name: 'Rent in the list' })).toBeChecked();
  });

  it('offers mail only where the platform sends any, and asks for an address where there is none', async () => {
    await ask('off');
    expect(screen.queryByRole('columnheader', { name: 'By email' })).toBeNull();
    cleanup();
    await ask('no-address');
    expect(screen.getByRole('checkbox', { name: 'Rent by email' })).toBeDisabled();
    expect(screen.getByText(/We don’t have your email address\. It comes with your/)).toBeInTheDocument();
  });
});
