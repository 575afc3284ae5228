import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { AdminPropertyView, CaseView, WalletStandingView } from '@tknest/contracts/api';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { fill } from '../../../test/fill';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import CaseDrawer from './components/case-drawer';
import FailedEventsPage from './pages/failed-events-page';
import PropertiesPage from './pages/properties-page';
import UsersPage from './pages/users-page';

afterEach(cleanup);

const WALLET = 'rE5tLk1RaB7gExampleExample12';
const ROLES = { admin: session({ userRole: 'admin' }), auditor: session({ userRole: 'auditor' as never }) };
const stats = { totalVolume: 0, totalTransactions: 0, totalProperties: 0, totalPlatformFees: 0 };
const standing = (more: Partial<WalletStandingView> = {}): WalletStandingView => ({
  walletAddress: WALLET,
  suspended: false,
  investor: 'verified',
  landlord: 'not_started',
  ...more,
});
const base: Answers = { 'GET /api/session': ROLES.admin, 'GET /api/admin/platform-stats': stats };
const posted = (path: string) => calls.filter((call) => call.method === 'POST' && call.path === path);

describe('an admin’s controls of a wallet', () => {
  const open = (more: Answers = {}) => {
    serve({
      ...base,
      'GET /api/admin/all-users': [],
      [`GET /api/admin/users/${WALLET}`]: standing(),
      [`GET /api/admin/users/${WALLET}/controls`]: [],
      ...more,
    });
    return show(<UsersPage />, { at: `/admin/users/${WALLET}`, path: '/admin/users/:wallet' });
  };
  const names = async () =>
    within(await screen.findByRole('group', { name: 'Controls' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);

  it('are those that do something as the wallet stands', async () => {
    open();
    expect(await names()).toEqual(['Suspend', 'Revoke investor verification', 'End all sessions']);
    cleanup();
    open({ [`GET /api/admin/users/${WALLET}`]: standing({ suspended: true, landlord: 'verified' }) });
    expect(await names()).toEqual([
      'Reinstate',
      'Revoke investor verification',
      'Revoke landlord verification',
      'End all sessions',
    ]);
  });
  it('ask why, in words long enough; a refusal is read where it was asked', async () => {
    let answer: unknown = problem(409, 'The wallet is suspended already');
    const { user } = open({ [`POST /api/admin/users/${WALLET}/suspend`]: () => answer });
    await user.click(await screen.findByRole('button', { name: 'Suspend' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Suspend rE5tLk1RaB7g/ }));
    expect(dialog.getByText(/Signing in, repaying and refunding still work/)).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason'), 'short');
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await dialog.findByText('Give a reason of at least 10 characters')).toBeInTheDocument();
    expect(posted(`/api/admin/users/${WALLET}/suspend`)).toEqual([]);
    await fill(user, dialog.getByLabelText('Reason'), ' of a letter of the court');
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await dialog.findByText('The wallet is suspended already')).toBeInTheDocument();
    answer = standing({ suspended: true });
    await user.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('Wallet suspended')).toBeInTheDocument();
    expect(posted(`/api/admin/users/${WALLET}/suspend`)[1]!.body).toEqual({ reason: 'short of a letter of the court' });
  });
  it('are carried out once, however often it is pressed', async () => {
    let answer!: (standing: object) => void;
    const { user } = open({
      [`POST /api/admin/users/${WALLET}/suspend`]: () => new Promise((resolve) => (answer = resolve)),
    });
    await user.click(await screen.findByRole('button', { name: 'Suspend' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Suspend rE5tLk1RaB7g/ }));
    await fill(user, dialog.getByLabelText('Reason'), 'A letter of the court');
    await user.dblClick(dialog.getByRole('button', { name: 'Suspend' }));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Suspend' })).toHaveAttribute('aria-busy', 'true'));
    await waitFor(() => expect(posted(`/api/admin/users/${WALLET}/suspend`)).toHaveLength(1));
    answer(standing({ suspended: true }));
    expect(await screen.findByText('Wallet suspended')).toBeInTheDocument();
    expect(posted(`/api/admin/users/${WALLET}/suspend`)).toHaveLength(1);
  });
  it('are not offered to an auditor, who sees what was done, and not what was said of the person', async () => {
    const done = { what: 'WalletSuspended', role: null, at: '2026-11-20T14:02:00.000Z', by: WALLET, reason: null };
    open({ 'GET /api/session': ROLES.auditor, [`GET /api/admin/users/${WALLET}/controls`]: [done] });
    expect(await screen.findByText('The reason is shown to admins.')).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Controls' })).toBeNull();
  });
});

describe('an admin’s controls of a listing', () => {
  const house: AdminPropertyView = {
    id: 1,
    name: 'Sample Court',
    address: '12 Example Street',
    owner: 'rOwner',
    listedAt: '2026-11-02T09:00:00.000Z',
    listedOn: '2026-11-02',
    monthlyRent: 2500,
    tokensIssued: 0,
    tokenCount: 250,
    totalInvestment: 0,
    status: 'open',
    hidden: false,
    paused: false,
  };
  it('hide it, with a reason; the row does not open', async () => {
    serve({ ...base, 'GET /api/admin/all-properties': [house], 'POST /api/admin/properties/1/hide': {} });
    const { user, address } = show(<PropertiesPage />, { at: '/admin/properties' });
    await user.click(await screen.findByRole('button', { name: 'Hide: Sample Court' }));
    await fill(user, screen.getByLabelText('Reason'), 'The owner asked for it');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('Listing hidden')).toBeInTheDocument();
    expect(posted('/api/admin/properties/1/hide')[0]!.body).toEqual({ reason: 'The owner asked for it' });
    expect(address()).toBe('/admin/properties');
  });
  it('what is hidden or closed says so and has no control that does nothing', async () => {
    serve({ ...base, 'GET /api/admin/all-properties': [{ ...house, hidden: true, status: 'closed' }] });
    show(<PropertiesPage />, { at: '/admin/properties' });
    expect(await screen.findByRole('button', { name: 'Show again: Sample Court' })).toBeInTheDocument();
    const table = screen.getByRole('region', { name: 'Properties' });
    expect(within(table).getByText('Hidden')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Close: Sample Court' })).toBeNull();
  });
});

describe('what is set aside', () => {
  const failed = {
    consumer: 'process:payment',
    lane: 'payment-1',
    position: '42',
    stream: 'payment-1',
    revision: 3,
    error: 'The ledger said no',
    failedAt: '2026-11-20T14:02:00.000Z',
  };
  it('is handed over again, and what still waits is said', async () => {
    let left = [failed];
    serve({
      ...base,
      'GET /api/admin/failed-events': () => left,
      'POST /api/admin/failed-events/release': () => ((left = []), { released: 1, stuck: 0 }),
    });
    const { user } = show(<FailedEventsPage />, { at: '/admin/failed-events' });
    expect(await screen.findByText('The ledger said no')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Retry events of process:payment' }));
    expect(await screen.findByText('Events applied')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'No failed events' })).toBeInTheDocument();
  });
});

describe('a case whose money waits for the answer', () => {
  const one = {
    id: 'escrow-suspense-1',
    kind: 'escrow-suspense',
    status: 'open',
    summary: 'Money of nobody',
    paymentId: null,
    propertyId: 1,
    wallet: WALLET,
    txHash: null,
    openedAt: '2026-11-20T14:02:00.000Z',
    details: {},
    effectOfResolving: 'Resolving releases the money',
  } as unknown as CaseView;
  const options = async (view: CaseView) => {
    serve({ ...base, 'GET /api/platform/config': {}, [`GET /api/admin/cases/${view.id}`]: view });
    const { user } = show(<CaseDrawer id={view.id} onClose={() => undefined} />);
    await user.click(await screen.findByLabelText('Resolution', { selector: 'input' }));
    return (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  };
  it('can be answered with every one that releases it, and no other case with those', async () => {
    expect(await options(one)).toEqual(
      expect.arrayContaining(['Refunded', 'Added to the property’s deposit', 'Kept as the platform’s own']),
    );
    cleanup();
    expect(await options({ ...one, propertyId: null })).not.toContain('Added to the property’s deposit');
    cleanup();
    expect(await options({ ...one, kind: 'books-differ' } as CaseView)).not.toContain('Kept as the platform’s own');
  });
  it('a payment that a restored log has forgotten has two answers: it counts, or it is owed back', async () => {
    expect(await options({ ...one, kind: 'forgotten-payment' } as CaseView)).toEqual([
      'Count it as paid and issue the tokens',
      'Record it as owed back',
    ]);
  });
  it('a fee that was paid twice is sent back from its case', async () => {
    const twice = { ...one, id: 'fee-1', kind: 'fee-paid-twice', paymentId: 'pay-1' } as CaseView;
    serve({
      ...base,
      'GET /api/platform/config': {},
      'GET /api/admin/cases/fee-1': twice,
      'POST /api/admin/payments/pay-1/refund-fee': {},
    });
    const { user } = show(<CaseDrawer id="fee-1" onClose={() => undefined} />);
    await user.click(await screen.findByRole('button', { name: 'Send the fee back' }));
    await fill(user, screen.getByLabelText('Reason'), 'It was paid a second time');
    const dialogs = screen.getAllByRole('dialog');
    await user.click(within(dialogs.at(-1)!).getByRole('button', { name: 'Send the fee back' }));
    await waitFor(() => expect(posted('/api/admin/payments/pay-1/refund-fee')).toHaveLength(1));
  });
});

describe('what was done to a wallet', () => {
  it('in one act in both roles stands there twice, each with its role, and stays so when it is read again', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const at = '2026-11-22T08:00:00.000Z';
    const row = { what: 'VerificationRevoked', role: 'landlord', at, by: WALLET, reason: 'One act' };
    const suspended = { ...row, what: 'WalletSuspended', role: null };
    serve({
      ...base,
      'GET /api/admin/all-users': [],
      [`GET /api/admin/users/${WALLET}`]: standing(),
      [`GET /api/admin/users/${WALLET}/controls`]: [{ ...row, role: 'investor' }, row, suspended],
    });
    show(<UsersPage />, { at: `/admin/users/${WALLET}`, path: '/admin/users/:wallet' });
    await screen.findByText('Verification as landlord revoked');
    expect(screen.getByText('Verification as investor revoked')).toBeInTheDocument();
    expect(screen.getByText('Suspended')).toBeInTheDocument();
    const keys = said.mock.calls.filter(([text]) => /same key/.test(String(text)));
    said.mockRestore();
    expect(keys).toEqual([]);
  });
});
