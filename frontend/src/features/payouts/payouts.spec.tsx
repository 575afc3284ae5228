import { afterEach, describe, expect, it } from '@jest/globals';
import type { PayoutLineView, PayoutView } from '@tknest/contracts/api';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import { api } from '../../shared/api/base-api';
import EscrowPage from './pages/escrow-page';
import PayoutsPage from './pages/payouts-page';
import RunPage from './pages/run-page';
import UnclaimedPage from './pages/unclaimed-page';

afterEach(cleanup);

const run = (more: Partial<PayoutView> = {}): PayoutView => ({
  id: 'due-1-2026-11-15',
  propertyId: 1,
  propertyName: 'Sample Court',
  source: 'autopay',
  period: '2026-11-15',
  date: '2026-11-16',
  recordPosition: '00000000000000000120',
  amount: 470.75,
  fee: 11.77,
  lines: 43,
  settled: 41,
  paid: 437.63,
  unclaimed: 1,
  status: 'running',
  pausedFor: null,
  own: null,
  ...more,
});
const line = (more: Partial<PayoutLineView> = {}): PayoutLineView => ({
  wallet: 'rE5tLk1RaB7gExampleExample',
  tokens: 5,
  amount: 13.342305,
  status: 'settled',
  txHash: '8F3C12A9'.repeat(8),
  reason: null,
  ...more,
});

function open(at: string, more: Answers = {}) {
  serve({
    'GET /api/session': session({ userRole: 'admin' }),
    'GET /api/platform/config': { explorer: null },
    'GET /api/payouts': [run()],
    'GET /api/payouts/due-1-2026-11-15': run(),
    'GET /api/payouts/due-1-2026-11-15/lines': [line()],
    ...more,
  });
  return show(
    <Routes>
      <Route path="/admin/payouts" element={<PayoutsPage />} />
      <Route path="/admin/payouts/unclaimed" element={<UnclaimedPage />} />
      <Route path="/admin/payouts/:runId" element={<RunPage />} />
      <Route path="/admin/escrow" element={<EscrowPage />} />
    </Routes>,
    { at },
  );
}

describe('the payout runs', () => {
  it('each with its property, period, source and how many were paid', async () => {
    const { user } = open('/admin/payouts');
    const row = (await screen.findByRole('cell', { name: 'November 2026' })).closest('tr')!;
    expect(within(row).getByText('Sample Court')).toBeInTheDocument();
    expect(row).toHaveTextContent('Autopay');
    expect(row).toHaveTextContent('470.75');
    expect(row).toHaveTextContent('41 of 43');
    await user.click(within(row).getByRole('link', { name: 'Open the payout for November 2026' }));
    expect(await screen.findByRole('heading', { level: 1, name: /November 2026, Sample Court/ })).toBeInTheDocument();
  });
  it('none yet: what starts the first one', async () => {
    open('/admin/payouts', { 'GET /api/payouts': [] });
    expect(await screen.findByText('No payout yet')).toBeInTheDocument();
    expect(screen.queryByRole('search')).toBeNull();
  });
});

describe('the payout runs that are looked for', () => {
  it('by property, status and days, each in the address', async () => {
    const { user, address } = open('/admin/payouts');
    await screen.findByRole('cell', { name: 'November 2026' });
    await user.click(await screen.findByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Paused' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-30' } });
    await waitFor(() => expect(address()).toBe('/admin/payouts?status=paused&from=2026-11-01&to=2026-11-30'));
    await waitFor(() =>
      expect(calls.filter(({ path }) => path === '/api/payouts').at(-1)!.search).toBe(
        '?status=paused&from=2026-11-01&to=2026-11-30',
      ),
    );
  });
  it('and none found: a way back', async () => {
    const { user, address } = open('/admin/payouts?search=nowhere', { 'GET /api/payouts': [] });
    expect(await screen.findByText('No payouts found')).toBeInTheDocument();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    await waitFor(() => expect(address()).toBe('/admin/payouts'));
    expect(await screen.findByText('No payout yet')).toBeInTheDocument();
  });
});

describe('one payout run', () => {
  it('says what was paid out, of what, and how far it is', async () => {
    open('/admin/payouts/due-1-2026-11-15');
    expect(await screen.findByRole('img', { name: '41 of 43 holders are paid, 1 unclaimed' })).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Paid out' })).toHaveTextContent('437.63');
    expect(screen.getByRole('region', { name: 'Paid out' })).toHaveTextContent('458.98');
    expect(screen.getByRole('region', { name: 'No line is ever paid twice' })).toBeInTheDocument();
  });
  it('names each line’s share, hash and why it could not be paid', async () => {
    const lines = [line({ status: 'unclaimed', reason: 'no-line', txHash: null }), line({ wallet: 'rOther' })];
    open('/admin/payouts/due-1-2026-11-15', { 'GET /api/payouts/due-1-2026-11-15/lines': lines });
    const table = (await screen.findByText('No RLUSD trust line')).closest('table')!;
    expect(within(table).getAllByText('2.9%')).toHaveLength(2);
    expect(within(table).getAllByText('13.342305')).toHaveLength(2);
  });
  it('completed with a share that could not be paid: says so, and where the money is', async () => {
    const done = run({ status: 'completed', settled: 42, unclaimed: 1 });
    open('/admin/payouts/due-1-2026-11-15', { 'GET /api/payouts/due-1-2026-11-15': done });
    expect(await screen.findByRole('region', { name: 'One share could not be paid' })).toHaveTextContent(
      'The money stays in the payout escrow',
    );
    expect(screen.getByText('1 unclaimed')).toHaveClass('pill-bad');
    expect(screen.queryByText('Completed', { selector: '.pill' })).toBeNull();
  });
  it('all paid: "All holders are paid", and nothing is left to be done', async () => {
    const done = run({ status: 'completed', settled: 43, unclaimed: 0 });
    open('/admin/payouts/due-1-2026-11-15', { 'GET /api/payouts/due-1-2026-11-15': done });
    expect(await screen.findByRole('region', { name: 'All holders are paid' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Pause|Resume|Try/ })).toBeNull();
  });
  it('paused: why, and that it is no holder’s fault', async () => {
    const paused = run({ status: 'paused', pausedFor: 'global-freeze' });
    open('/admin/payouts/due-1-2026-11-15', { 'GET /api/payouts/due-1-2026-11-15': paused });
    expect(await screen.findByText(/The issuer has frozen RLUSD\./)).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeInTheDocument();
  });
  it('is paused by an admin who says why; a refusal is read where it was asked', async () => {
    let refused = true;
    const { user } = open('/admin/payouts/due-1-2026-11-15', {
      'POST /api/payouts/due-1-2026-11-15/pause': () =>
        refused ? problem(409, 'The payout is completed') : run({ status: 'paused', pausedFor: 'admin' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: 'Pause' });
    await user.click(confirm);
    expect(await within(dialog).findByText('Give a reason of at least 10 characters')).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText('Reason'), 'A holder called');
    await user.click(confirm);
    expect(await within(dialog).findByText(/The payout is completed/)).toBeInTheDocument();
    refused = false;
    await user.click(confirm);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = calls.filter(({ path }) => path.endsWith('/pause')).map(({ body }) => body);
    expect(sent).toEqual([{ reason: 'A holder called' }, { reason: 'A holder called' }]);
  });
  it('does what was asked for, whatever somebody else has done with it meanwhile', async () => {
    const at = 'due-1-2026-11-15';
    let now = run();
    const { user, store } = open(`/admin/payouts/${at}`, {
      [`GET /api/payouts/${at}`]: () => now,
      [`POST /api/payouts/${at}/pause`]: () => now,
      [`POST /api/payouts/${at}/resume`]: () => run(),
    });
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Reason'), 'A holder called');
    now = run({ status: 'paused', pausedFor: 'admin' });
    act(() => void store.dispatch(api.util.invalidateTags(['Payouts'])));
    await screen.findByText('Paused');
    await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      `/api/payouts/${at}/pause`,
    ]);
  });
  it('begins with no words that were meant for another one', async () => {
    const other = run({ id: 'due-2-2026-11-15', propertyId: 2, propertyName: 'Demo Lofts' });
    const { user } = open('/admin/payouts', { 'GET /api/payouts': [run(), other] });
    const [first, second] = await screen.findAllByRole('button', { name: /^Pause/ });
    await user.click(first!);
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Reason'), 'A holder called');
    await user.click(screen.getByRole('button', { name: 'Keep it running' }));
    await user.click(second!);
    expect(within(await screen.findByRole('dialog')).getByLabelText('Reason')).toHaveValue('');
  });
  it('an auditor sees it all and is offered nothing', async () => {
    open('/admin/payouts/due-1-2026-11-15', { 'GET /api/session': session({ userRole: 'auditor' }) });
    expect(await screen.findByRole('img', { name: /41 of 43/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });
  it('an unknown one leads back', async () => {
    open('/admin/payouts/nothing', { 'GET /api/payouts/nothing': problem(404, 'There is no such payout') });
    expect(await screen.findByRole('link', { name: 'Back to payout runs' })).toBeInTheDocument();
  });
});

describe('what is unclaimed, and the escrow’s books', () => {
  it('names who is owed what, why, and since when', async () => {
    const owed = {
      wallet: 'rOwed',
      runId: 'due-1-2026-11-15',
      propertyId: 1,
      propertyName: 'Sample Court',
      amount: 13.342305,
      reason: 'deep-frozen',
      since: '2026-11-16',
    };
    open('/admin/payouts/unclaimed', { 'GET /api/payouts/unclaimed': [owed] });
    expect(await screen.findByText('The RLUSD trust line is deep-frozen by its issuer')).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'Sample Court' })).toBeInTheDocument();
    expect(screen.getByRole('cell', { name: 'Nov 16, 2026' })).toBeInTheDocument();
    // On a phone each is a line of its own below the holder and the amount, with its label.
    expect(screen.getByRole('table').closest('.table-wrap')).toHaveClass('table-lines');
    expect(screen.getAllByRole('cell').map((cell) => cell.dataset.label)).toEqual([
      undefined,
      'Property',
      undefined,
      'Reason',
      'Since',
      'Run',
    ]);
    const lastYear = new Date().getFullYear() - 1;
    expect(await screen.findByText(`Export ${lastYear}`)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View run' })).toHaveAttribute('href', '/admin/payouts/due-1-2026-11-15');
  });
  it.each([
    [1250.5, 'Books and ledger agree'],
    [1240.5, 'Payments are in progress'],
    [null, 'Couldn’t reach the ledger'],
  ])('with %s on the ledger: "%s"', async (onLedger, title) => {
    const accounts = [{ name: 'deposit/1', balance: 1250.5 }];
    open('/admin/escrow', { 'GET /api/admin/escrow': { ledgerBalance: 1250.5, accounts, onLedger } });
    expect(await screen.findByRole('region', { name: title })).toBeInTheDocument();
    expect(screen.getByText('A landlord’s deposit for repayments')).toBeInTheDocument();
  });
});
