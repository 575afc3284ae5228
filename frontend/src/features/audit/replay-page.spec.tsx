import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { books, idle, openAudit } from '../../../test/audit';
import { calls, problem, session, type Answers } from '../../../test/server';
import { positionOf } from './moment';
import LogPage from './pages/log-page';
import ReadModelsPage from './pages/read-models-page';
import ReconciliationPage from './pages/reconciliation-page';
import ReplayPage from './pages/replay-page';

afterEach(cleanup);

const agreed = {
  rows: [],
  accounts: [],
  log: { comparedTo: positionOf(83), settled: 10, findings: 0 },
  validatedLedger: 110,
  nodeOperators: 2,
  openFindings: {},
  openCases: 0,
  lastRunAt: null,
  lastFull: null,
  running: null,
};
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
    openAudit(<ReplayPage />, '/audit', {
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

describe('an event that was changed', () => {
  const broken = { position: '00000000000000000218', reason: 'its hash does not fit its bytes' };
  const verification = {
    broken,
    watch: null,
    chain: { ...idle, state: 'broken', verified: 217, at: '2026-11-30T09:43:00.000Z', broken },
    readModels: idle,
  };
  const away = () => problem(503, 'An entry of the event log was changed.');
  const openOn = (page: ReactElement, more: Answers = {}) =>
    openAudit(page, '/audit', { 'GET /api/audit/verification': verification, ...more });

  it('is the first card, which also says what to do; what it keeps from loading does not say it again', async () => {
    openOn(<ReplayPage />, { 'GET /api/audit/timeline': away, 'GET /api/audit/books': away });
    const card = await screen.findByRole('region', { name: 'The chain is broken' });
    expect(card).toHaveTextContent('At position 218: its hash does not fit its bytes. 217 events before it');
    expect(card).toHaveTextContent('keeps a copy of the database, and restores a backup from before this position');
    await screen.findByRole('region', { name: /read models/ });
    expect(screen.getAllByRole('region')[0]).toBe(card);
    await waitFor(() => expect(screen.queryByText(/did not load/)).toBeNull());
    expect(screen.queryByText(/Your money and tokens/)).toBeNull();
  });
  it.each([
    ['the event log', <LogPage key="l" />, /read models are up to date/],
    ['the read models', <ReadModelsPage key="m" />, /nothing/],
    ['the reconciliation', <ReconciliationPage key="r" />, /Books and ledger agree/],
  ])('is said on the page of %s, with its position and where to read what to do', async (_, page, green) => {
    openOn(page, { 'GET /api/admin/reconciliation': agreed, 'GET /api/admin/read-models/rebuild': [] });
    const band = await screen.findByText(/^The chain is broken at position/);
    expect(band).toHaveTextContent('at position 218: its hash does not fit its bytes. What to do');
    expect(within(band).getByRole('link', { name: 'What to do' })).toHaveAttribute('href', '/audit');
    expect(screen.queryByText(green)).toBeNull();
  });
});

describe('the moment of the replay', () => {
  it('that is none is said, and the page stands as of now', async () => {
    const { user, address } = openAudit(<ReplayPage />, '/audit?at=yesterday');
    expect(await slider()).toHaveAttribute('aria-valuetext', 'Now');
    await user.click(screen.getByRole('button', { name: 'Remove the date' }));
    expect(address()).toBe('/audit');
    expect(screen.queryByText(/That link/)).toBeNull();
  });
  it('that is still to come is said', async () => {
    const { user, address } = openAudit(<ReplayPage />, '/audit?at=2999-01-01T00:00:00Z');
    expect(await screen.findByText(/date is in the future/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove the date' }));
    expect(address()).toBe('/audit');
  });
  it('that is asked for anew never stands over the books of the one before', async () => {
    const { router } = openAudit(<ReplayPage />, '/audit', {
      'GET /api/audit/books': ({ url }: { url: URL }) =>
        url.searchParams.get('position') ? new Promise(() => undefined) : books(null),
    });
    await screen.findAllByText('1,700.00');
    await act(() => router.navigate('/audit?position=58'));
    await waitFor(() => expect(screen.queryByText('1,700.00')).toBeNull());
  });
  it('is found on the time line also where the address has a short position', async () => {
    openAudit(<ReplayPage />, '/audit?position=58');
    expect(await slider()).toHaveAttribute('aria-valuetext', expect.stringContaining('position 50'));
  });
  it('is any position that is typed, at most the last', async () => {
    const { user, address } = openAudit(<ReplayPage />, '/audit');
    const field = await screen.findByLabelText('Position');
    await user.clear(field);
    await user.type(field, '58');
    await waitFor(() => expect(address()).toBe(`/audit?position=${positionOf(58)}`));
    await user.clear(screen.getByLabelText('Position'));
    await user.type(screen.getByLabelText('Position'), '4000');
    await waitFor(() => expect(address()).toBe(`/audit?position=${positionOf(90)}`));
  });
});

describe('the books', () => {
  const account = { address: 'rFeesExample', received: '131.6900005', paid: '0', holds: '131.6900005' };
  const shown = (more: Parameters<typeof books>[1]) =>
    openAudit(<ReplayPage />, '/audit', { 'GET /api/audit/books': books(null, more) });

  it('name the ledger up to which they were compared, and amounts in full', async () => {
    shown({ accounts: [{ name: 'feeWallet', comparedTo: 100_304, ...account }] });
    expect(await screen.findByText(/^Up to ledger 100,304, the event log explains every/)).toBeInTheDocument();
    const row = within(screen.getByRole('region', { name: 'Platform accounts' })).getByRole('row', {
      name: /Fee wallet/,
    });
    expect(row).toHaveTextContent('131.6900005 RLUSD');
    expect(row).toHaveTextContent(/100,304$/);
  });
  it('show what the log does not explain as a row by account and hash', async () => {
    const stranger = {
      account: 'feeWallet',
      ledgerIndex: 100_301,
      currency: 'RLUSD',
      counterparty: 'rIssuer',
    } as const;
    shown({
      accounts: [{ name: 'feeWallet', comparedTo: 100_304, ...account }],
      unexplained: [{ ...stranger, hash: 'A7'.repeat(32), amount: '-7' }],
      unexplainedCount: 1,
    });
    const table = await screen.findByRole('region', { name: 'Not explained' });
    expect(within(table).getByRole('row', { name: /Fee wallet/ })).toHaveTextContent('100,301−7.00 RLUSD');
    expect(within(table).getByTitle('A7'.repeat(32))).toBeInTheDocument();
    expect(screen.queryByText(/explains every/)).toBeNull();
  });
  it('do not call compared what was not', async () => {
    shown({ accounts: [{ name: 'feeWallet', comparedTo: null, ...account }] });
    expect(await screen.findByText('The ledger had not been compared with the event log yet.')).toBeInTheDocument();
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

  it('stand beside the accounts and the key that a verifier needs from another source', async () => {
    openAudit(<ReplayPage />, '/audit', {
      'GET /api/audit/anchors': [anchored],
      'GET /api/audit/verification': verified({ state: 'fit', compared: 3, unproved: 1, last: null }),
      'GET /api/platform/config': { issuer: 'rIssuer', payoutEscrow: 'rEscrow', feeWallet: 'rFees' },
      'GET /api/log/key': 'tknest/rIssuer+0123abcd+AQID\n',
    });
    const [summary] = await screen.findAllByText('Accounts and key to compare');
    const owner = within(summary!.closest('details')!);
    expect(owner.getByTitle('tknest/rIssuer+0123abcd+AQID')).toBeInTheDocument();
    for (const name of ['Issuer', 'Payout escrow', 'Fee wallet']) expect(owner.getByText(name)).toBeInTheDocument();
    expect(owner.getByRole('link', { name: 'xrp-ledger.toml', hidden: true })).toHaveAttribute(
      'href',
      '/.well-known/xrp-ledger.toml',
    );
  });
  it('say how much of the log stands in which ledger, and whether the log fits it', async () => {
    openAudit(<ReplayPage />, '/audit', {
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
    openAudit(<ReplayPage />, '/audit', {
      'GET /api/audit/anchors': [anchored],
      'GET /api/audit/verification': verified({ state, compared: 1, unproved: 0, last: null }),
    });
    expect(await screen.findByRole('region', { name: 'The event log and the ledger disagree' })).toHaveTextContent(
      text,
    );
  });
  it('are made now where an admin asks, and one that is under way is followed', async () => {
    let made: object[] = [];
    const { user } = openAudit(<ReplayPage />, '/audit', {
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
    const { user } = openAudit(<ReplayPage />, '/audit', {
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
    const { user } = openAudit(<ReplayPage />, '/audit', {
      [`POST /api/audit/verification/${check}`]: () => problem(503, 'The log is away'),
    });
    await user.click(await screen.findByRole('button', { name: button }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Not verifiedThe log is away');
  });
});

describe('the time line', () => {
  it('played from its end begins anew and goes on', async () => {
    const { user, address } = openAudit(<ReplayPage />, '/audit');
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
    const { user, address } = openAudit(<ReplayPage />, '/audit?position=58');
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
    const { user, router } = openAudit(<ReplayPage />, '/audit', { 'GET /api/audit/books': asOf });
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
    const { user } = openAudit(<ReplayPage />, '/audit', { [`GET /api/audit/${call}`]: () => problem(500, 'Failed') });
    const [failed] = await screen.findAllByRole('alert');
    expect(failed).toHaveTextContent(`${what} did not load`);
    const before = calls.filter(({ path }) => path.endsWith(call)).length;
    await user.click(within(failed!).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(calls.filter(({ path }) => path.endsWith(call)).length).toBeGreaterThan(before));
  });
});
