import { afterEach, describe, expect, it } from '@jest/globals';
import type { ReconciliationView } from '@tknest/contracts/api';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { openAudit } from '../../../test/audit';
import { session } from '../../../test/server';
import { positionOf } from './moment';
import ReconciliationPage from './pages/reconciliation-page';

afterEach(cleanup);

describe('reconciliation', () => {
  const view: ReconciliationView = {
    rows: [
      {
        subject: 'feeWallet',
        what: 'fee wallet holds',
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
    nodeOperators: 2,
    openFindings: { missing: 1 },
    openCases: 1,
    lastRunAt: '2026-11-20T14:02:22.000Z',
    lastFull: null,
    running: null,
  } as unknown as ReconciliationView;

  it.each(['Balances', 'Compared continuously'])(
    'every figure of %s has its name, so that a card of phones can be read',
    async (name) => {
      openAudit(<ReconciliationPage />, '/audit/reconciliation', { 'GET /api/admin/reconciliation': view });
      const figures = [...(await screen.findByRole('region', { name })).querySelectorAll('td.num')];
      expect(figures.length).toBeGreaterThan(3);
      for (const figure of figures) expect(figure).toHaveAttribute('data-label');
    },
  );
  it.each([
    [1, 1],
    [2, 0],
  ])('with %i operators of ledger nodes, %i warning says that nobody checks them', async (nodeOperators, warnings) => {
    openAudit(<ReconciliationPage />, '/audit/reconciliation', {
      'GET /api/admin/reconciliation': { ...view, nodeOperators },
    });
    await screen.findByRole('region', { name: 'Balances' });
    expect(screen.queryAllByText(/run by one operator, so nobody checks what they say/)).toHaveLength(warnings);
  });
  it.each([
    ['auditor', 0],
    ['admin', 2],
  ] as const)('%s has %i buttons that compare', async (userRole, buttons) => {
    openAudit(<ReconciliationPage />, '/audit/reconciliation', {
      'GET /api/session': session({ userRole }),
      'GET /api/admin/reconciliation': view,
    });
    await screen.findByText('−', { exact: false, selector: 'td > span' });
    await waitFor(() => expect(screen.queryAllByRole('button', { name: /^Compare/ })).toHaveLength(buttons));
  });
});
