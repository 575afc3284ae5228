import { afterEach, describe, expect, it } from '@jest/globals';
import type { ScreeningResult } from '@tknest/contracts/api';
import { cleanup, screen, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import NameScreeningPage from './pages/name-screening-page';

afterEach(cleanup);

const hit = {
  name: 'MADURO MOROS, Nicolas',
  score: 0.97,
  list: 'SDN',
  entityNumber: '22790',
  program: 'VENEZUELA',
  explanation: 'Both words are the same.',
  words: [],
};
const result = (more: Partial<ScreeningResult> = {}): ScreeningResult =>
  ({
    name: 'Ida Example',
    status: 'approved',
    riskLevel: 'low',
    reason: 'No similar name on the list',
    matches: [],
    near: [],
    list: { name: 'OFAC SDN', published: '2024-05-01' },
    lines: { review: 0.8, exact: 0.95 },
    ...more,
  }) as ScreeningResult;

function open(more: Answers = {}) {
  serve({ 'GET /api/session': session(), 'POST /api/kyc/screen-name': result(), ...more });
  return show(<NameScreeningPage />, { at: '/kyc-test' });
}
const posted = () => calls.filter(({ method }) => method === 'POST');

describe('document 1 §2 and §8, sanctions screening test page', () => {
  it('shows name, status, risk level, reason and matches; a match is "Sanctions Match Found"', async () => {
    const found = result({
      name: 'Nicolas Maduro',
      status: 'rejected',
      riskLevel: 'high',
      reason: 'On the list',
      matches: [hit] as never,
    });
    const { user } = open({ 'POST /api/kyc/screen-name': found });
    await user.type(await screen.findByLabelText('Full name'), 'Nicolas Maduro');
    await user.click(screen.getByRole('button', { name: 'Screen Name' }));
    const verdict = within(await screen.findByRole('region', { name: 'Result' }));
    for (const text of [/Nicolas Maduro/, /On the list\./, 'Rejected', 'high risk'])
      expect(verdict.getByText(text)).toBeInTheDocument();
    expect(screen.getByText(hit.name)).toBeInTheDocument();
    expect(screen.getByText('Sanctions Match Found')).toBeInTheDocument();
    expect(posted()[0]!.body).toEqual({ name: 'Nicolas Maduro' });
  });
  it('"Screening Complete" when the name is cleared', async () => {
    const { user } = open();
    await user.type(await screen.findByLabelText('Full name'), 'Ida Example{Enter}');
    expect(await screen.findByText('Screening Complete')).toBeInTheDocument();
    expect(screen.getByText('Approved')).toBeInTheDocument();
    expect(screen.getByText('low risk')).toBeInTheDocument();
  });
  it('a similar name is neither complete nor an error: it needs review', async () => {
    const pending = result({ status: 'pending', riskLevel: 'medium', reason: 'A similar name is on the list' });
    const { user } = open({ 'POST /api/kyc/screen-name': pending });
    await user.type(await screen.findByLabelText('Full name'), 'Ida Example{Enter}');
    expect(await screen.findByText('Screening Needs Review')).toBeInTheDocument();
    expect(screen.getAllByText('A similar name is on the list').length).toBeGreaterThan(0);
    expect(screen.queryByText('Screening Error')).toBeNull();
    expect(screen.queryByText('Screening Complete')).toBeNull();
    expect(screen.getByText('Pending')).toBeInTheDocument();
    expect(screen.getByText('medium risk')).toBeInTheDocument();
  });
  it('a quick-test name is screened by one click', async () => {
    const { user } = open();
    const quick = within(await screen.findByRole('group', { name: 'Quick test' }));
    await user.click(quick.getByRole('button', { name: 'Ida Example' }));
    await screen.findByText('Screening Complete');
    expect(posted()[0]!.body).toEqual({ name: 'Ida Example' });
    expect(screen.getByLabelText('Full name')).toHaveValue('Ida Example');
  });
  it("'Name Required: Please enter a name to screen': nothing is sent", async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Screen Name' }));
    expect(await screen.findByText('Name Required: Please enter a name to screen')).toBeInTheDocument();
    expect(posted()).toEqual([]);
  });
  it.each<[string, () => Response | Promise<never>]>([
    ['No sanctions list is loaded', () => problem(503, 'No sanctions list is loaded')],
    ['Screening failed', () => problem(503, '')],
    ['Unable to perform screening', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(
    "'Screening Error' with the server's message, or '%s' where it has none or cannot be reached",
    async (told, answer) => {
      const { user } = open({ 'POST /api/kyc/screen-name': answer });
      await user.type(await screen.findByLabelText('Full name'), 'Ida Example{Enter}');
      expect((await screen.findAllByText(/Screening Error/))[0]).toBeInTheDocument();
      expect(screen.getAllByText(new RegExp(told)).length).toBeGreaterThan(0);
    },
  );
});
