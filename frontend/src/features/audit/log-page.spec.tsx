import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { event, openAudit } from '../../../test/audit';
import { problem } from '../../../test/server';
import { positionOf } from './moment';
import LogPage from './pages/log-page';

afterEach(cleanup);

describe('the event log', () => {
  /** Ninety events, in pages like the server's. */
  const log = ({ url }: { url: URL }) => {
    const [after, type] = [url.searchParams.get('after') ?? '', url.searchParams.get('type')];
    if (after && !/^\d+$/.test(after)) return problem(400, 'after must be a position as these calls give it');
    const events = Array.from({ length: 90 }, (_, index) => event(index + 1))
      .filter((one) => one.position > after && (!type || one.type === type))
      .slice(0, 50);
    return { events, next: events.at(-1)?.position ?? null, more: events.length === 50 };
  };
  const first = async () => (await screen.findAllByText(/tokens? reserved/))[0]!.textContent;

  it('goes on and back page by page, each in the address', async () => {
    const { user, address } = openAudit(<LogPage />, '/audit/events', { 'GET /api/audit/events': log });
    expect(await first()).toBe('1 token reserved.');
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(address()).toBe(`/audit/events?after=${positionOf(50)}`));
    await waitFor(async () => expect(await first()).toBe('51 tokens reserved.'));
    await user.click(screen.getByRole('button', { name: 'Earlier' }));
    await waitFor(() => expect(address()).toBe('/audit/events'));
    await waitFor(async () => expect(await first()).toBe('1 token reserved.'));
  });
  it('opened at a position leads to what was before it', async () => {
    const { user, address } = openAudit(<LogPage />, `/audit/events?after=${positionOf(57)}`, {
      'GET /api/audit/events': log,
    });
    expect(await first()).toBe('58 tokens reserved.');
    await user.click(screen.getByRole('button', { name: 'Earlier' }));
    await waitFor(() => expect(address()).toBe(`/audit/events?after=${positionOf(7)}`));
  });
  it('a chosen event stands in the address, from the beginning', async () => {
    const { user, address } = openAudit(<LogPage />, `/audit/events?after=${positionOf(57)}`, {
      'GET /api/audit/events': log,
    });
    await user.click(await screen.findByRole('combobox', { name: 'Event' }));
    await user.click(await screen.findByRole('option', { name: 'TokensPurchased' }));
    await waitFor(() => expect(address()).toBe('/audit/events?type=TokensPurchased'));
    expect(await screen.findByRole('heading', { name: 'No events here' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toBe('/audit/events'));
  });
  it('shows one stream alone where its name is followed, and whole what an event holds', async () => {
    const { user, address } = openAudit(<LogPage />, '/audit/events', {
      'GET /api/audit/events': {
        events: [
          event(1, { stream: 'payment-c4ae4049-f00f-5acc', actor: { wallet: 'rActorExample', role: 'investor' } }),
        ],
        next: null,
        more: false,
      },
    });
    await user.click(await screen.findByText('1 token reserved.'));
    expect(document.querySelector('time')).toHaveTextContent(/^Nov 20, 2026 \d\d:\d\d:\d\d\.\d{3} /);
    expect(screen.getByText(/revision 1, by investor rActorExample/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Only the stream payment-c4ae4049-f00f-5acc' }));
    expect(address()).toBe('/audit/events?stream=payment-c4ae4049-f00f-5acc');
  });
  it('is narrowed by person, wallet and days, and exported so', async () => {
    const asked: string[] = [];
    const { user, address } = openAudit(<LogPage />, '/audit/events', {
      'GET /api/audit/events': ({ url }: { url: URL }) => {
        asked.push(url.search);
        return log({ url });
      },
    });
    await user.type(screen.getByRole('searchbox', { name: 'Actor' }), 'admin');
    await user.type(screen.getByRole('searchbox', { name: 'About a wallet' }), 'rWallet');
    await user.type(screen.getByLabelText('From (UTC)'), '2026-11-01');
    await user.type(screen.getByLabelText('To (UTC)'), '2026-11-30');
    await waitFor(() => {
      const params = new URL(address(), 'http://x').searchParams;
      expect(Object.fromEntries(params)).toEqual({
        actor: 'admin',
        wallet: 'rWallet',
        from: '2026-11-01',
        to: '2026-11-30',
      });
    });
    // The last day is included.
    await waitFor(() => expect(new URLSearchParams(asked.at(-1)).get('to')).toBe('2026-12-01'));
    expect(screen.getByRole('button', { name: 'Export these events' })).toBeInTheDocument();
  });
  it('a search that found nothing yet goes on where it ended', async () => {
    const { user, address } = openAudit(<LogPage />, '/audit/events?actor=admin', {
      'GET /api/audit/events': { events: [], next: positionOf(20_000), more: true },
    });
    expect(await screen.findByText(/Choose Later to keep searching/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(address()).toContain(`after=${positionOf(20_000)}`));
  });
  it.each(['2026-99-99', '2026-02-31', '0000-00-00', 'soon'])(
    'a day of the address that no calendar has is asked for as it stands, and the server says so: %s',
    async (to) => {
      const asked: string[] = [];
      openAudit(<LogPage />, `/audit/events?to=${to}`, {
        'GET /api/audit/events': ({ url }: { url: URL }) => {
          asked.push(url.searchParams.get('to')!);
          return problem(400, 'to must be a day');
        },
      });
      expect(await screen.findByText(/to must be a day/)).toBeInTheDocument();
      expect(asked).toEqual([to]);
    },
  );
  it('an address that is no position has a way out', async () => {
    const { user, address } = openAudit(<LogPage />, '/audit/events?after=abc', { 'GET /api/audit/events': log });
    await user.click(await screen.findByRole('button', { name: 'Go to the beginning of the log' }));
    await waitFor(() => expect(address()).toBe('/audit/events'));
  });
});
