import { afterEach, describe, expect, it } from '@jest/globals';
import type { AuditEventView, BooksView, ReconciliationView, TimelineView } from '@tknest/contracts/api';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import { positionOf } from './moment';
import LogPage from './pages/log-page';
import ReadModelsPage from './pages/read-models-page';
import ReconciliationPage from './pages/reconciliation-page';
import ReplayPage from './pages/replay-page';

afterEach(cleanup);

const event = (position: number, more: Partial<AuditEventView> = {}): AuditEventView => ({
  position: positionOf(position),
  stream: 'listing-1',
  revision: position,
  type: 'TokensReserved',
  version: 1,
  at: '2026-11-20T14:02:22.000Z',
  actor: { wallet: null, role: 'system' },
  data: { tokens: position },
  metadata: {} as never,
  hash: 'c81e9b0f'.repeat(8),
  ...more,
});
const timeline: TimelineView = {
  head: positionOf(90),
  first: '2026-11-20T14:00:00.000Z',
  last: '2026-11-20T14:04:00.000Z',
  bars: [0, 1, 2, 3].map((index) => ({
    from: `2026-11-20T14:0${index}:00.000Z`,
    to: `2026-11-20T14:0${index + 1}:00.000Z`,
    events: 20,
    position: positionOf(30 + index * 20),
  })),
};
const books = (position: string | null): BooksView =>
  ({
    position: position ?? positionOf(90),
    at: '2026-11-20T14:02:22.000Z',
    latest: [event(58)],
    tokensIssued: 17,
    principal: 1700,
    fees: 42.5,
    openPayments: 0,
    verifiedPeople: 2,
    properties: [],
    propertiesCount: 0,
    wallets: [],
    walletsCount: 0,
    register: null,
  }) as BooksView;
const idle = {
  state: 'unknown',
  verified: 0,
  compared: 0,
  of: 0,
  rows: 0,
  at: null,
  headHash: null,
  broken: null,
  problems: [],
};

function open(page: ReactElement, at: string, more: Answers = {}) {
  serve({
    'GET /api/session': session({ userRole: 'auditor' }),
    'GET /api/audit/timeline': timeline,
    'GET /api/audit/books': ({ url }: { url: URL }) => books(url.searchParams.get('position')),
    'GET /api/audit/verification': { watch: null, chain: idle, readModels: idle },
    'GET /api/audit/anchors': [],
    'GET /api/admin/read-models/rebuild': [{ name: 'properties', lag: 0 }],
    'GET /api/audit/events': { events: [], next: null },
    ...more,
  });
  return show(page, { at });
}
const slider = () => screen.findByRole('slider', { name: 'Moment' });

describe('the continuous check of the chain', () => {
  const at = '2026-11-25T10:00:00.000Z';
  const watch = {
    at,
    verified: 1_203,
    whole: { began: at, ended: at, through: '00000000000000001000' },
    pass: { began: at, verified: 400, of: 1_200 },
    broken: null,
  };
  const chain = (more: object) =>
    open(<ReplayPage />, '/audit', {
      'GET /api/audit/verification': { watch: { ...watch, ...more }, chain: idle, readModels: idle },
    });

  it('says what it found although nobody asked for a check here', async () => {
    chain({});
    const verdict = await screen.findByRole('region', { name: 'The chain is intact' });
    expect(verdict).toHaveTextContent('Checked continuously: up to event 1,203 at');
    expect(verdict).toHaveTextContent('Full check in progress: 400 of 1,200 events.');
    expect(within(verdict).getByRole('button', { name: 'Verify' })).toBeEnabled();
  });
  it('does not call intact what was never gone through as a whole', async () => {
    chain({ whole: null });
    const verdict = await screen.findByRole('region', { name: 'The chain has not been verified yet' });
    expect(verdict).toHaveTextContent('up to event 1,203');
  });
  it('names the event that was changed', async () => {
    chain({ broken: { position: '00000000000000000007', reason: 'the event is missing' } });
    const verdict = await screen.findByRole('region', { name: 'The chain is broken' });
    expect(verdict).toHaveTextContent('found a change at position 7: the event is missing.');
  });
});

describe('the moment of the replay', () => {
  it('that is none is said, and the page stands as of now', async () => {
    const { user, address } = open(<ReplayPage />, '/audit?at=yesterday');
    expect(await slider()).toHaveAttribute('aria-valuetext', 'Now');
    await user.click(screen.getByRole('button', { name: 'Remove the date' }));
    expect(address()).toBe('/audit');
    expect(screen.queryByText(/That link/)).toBeNull();
  });
  it('that is still to come is said', async () => {
    const { user, address } = open(<ReplayPage />, '/audit?at=2999-01-01T00:00:00Z');
    expect(await screen.findByText(/date is in the future/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove the date' }));
    expect(address()).toBe('/audit');
  });
  it('that is asked for anew never stands over the books of the one before', async () => {
    const { router } = open(<ReplayPage />, '/audit', {
      'GET /api/audit/books': ({ url }: { url: URL }) =>
        url.searchParams.get('position') ? new Promise(() => undefined) : books(null),
    });
    await screen.findByText('1,700.00');
    await act(() => router.navigate('/audit?position=58'));
    await waitFor(() => expect(screen.queryByText('1,700.00')).toBeNull());
  });
  it('is found on the time line also where the address has a short position', async () => {
    open(<ReplayPage />, '/audit?position=58');
    expect(await slider()).toHaveAttribute('aria-valuetext', expect.stringContaining('position 50'));
  });
  it('is any position that is typed, at most the last', async () => {
    const { user, address } = open(<ReplayPage />, '/audit');
    const field = await screen.findByLabelText('Position');
    await user.clear(field);
    await user.type(field, '58');
    await waitFor(() => expect(address()).toBe(`/audit?position=${positionOf(58)}`));
    await user.clear(screen.getByLabelText('Position'));
    await user.type(screen.getByLabelText('Position'), '4000');
    await waitFor(() => expect(address()).toBe(`/audit?position=${positionOf(90)}`));
  });
});

describe('the read models', () => {
  const model = (name: string, more: object = {}) => ({
    name,
    state: 'live',
    rows: 17,
    lag: 0,
    progress: 1,
    error: null,
    ...more,
  });
  const AT = '/audit/read-models';

  it('say how far each is, and how far its rebuild is', async () => {
    open(<ReadModelsPage />, AT, {
      'GET /api/admin/read-models/rebuild': [
        model('properties'),
        model('cases', { state: 'rebuilding', lag: 1_200, progress: 0.4 }),
        model('loans', { state: 'parked' }),
      ],
    });
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'propertiesLive170',
      'casesRebuilding40.0%171,200',
      'loansFailed events170',
    ]);
    expect(screen.getByRole('progressbar', { name: 'Rebuilding cases' })).toHaveAttribute('aria-valuenow', '40');
    expect(screen.getByRole('link', { name: 'Failed events' })).toHaveAttribute('href', '/admin/parked');
  });
  it('say what is wrong with one, also where it is live: a rebuild of it failed', async () => {
    open(<ReadModelsPage />, AT, {
      'GET /api/admin/read-models/rebuild': [model('loans', { error: 'the rebuild failed: division by zero' })],
    });
    const row = (await screen.findByRole('cell', { name: 'loans' })).closest('tr')!;
    expect(row).toHaveTextContent('Live');
    expect(row).toHaveTextContent('the rebuild failed: division by zero');
  });
  it('are rebuilt by admins alone; all of them after a question', async () => {
    const asAdmin = {
      'GET /api/session': session({ userRole: 'admin' }),
      'GET /api/admin/read-models/rebuild': [model('properties')],
      'POST /api/admin/read-models/rebuild': [model('properties', { state: 'rebuilding', progress: 0 })],
    };
    const { user, unmount } = open(<ReadModelsPage />, AT, asAdmin);
    const asked = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await user.click(await screen.findByRole('button', { name: 'Rebuild properties' }));
    await waitFor(() => expect(asked()).toEqual([{ name: 'properties' }]));
    await user.click(screen.getByRole('button', { name: 'Rebuild all' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rebuild all read models?' }));
    expect(asked()).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Rebuild all' }));
    await waitFor(() => expect(asked()).toEqual([{ name: 'properties' }, {}]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    unmount();
    open(<ReadModelsPage />, AT, { 'GET /api/admin/read-models/rebuild': [model('properties')] });
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: /^Rebuild/ })).toBeNull();
  });
  it('that were not rebuilt say why', async () => {
    const { user } = open(<ReadModelsPage />, AT, {
      'GET /api/session': session({ userRole: 'admin' }),
      'GET /api/admin/read-models/rebuild': [model('properties')],
      'POST /api/admin/read-models/rebuild': problem(503, 'No worker answers'),
    });
    await user.click(await screen.findByRole('button', { name: 'Rebuild properties' }));
    expect(await screen.findByText('No worker answers')).toBeInTheDocument();
  });
});

describe('the anchors on the ledger', () => {
  const anchored = {
    id: 'a1',
    position: positionOf(80),
    hash: '9f'.repeat(32),
    at: '2026-11-20T14:00:00.000Z',
    state: 'anchored',
    txHash: 'D1'.repeat(32),
    ledgerIndex: 100_304,
  };
  const verified = (anchors: object) => ({
    chain: { ...idle, state: 'whole', verified: 90, of: 90, at: '2026-11-20T15:00:00.000Z', anchors },
    readModels: idle,
  });

  it('say how much of the log stands in which ledger, and whether the log fits it', async () => {
    open(<ReplayPage />, '/audit', {
      'GET /api/audit/anchors': [anchored],
      'GET /api/audit/verification': verified({ state: 'fit', compared: 3, unproved: 1, last: null }),
    });
    const verdict = await screen.findByRole('region', { name: 'The event log is anchored on the ledger' });
    expect(verdict).toHaveTextContent('Events up to position 80 were anchored in ledger 100,304 on ');
    expect(verdict).toHaveTextContent('the event log matched all 3 anchors found on the ledger. 1 more');
    expect(within(verdict).queryByRole('button', { name: 'Anchor now' })).toBeNull();
  });
  it.each([
    ['differ', 'The event log differs from its anchors on the ledger.'],
    ['missing', 'The event log lists anchors that are not on the ledger.'],
  ])('that %s are no quiet matter', async (state, text) => {
    open(<ReplayPage />, '/audit', {
      'GET /api/audit/anchors': [anchored],
      'GET /api/audit/verification': verified({ state, compared: 1, unproved: 0, last: null }),
    });
    expect(await screen.findByRole('region', { name: 'The event log and the ledger disagree' })).toHaveTextContent(
      text,
    );
  });
  it('are made now where an admin asks, and one that is under way is followed', async () => {
    let made: object[] = [];
    const { user } = open(<ReplayPage />, '/audit', {
      'GET /api/session': session({ userRole: 'admin' }),
      'GET /api/audit/anchors': () => made,
      'POST /api/audit/anchors': () => {
        made = [{ ...anchored, state: 'pending', txHash: null, ledgerIndex: null }];
        return made[0];
      },
    });
    expect(
      await screen.findByText(/Every hour while the log grows, its hash is written to the ledger/),
    ).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Anchor now' }));
    expect(await screen.findByRole('region', { name: 'Anchoring the event log' })).toBeInTheDocument();
    made = [anchored];
    expect(
      await screen.findByRole('region', { name: 'The event log is anchored on the ledger' }, { timeout: 5_000 }),
    ).toBeInTheDocument();
  });
  it('that cannot be made are told', async () => {
    const { user } = open(<ReplayPage />, '/audit', {
      'GET /api/session': session({ userRole: 'admin' }),
      'POST /api/audit/anchors': () => problem(503, 'The log is away'),
    });
    await user.click(await screen.findByRole('button', { name: 'Anchor now' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not anchoredThe log is away');
  });
});

describe('a check that could not be begun', () => {
  it.each([
    ['Verify', 'chain'],
    ['Compare', 'read-models'],
  ])('%s says so', async (button, check) => {
    const { user } = open(<ReplayPage />, '/audit', {
      [`POST /api/audit/verification/${check}`]: () => problem(503, 'The log is away'),
    });
    await user.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not verifiedThe log is away');
  });
});

describe('the time line', () => {
  it('played from its end begins anew and goes on', async () => {
    const { user, address } = open(<ReplayPage />, '/audit');
    await slider();
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(await slider()).toHaveAttribute('aria-valuetext', 'Before the first event');
    await waitFor(
      () => expect(new URLSearchParams(address()!.split('?')[1]).get('at')).toBe('2026-11-20T14:00:59.999Z'),
      { timeout: 10_000 },
    );
    await user.click(screen.getByRole('button', { name: 'Pause' }));
  });
  it('a position that is none gives way to the one that is shown', async () => {
    const { user, address } = open(<ReplayPage />, '/audit?position=58');
    const field = await screen.findByLabelText('Position');
    await user.clear(field);
    await user.type(field, '-5');
    await user.tab();
    expect(field).toHaveValue('58');
    expect(address()).toBe('/audit?position=58');
  });
});

describe('the holders of a property', () => {
  it('stand under it, and going to a moment before it was listed breaks nothing', async () => {
    const listed = {
      id: 7,
      name: 'Sample Court',
      tokensSold: 17,
      tokenCount: 250,
      tokensReserved: 0,
      loan: null,
      holders: 1,
      status: 'open',
    };
    const asOf = ({ url }: { url: URL }) => {
      const [position, property] = [url.searchParams.get('position'), url.searchParams.get('property')];
      if (position === positionOf(3))
        return property ? problem(404, 'That property did not exist at that time') : books(position);
      return {
        ...books(position),
        properties: [listed],
        propertiesCount: 1,
        register: property && [{ wallet: 'rHolderExample', tokens: 17 }],
      };
    };
    const { user, router } = open(<ReplayPage />, '/audit', { 'GET /api/audit/books': asOf });
    await user.click(await screen.findByRole('button', { name: 'Holders of Sample Court' }));
    const holders = await screen.findByRole('region', { name: 'Holders of Sample Court' });
    await waitFor(() => expect(holders).toHaveTextContent('17 tokens'));
    await act(() => router.navigate('/audit?position=3'));
    expect(await screen.findByText('No properties had been listed yet.')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a part of the record that does not load', () => {
  it.each([
    ['The timeline', 'timeline'],
    ['The result', 'verification'],
    ['The books', 'books'],
  ])('%s says so and asks again; the others stand', async (what, call) => {
    const { user } = open(<ReplayPage />, '/audit', { [`GET /api/audit/${call}`]: () => problem(500, 'Failed') });
    const [failed] = await screen.findAllByRole('alert');
    expect(failed).toHaveTextContent(`${what} did not load`);
    const before = calls.filter(({ path }) => path.endsWith(call)).length;
    await user.click(within(failed!).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(calls.filter(({ path }) => path.endsWith(call)).length).toBeGreaterThan(before));
  });
});

describe('the event log', () => {
  /** Ninety events, in pages as the server makes them. */
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
    const { user, address } = open(<LogPage />, '/audit/events', { 'GET /api/audit/events': log });
    expect(await first()).toBe('1 token reserved.');
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(address()).toBe(`/audit/events?after=${positionOf(50)}`));
    await waitFor(async () => expect(await first()).toBe('51 tokens reserved.'));
    await user.click(screen.getByRole('button', { name: 'Earlier' }));
    await waitFor(() => expect(address()).toBe('/audit/events'));
    await waitFor(async () => expect(await first()).toBe('1 token reserved.'));
  });
  it('opened at a position leads to what was before it', async () => {
    const { user, address } = open(<LogPage />, `/audit/events?after=${positionOf(57)}`, {
      'GET /api/audit/events': log,
    });
    expect(await first()).toBe('58 tokens reserved.');
    await user.click(screen.getByRole('button', { name: 'Earlier' }));
    await waitFor(() => expect(address()).toBe(`/audit/events?after=${positionOf(7)}`));
  });
  it('a chosen event stands in the address, from the beginning', async () => {
    const { user, address } = open(<LogPage />, `/audit/events?after=${positionOf(57)}`, {
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
    const { user, address } = open(<LogPage />, '/audit/events', {
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
    const { user, address } = open(<LogPage />, '/audit/events', {
      'GET /api/audit/events': ({ url }: { url: URL }) => {
        asked.push(url.search);
        return log({ url });
      },
    });
    await user.type(screen.getByRole('searchbox', { name: 'By' }), 'admin');
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
    // The last day is in it.
    await waitFor(() => expect(new URLSearchParams(asked.at(-1)).get('to')).toBe('2026-12-01'));
    expect(screen.getByRole('button', { name: 'Export these events' })).toBeInTheDocument();
  });
  it('a search that found nothing yet goes on where it ended', async () => {
    const { user, address } = open(<LogPage />, '/audit/events?actor=admin', {
      'GET /api/audit/events': { events: [], next: positionOf(20_000), more: true },
    });
    expect(await screen.findByText(/Choose Later to search on/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(address()).toContain(`after=${positionOf(20_000)}`));
  });
  it.each(['2026-99-99', '2026-02-31', '0000-00-00', 'soon'])(
    'a day of the address that no calendar has is asked for as it stands, and the server says so: %s',
    async (to) => {
      const asked: string[] = [];
      open(<LogPage />, `/audit/events?to=${to}`, {
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
    const { user, address } = open(<LogPage />, '/audit/events?after=abc', { 'GET /api/audit/events': log });
    await user.click(await screen.findByRole('button', { name: 'Go to the beginning of the log' }));
    await waitFor(() => expect(address()).toBe('/audit/events'));
  });
});

describe('reconciliation', () => {
  const view: ReconciliationView = {
    rows: [
      {
        subject: 'feeWallet',
        what: 'fees received',
        books: 42.5,
        ledger: 42,
        difference: -0.5,
        inFlight: 0,
        verdict: 'differs',
      },
    ],
    accounts: [{ name: 'issuer', address: 'rIssuerExample', comparedTo: 100, transactions: 8, findings: 0 }],
    log: { comparedTo: positionOf(83), settled: 10, findings: 0 },
    validatedLedger: 110,
    openFindings: { missing: 1 },
    openCases: 1,
    lastRunAt: '2026-11-20T14:02:22.000Z',
    lastFull: null,
    running: null,
  } as unknown as ReconciliationView;

  it.each(['Balances', 'Compared continuously'])(
    'every figure of %s has its name, so that a card of phones can be read',
    async (name) => {
      open(<ReconciliationPage />, '/audit/reconciliation', { 'GET /api/admin/reconciliation': view });
      const figures = [...(await screen.findByRole('region', { name })).querySelectorAll('td.num')];
      expect(figures.length).toBeGreaterThan(3);
      for (const figure of figures) expect(figure).toHaveAttribute('data-label');
    },
  );
  it.each([
    ['auditor', 0],
    ['admin', 2],
  ] as const)('%s has %i buttons that compare', async (userRole, buttons) => {
    open(<ReconciliationPage />, '/audit/reconciliation', {
      'GET /api/session': session({ userRole }),
      'GET /api/admin/reconciliation': view,
    });
    await screen.findByText('−', { exact: false, selector: 'td > span' });
    await waitFor(() => expect(screen.queryAllByRole('button', { name: /^Compare/ })).toHaveLength(buttons));
  });
});
