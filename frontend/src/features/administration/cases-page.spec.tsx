import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HASH } from '../../../test/administration';
import { show } from '../../../test/render';
import { calls, problem, serve, session, type Answers } from '../../../test/server';
import CasesPage from './pages/cases-page';

afterEach(cleanup);

describe('the cases', () => {
  const found = (more = {}) => ({
    id: 'unknown-1',
    kind: 'unknown-ledger-payment',
    summary: 'RLUSD reached the fee wallet by a transaction that is not in the log.',
    status: 'open',
    paymentId: null,
    propertyId: null,
    wallet: 'rPayerExample',
    txHash: HASH,
    openedAt: '2026-11-20T14:02:00.000Z',
    resolvedAt: null,
    resolution: null,
    note: null,
    details: { ledgerIndex: 7 },
    effectOfResolving: 'Nothing is sent to the ledger.',
    ...more,
  });
  const cases = (more: Answers = {}, at = '/admin/cases', path = '/admin/cases/:caseId?') => {
    serve({
      'GET /api/session': session({ userRole: 'admin' }),
      'GET /api/platform/config': { explorer: null },
      'GET /api/admin/cases': ({ url }: { url: URL }) => (url.searchParams.get('status') === 'open' ? [found()] : []),
      'GET /api/admin/cases/unknown-1': found(),
      ...more,
    });
    return show(<CasesPage />, { at, path });
  };

  it('open ones first; those that were resolved one click away, each in the address', async () => {
    const { user, address } = cases();
    expect(await screen.findByText(found().summary)).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Resolved' }));
    expect(await screen.findByRole('heading', { name: 'No resolved payment cases' })).toBeInTheDocument();
    expect(address()).toBe('/admin/cases?status=resolved');
  });
  it('a tab never stands over the rows of the one before', async () => {
    const { user } = cases({
      'GET /api/admin/cases': ({ url }: { url: URL }) =>
        url.searchParams.get('status') === 'open' ? [found()] : new Promise(() => undefined),
    });
    await screen.findByText(found().summary);
    await user.click(screen.getByRole('link', { name: 'Resolved' }));
    await waitFor(() => expect(screen.queryByText(found().summary)).toBeNull());
  });
  it('what was done has to be said: in the words of the contract, under the field', async () => {
    const { user } = cases({}, '/admin/cases/unknown-1');
    await user.type(await screen.findByLabelText('Explanation'), 'Too short');
    // The page says what resolving the case does.
    expect(screen.getByText('Nothing is sent to the ledger.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Resolve the case' }));
    expect(await screen.findByText('Describe what was done in at least 10 characters')).toBeInTheDocument();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
  it('one opens at its own address, is resolved there in words, and says so', async () => {
    let one = found();
    const { user, address } = cases({
      'GET /api/admin/cases/unknown-1': () => one,
      'POST /api/admin/cases/unknown-1/resolve': () =>
        (one = found({
          status: 'resolved',
          resolution: 'no-action',
          note: 'A gift: nothing is owed.',
          resolvedAt: '2026-11-20T15:00:00.000Z',
        })),
    });
    await user.click(await screen.findByRole('button', { name: /^Open case/ }));
    await waitFor(() => expect(address()).toBe('/admin/cases/unknown-1'));
    await user.type(await screen.findByLabelText('Explanation'), 'A gift: nothing is owed.');
    await user.click(screen.getByRole('button', { name: 'Resolve the case' }));
    expect(await screen.findByText('A gift: nothing is owed.', { selector: 'p' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Resolve the case' })).toBeNull();
  });
  it('an auditor reads one and resolves none', async () => {
    cases({ 'GET /api/session': session({ userRole: 'auditor' }) }, '/admin/cases/unknown-1');
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('All findings')).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Resolve the case' })).toBeNull();
  });
  it('one that there is not leads back to the others', async () => {
    const { user, address } = cases(
      { 'GET /api/admin/cases/unknown-1': () => problem(404, 'No matching cases') },
      '/admin/cases/unknown-1',
    );
    await user.click(await screen.findByRole('button', { name: 'Back to cases' }));
    await waitFor(() => expect(address()).toBe('/admin/cases'));
  });
});
