import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { openAudit } from '../../../test/audit';
import { calls, problem, session } from '../../../test/server';
import ReadModelsPage from './pages/read-models-page';

afterEach(cleanup);

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
    openAudit(<ReadModelsPage />, AT, {
      'GET /api/admin/read-models/rebuild': [
        model('properties'),
        model('cases', { state: 'rebuilding', lag: 1_200, progress: 0.4 }),
        model('loans', { state: 'failed-events' }),
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
    expect(screen.getByRole('link', { name: 'Failed events' })).toHaveAttribute('href', '/admin/failed-events');
  });
  it('say what is wrong with one, also where it is live: a rebuild of it failed', async () => {
    openAudit(<ReadModelsPage />, AT, {
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
    const { user, unmount } = openAudit(<ReadModelsPage />, AT, asAdmin);
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
    openAudit(<ReadModelsPage />, AT, { 'GET /api/admin/read-models/rebuild': [model('properties')] });
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: /^Rebuild/ })).toBeNull();
  });
  it('that were not rebuilt say why', async () => {
    const { user } = openAudit(<ReadModelsPage />, AT, {
      'GET /api/session': session({ userRole: 'admin' }),
      'GET /api/admin/read-models/rebuild': [model('properties')],
      'POST /api/admin/read-models/rebuild': problem(503, 'No worker answers'),
    });
    await user.click(await screen.findByRole('button', { name: 'Rebuild properties' }));
    expect(await screen.findByText('No worker answers')).toBeInTheDocument();
  });
});
