import { afterEach, describe, expect, it } from '@jest/globals';
import type { ComplianceCaseRow, ComplianceSummary, SanctionsListView } from '@tknest/contracts/api';
import type { Day } from '@tknest/contracts/money';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { officer, row } from '../../../test/case-desk';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import QueuePage from './pages/queue-page';

afterEach(cleanup);

const summary: ComplianceSummary = {
  open: 51,
  toReview: 49,
  asked: 0,
  secondApproval: 2,
  overdue: 7,
  mine: 3,
  medianMinutes: 460,
};

const LIST: SanctionsListView = {
  source: 'sandbox',
  name: 'OFAC SDN',
  date: '2024-05-03',
  sha256: 'a1',
  entries: 17_403,
  loadedAt: '2026-11-20T09:00:00.000Z',
  sandbox: true,
  closed: false,
};

async function queue(rows: ComplianceCaseRow[], at = '/compliance', more: Answers = {}) {
  serve({
    'GET /api/session': officer,
    'GET /api/compliance/cases': rows,
    'POST /api/compliance/cases/search': rows,
    'GET /api/compliance/summary': summary,
    'GET /api/compliance/list': LIST,
    ...more,
  });
  const view = show(<QueuePage />, { at });
  await screen.findByText('7 h 40 min');
  return view;
}
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the queue of the case desk', () => {
  it('an address that asks for a list that there is not shows the open cases', async () => {
    await queue([row()], '/compliance?show=toString');
    expect(calls.find(({ path }) => path === '/api/compliance/cases')?.search).toBe('?show=open');
  });
  it('shows the figures that the server counts over every case, and not over the page', async () => {
    await queue([row()]);
    expect(figure('To review')).toBe('49');
    expect(figure('Waiting for a second person')).toBe('2');
    expect(figure('Overdue (limit: 3 business days)')).toBe('7');
    expect(figure('Median time to decide, 30 days')).toBe('7 h 40 min');
    expect(screen.getByRole('link', { name: 'Open, 51' })).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('link', { name: 'Mine, 3' })).toBeInTheDocument();
  });
  it('names the sanctions list in use, and fetches it when asked', async () => {
    let sha256 = 'a1';
    const { user } = await queue([], '/compliance', {
      'POST /api/compliance/list/refresh': () => ({ ...LIST, sha256 }),
    });
    expect(await screen.findByText(/OFAC SDN of May 3, 2024, 17,403 entries, fetched Nov 20, 2026/)).toBeVisible();
    const fetchNow = async () => user.click(await screen.findByRole('button', { name: 'Fetch the list now' }));
    await fetchNow();
    expect(await screen.findByText('The list has not changed.')).toBeInTheDocument();
    sha256 = 'b2';
    await fetchNow();
    expect(await screen.findByText(/A new list is in use/)).toBeInTheDocument();
  });
  it.each([
    [8, true],
    [7, false],
  ])('a list of %i days is a warning: %s', async (days, warns) => {
    const date = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10) as Day;
    await queue([], '/compliance', { 'GET /api/compliance/list': { ...LIST, date } });
    const note = (await screen.findByText(/^Sanctions list: OFAC SDN/)).closest('.note')!;
    expect(note.classList.contains('note-wait')).toBe(warns);
    expect(note.textContent!.includes('It is 8 days old.')).toBe(warns);
  });
  it('says why the list was not fetched, and offers nothing to who only reads', async () => {
    const refused = problem(503, 'The sanctions list can’t be fetched at the moment. The previous one stays in use.');
    const { user, unmount } = await queue([], '/compliance', { 'POST /api/compliance/list/refresh': () => refused });
    await user.click(await screen.findByRole('button', { name: 'Fetch the list now' }));
    expect(await screen.findByText(/The previous one stays in use/)).toBeInTheDocument();
    unmount();
    await queue([], '/compliance', { 'GET /api/session': session({ userRole: 'auditor' }) });
    expect(await screen.findByText(/OFAC SDN of May 3, 2024/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Fetch the list now' })).toBeNull();
  });
  it('says in red that nobody can be approved without a list', async () => {
    const none = { ...LIST, name: null, date: null, sha256: null, loadedAt: null, entries: 0, closed: true };
    await queue([], '/compliance', { 'GET /api/compliance/list': none });
    expect(await screen.findByText('No current sanctions list.')).toBeInTheDocument();
  });
  it('asks the server for what is mine, for words and for a reason', async () => {
    const { user, address } = await queue([row()], '/compliance?show=mine');
    await user.type(screen.getByRole('searchbox', { name: 'Name, wallet or case' }), 'jon sample');
    const sent = () => calls.findLast(({ path }) => path === '/api/compliance/cases/search')?.body;
    await waitFor(() => expect(sent()).toEqual({ show: 'mine', search: 'jon sample' }));
    // A name is in no URL, neither in the call's nor in the page's.
    expect(calls.map(({ path, search }) => path + search).join()).not.toContain('jon');
    expect(address()).toBe('/compliance?show=mine');
  });
  it('is empty in words: nobody is waiting, or nothing was found and the filters can be cleared', async () => {
    await queue([]);
    expect(await screen.findByText('No open compliance cases')).toBeInTheDocument();
    expect(screen.queryByRole('searchbox')).toBeNull();
    cleanup();
    const { user, address } = await queue([], '/compliance?reason=sanctions-hit');
    await user.type(screen.getByRole('searchbox', { name: 'Name, wallet or case' }), 'nobody');
    await waitFor(() => expect(calls.at(-1)?.path).toBe('/api/compliance/cases/search'));
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(address()).toBe('/compliance');
    expect(screen.getByRole('searchbox', { name: 'Name, wallet or case' })).toHaveValue('');
  });
});
