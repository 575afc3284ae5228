import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { HASH } from '../../../test/administration';
import { show } from '../../../test/render';
import { payment, problem, serve, type Answers } from '../../../test/server';
import PaymentDrawer from './components/payment-drawer';

afterEach(cleanup);

describe('the drawer of a payment', () => {
  const at = (ms: number) => new Date(Date.parse('2026-11-20T14:01:07.214Z') + ms).toISOString();
  const logged = (position: number, type: string, ms: number, data: object = {}, wallet: string | null = null) => ({
    position: String(position).padStart(20, '0'),
    stream: 'payment-p-1',
    revision: position,
    type,
    version: 1,
    at: at(ms),
    actor: { wallet, role: wallet ? 'investor' : 'system' },
    data,
    metadata: {},
    hash: HASH,
  });
  const events = [
    logged(41_207, 'PaymentStarted', 0, { amount: '500', platformFee: '12.5' }, 'rE5tLk1RaB7gExampleExample'),
    logged(41_224, 'LegValidated', 67_519, { leg: 'recipient', ledgerIndex: 98_214_377, hash: HASH }),
    logged(41_230, 'PaymentCompleted', 75_096),
  ];
  const drawer = (more: Answers = {}) => {
    const paid = payment({ id: 'p-1', status: 'completed', outcome: 'settled', feeStatus: 'paid', createdAt: at(0) });
    serve({
      'GET /api/platform/config': { explorer: 'https://explorer.example' },
      'GET /api/rlusd/payment-status/p-1': paid,
      'GET /api/audit/events': { events, next: null },
      ...more,
    });
    return show(<PaymentDrawer paymentId="p-1" onClose={() => undefined} />);
  };

  it('shows what was paid in all, the parts of it, and how long it took', async () => {
    drawer();
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('1 min 15 s');
    for (const text of [
      'Completed',
      '512.50 RLUSD',
      'Property purchase, 5 tokens of Sample Court',
      'Amount500.00 RLUSD',
      'Platform fee, paid12.50 RLUSD',
      'Started to settled1 min 15 s',
    ])
      expect(dialog).toHaveTextContent(text);
  });
  it('the trail: time to the millisecond, event, sentence, who, hash, position in the log; a filled dot is confirmed by a ledger', async () => {
    drawer();
    const [first, second, last] = await screen.findAllByRole('listitem');
    for (const text of [
      '.214',
      'PaymentStarted',
      'A payment of 500.00 RLUSD with a fee of 12.50 RLUSD was started.',
      'rE5tLk1RaB7g',
      'Investor',
      '#41207',
    ])
      expect(first).toHaveTextContent(text);
    expect(first).not.toHaveAttribute('data-ledger');
    expect(second).toHaveAttribute('data-ledger', 'true');
    for (const text of ['8F3C12A9', 'Payment process']) expect(second).toHaveTextContent(text);
    expect(within(last!).getByRole('link', { name: 'Position 41230 in the event log' })).toHaveAttribute(
      'href',
      `/audit/events?after=${'41229'.padStart(20, '0')}`,
    );
    expect(screen.getByRole('link', { name: 'Replay to here' })).toHaveAttribute(
      'href',
      `/audit?position=${'41230'.padStart(20, '0')}`,
    );
  });
  it('what was withdrawn is no failure: the note is quiet, and the fee was not taken', async () => {
    drawer({
      'GET /api/rlusd/payment-status/p-1': payment({
        id: 'p-1',
        status: 'failed',
        outcome: 'cancelled',
        error: 'The payment was canceled. No money moved.',
        feeStatus: 'open',
      }),
    });
    expect((await screen.findByText('The payment was canceled. No money moved.')).closest('.note')).toHaveClass(
      'note-off',
    );
    expect(screen.getByText('Platform fee, not taken')).toBeInTheDocument();
  });
  it('another payment never stands under the rows of the one before, and the drawer says that it is loading', async () => {
    const paid = payment({ id: 'p-1', status: 'completed', outcome: 'settled', createdAt: at(0) });
    serve({
      'GET /api/platform/config': { explorer: null },
      'GET /api/rlusd/payment-status/p-1': paid,
      'GET /api/rlusd/payment-status/p-2': () => new Promise(() => undefined),
      'GET /api/audit/events': ({ url }: { url: URL }) =>
        url.searchParams.get('stream') === 'payment-p-1' ? { events, next: null } : new Promise(() => undefined),
    });
    function Page() {
      const [id, setId] = useState('p-1');
      return (
        <>
          <button type="button" onClick={() => setId('p-2')}>
            Other
          </button>
          <PaymentDrawer paymentId={id} onClose={() => undefined} />
        </>
      );
    }
    show(<Page />);
    await screen.findByText('#41207');
    fireEvent.click(screen.getByText('Other'));
    await waitFor(() => expect(screen.queryByText('#41207')).toBeNull());
    expect(within(screen.getByRole('dialog')).getByText('Loading')).toBeInTheDocument();
  });
  it('says that the trail did not load; what is known of the payment stands', async () => {
    drawer({ 'GET /api/audit/events': () => problem(500, 'Failed') });
    expect(await screen.findByRole('alert')).toHaveTextContent('Event trail did not load');
    expect(screen.getByRole('dialog')).toHaveTextContent('512.50 RLUSD');
  });
});
