import { afterEach, describe, expect, it } from '@jest/globals';
import { UNSEEN_PROOF, type ErasureView, type RetainedView } from '@tknest/contracts/api';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { fill } from '../../../test/fill';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import ErasuresPage from './pages/erasures-page';

afterEach(cleanup);

const wallet = 'rJ2nSd5MqX8vExampleExampleExam';
const asked = (more: Partial<ErasureView> = {}): ErasureView => ({
  wallet,
  requestedAt: '2026-11-19T09:00:00.000Z',
  erasesAt: null,
  erasedAt: null,
  retainedUntil: null,
  redactions: 0,
  holds: [],
  ...more,
});
const kept: RetainedView = {
  persons: [{ firstName: 'Jon', lastName: 'Sample', dateOfBirth: '1988-04-12', country: 'US' }],
  decisions: { investor: { status: 'verified', code: null, decidedBy: 'reviewer' } },
  verifications: [],
  documents: [{ id: 'd1', mediaType: 'image/png', scan: 'clean' }],
};
async function open(rows: ErasureView[], answers: Answers = {}) {
  serve({ 'GET /api/session': session({ userRole: 'admin' }), 'GET /api/compliance/erasures': rows, ...answers });
  const view = show(<ErasuresPage />, { at: '/admin/erasures' });
  await screen.findByRole('heading', { name: 'Erasures' });
  return view;
}
const POST = `POST /api/compliance/erasures/${wallet}`;
const sent = () => calls.filter(({ method }) => method === 'POST');

describe('erasures, for an admin (rule 12)', () => {
  it('shows who asked, and what keeps their data', async () => {
    await open([asked({ holds: ['tokens are held', 'a case is open'] })]);
    expect((await screen.findAllByText('Tokens are held, a case is open')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('On hold').length).toBeGreaterThan(0);
  });
  it('is carried out only with the wallet typed again', async () => {
    const { user } = await open([asked()], { [POST]: asked({ erasedAt: '2026-11-22T10:00:00.000Z' }) });
    await user.click((await screen.findAllByRole('button', { name: `Erase ${wallet}` }))[0]!);
    const dialog = await screen.findByRole('dialog');
    const field = within(dialog).getByRole('textbox', { name: 'Type the wallet address again' });
    await user.type(field, 'rSomebodyElse');
    await user.click(within(dialog).getByRole('button', { name: 'Erase permanently' }));
    expect(await within(dialog).findByText('This is not the wallet to erase')).toBeInTheDocument();
    expect(sent()).toEqual([]);
    await user.clear(field);
    await fill(user, field, wallet);
    await user.click(within(dialog).getByRole('button', { name: 'Erase permanently' }));
    await waitFor(() => expect(sent()).toMatchObject([{ body: { confirm: wallet } }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  it('that has a time says so, and can be stopped', async () => {
    const { user } = await open([asked({ erasesAt: '2026-11-22T10:00:00.000Z' })], {
      [`${POST}/stop`]: { success: true },
    });
    expect((await screen.findAllByText('Erases on Nov 22, 2026')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: `Erase ${wallet}` })).toBeNull();
    await user.click(screen.getAllByRole('button', { name: `Stop the erasure of ${wallet}` })[0]!);
    expect(await screen.findByText('Erasure stopped')).toBeInTheDocument();
    expect(sent()).toHaveLength(1);
  });
  it('that its person did not ask for is proposed: the page of proposals opens', async () => {
    const { user } = await open([asked({ requestedAt: null })], { [POST]: { success: true, proposalId: 'p1' } });
    await user.click((await screen.findAllByRole('button', { name: `Erase ${wallet}` }))[0]!);
    const dialog = await screen.findByRole('dialog');
    await fill(user, within(dialog).getByRole('textbox', { name: 'Type the wallet address again' }), wallet);
    await user.click(within(dialog).getByRole('button', { name: 'Erase permanently' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(screen.queryByText('Erased')).toBeNull();
  });
  it('that the server refuses names the hold, and stays open', async () => {
    const detail = 'The personal data must be kept while this lasts: a listing is open';
    const { user } = await open([asked()], { [POST]: () => problem(409, detail) });
    await user.click((await screen.findAllByRole('button', { name: `Erase ${wallet}` }))[0]!);
    const dialog = await screen.findByRole('dialog');
    await fill(user, within(dialog).getByRole('textbox', { name: 'Type the wallet address again' }), wallet);
    await user.click(within(dialog).getByRole('button', { name: 'Erase permanently' }));
    expect(await within(dialog).findByText(detail)).toBeInTheDocument();
  });
  it('that waits for a scanner which never comes is carried out without the proof, where an admin says so', async () => {
    const { user } = await open([asked({ holds: [UNSEEN_PROOF] })], {
      [POST]: asked({ erasedAt: '2026-11-22T10:00:00.000Z' }),
    });
    await user.click((await screen.findAllByRole('button', { name: `Erase ${wallet}` }))[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('checkbox', { name: /^Destroy the unchecked proof of identity/ }));
    await fill(user, dialog.getByRole('textbox', { name: 'Type the wallet address again' }), wallet);
    await user.click(dialog.getByRole('button', { name: 'Erase permanently' }));
    await waitFor(() => expect(sent()).toMatchObject([{ body: { confirm: wallet, discardUnseen: true } }]));
    cleanup();
    await open([asked({ holds: ['a case is open'] })]);
    await user.click((await screen.findAllByRole('button', { name: `Erase ${wallet}` }))[0]!);
    expect(within(await screen.findByRole('dialog')).queryByRole('checkbox')).toBeNull();
  });
  it('asks for what is kept only where somebody opens it', async () => {
    const at = `/api/compliance/erasures/${wallet}/retained`;
    const erased = asked({ erasedAt: '2026-11-22T10:00:00.000Z', retainedUntil: '2036-11-22' });
    const { user } = await open([erased], { [`GET ${at}`]: [kept] });
    await screen.findAllByText('Erased');
    expect(screen.getByText('Some data until Nov 22, 2036, as the law requires')).toBeInTheDocument();
    expect(calls.filter(({ path }) => path === at)).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: `Retained data of ${wallet}` })[0]!);
    const dialog = await screen.findByRole('dialog');
    expect((await within(dialog).findByText('Jon Sample')).parentElement).toHaveTextContent(/born Apr 12, 1988, US/);
    expect(within(dialog).getByRole('button', { name: 'Proof of identity' })).toBeInTheDocument();
    expect(calls.filter(({ path }) => path === at)).toHaveLength(1);
  });
  it('says of a proof that was destroyed unseen that it was, and offers nothing to open', async () => {
    const at = `/api/compliance/erasures/${wallet}/retained`;
    const erased = asked({ erasedAt: '2026-11-22T10:00:00.000Z', retainedUntil: '2036-11-22' });
    const documents = [{ id: 'd1', mediaType: 'image/png', scan: 'discarded' as const }];
    const { user } = await open([erased], { [`GET ${at}`]: [{ ...kept, documents }] });
    await user.click((await screen.findAllByRole('button', { name: `Retained data of ${wallet}` }))[0]!);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/A proof of identity was destroyed without being opened/)).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Proof of identity' })).toBeNull();
  });
  it('is empty in words', async () => {
    await open([]);
    expect(await screen.findByText('No erasure requests')).toBeInTheDocument();
  });
});
