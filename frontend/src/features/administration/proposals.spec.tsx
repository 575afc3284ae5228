import { afterEach, describe, expect, it } from '@jest/globals';
import type { ProposalView } from '@tknest/contracts/api';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { fill } from '../../../test/fill';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import ProposalsPage from './pages/proposals-page';

afterEach(cleanup);

const ME = 'rSecondAdmin1ExampleExampleExa';
const OTHER = 'rFirstAdmin11ExampleExampleExa';
const links = {
  payloadUuid: 'u1',
  qrCode: 'data:image/png;base64,AA==',
  deepLink: 'https://x.example',
  websocket: 'ws://x',
  code: '3F9A-12C4',
};
const proposal = (more: Partial<ProposalView> = {}): ProposalView => ({
  id: '3b8a9c04-6a0b-4a8e-9d2f-6c1c8e1d7a10',
  kind: 'hand-payout',
  by: OTHER,
  isProposer: false,
  at: '2026-11-19T09:00:00.000Z',
  expiresAt: '2026-11-22T09:00:00.000Z',
  summary: 'Pay 5.00 RLUSD to rPayee.',
  note: null,
  status: 'open',
  linkTo: '/tokens',
  approvedBy: null,
  carriedOut: null,
  problem: null,
  reason: null,
  ...more,
});

async function page(rows: () => ProposalView[], answers: Answers = {}, at: Parameters<typeof show>[1] = {}) {
  serve({
    'GET /api/session': session({ walletAddress: ME, userRole: 'admin' }),
    'GET /api/admin/proposals': rows,
    ...answers,
  });
  const shown = show(<ProposalsPage />, { at: '/admin/proposals', ...at });
  await screen.findByRole('heading', { name: 'Proposals' });
  return shown;
}

describe('what takes two people', () => {
  it('is approved with a signature in the own wallet, and the dialog closes once it is there', async () => {
    let row = proposal();
    const approve = `POST /api/admin/proposals/${row.id}/approve`;
    const { user } = await page(() => [row], { [approve]: links });
    await user.click(await screen.findByRole('button', { name: `Approve: ${row.summary}` }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign your approval' });
    expect(dialog).toHaveTextContent(row.summary);
    expect(dialog).toHaveTextContent('3F9A-12C4');
    row = proposal({ status: 'approved', approvedBy: ME, carriedOut: true });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 });
    expect(await screen.findByText('Approved and carried out')).toBeInTheDocument();
  });

  it('is refused with a reason by somebody else, and its proposer may only withdraw it', async () => {
    const row = proposal();
    const { user } = await page(() => [row], { [`POST /api/admin/proposals/${row.id}/refuse`]: { success: true } });
    await user.click(await screen.findByRole('button', { name: `Refuse: ${row.summary}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refuse this proposal?' }));
    await fill(user, dialog.getByRole('textbox', { name: 'Reason' }), 'The invoice is missing');
    await user.click(dialog.getByRole('button', { name: 'Refuse proposal' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path.endsWith('/refuse'))?.body).toEqual({ reason: 'The invoice is missing' }),
    );
    cleanup();
    await page(() => [proposal({ by: ME })]);
    expect(await screen.findByRole('button', { name: `Withdraw: ${row.summary}` })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it('is refused with words of its own, and with none that were typed about another one', async () => {
    const [one, other] = [proposal(), proposal({ id: 'other', summary: 'Pay 7.00 RLUSD to rPayee.' })];
    const { user } = await page(() => [one, other]);
    await user.click(await screen.findByRole('button', { name: `Refuse: ${one.summary}` }));
    await fill(user, screen.getByRole('textbox', { name: 'Reason' }), 'The invoice is missing');
    await user.click(screen.getByRole('button', { name: 'Keep it' }));
    await user.click(screen.getByRole('button', { name: `Refuse: ${other.summary}` }));
    expect(await screen.findByRole('textbox', { name: 'Reason' })).toHaveValue('');
  });

  it('shows no buttons that answer 403 to another wallet of its proposer', async () => {
    await page(() => [proposal({ isProposer: true })]);
    await screen.findByText(proposal().summary);
    expect(screen.queryByRole('button', { name: /Approve|Refuse|Withdraw/ })).toBeNull();
  });

  it('can be stopped while it is approved and not carried out', async () => {
    const waits = proposal({ status: 'approved', carriedOut: null });
    await page(() => [waits, proposal({ id: 'done', status: 'approved', carriedOut: true, summary: 'Done' })]);
    expect(await screen.findByRole('button', { name: `Refuse: ${waits.summary}` })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Approve|Done/ })).toBeNull();
  });

  it('says why somebody may not approve, and why what was approved could not be done', async () => {
    const row = proposal();
    const detail = 'You became an admin recently: you can approve from 2026-11-20 09:00 UTC on';
    const { user } = await page(
      () => [row, proposal({ id: 'other', status: 'approved', carriedOut: false, problem: 'The float holds less' })],
      {
        [`POST /api/admin/proposals/${row.id}/approve`]: () => problem(409, detail),
      },
    );
    await user.click(await screen.findByRole('button', { name: `Approve: ${row.summary}` }));
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(screen.getByText('Approved, not carried out')).toBeInTheDocument();
    expect(screen.getByText('The float holds less')).toBeInTheDocument();
  });

  it('is only read by an auditor; an empty list says what would stand there', async () => {
    const row = proposal();
    await page(() => [row], { 'GET /api/session': session({ walletAddress: ME, userRole: 'auditor' }) });
    await screen.findByText(row.summary);
    expect(screen.queryByRole('button', { name: /Approve|Refuse|Withdraw/ })).toBeNull();
    cleanup();
    await page(() => []);
    expect(await screen.findByText('No proposals')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Open token management' })).toHaveAttribute('href', '/tokens');
  });
});
