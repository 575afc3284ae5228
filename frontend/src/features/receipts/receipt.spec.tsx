import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { show } from '../../../test/render';
import { problem, serve, session, type Answers } from '../../../test/server';
import ReceiptPage from './pages/receipt-page';

afterEach(cleanup);

const BUYER = session().walletAddress!;
const OWNER = 'rUZzxNLwYV7zbBWyfKr6gRxU7Zz4CcPBLL';
const leg = { kind: 'payment', from: BUYER, to: OWNER, amount: '300', currency: 'RLUSD', ledger: 100_033, at: '' };
const receipt = {
  id: '51cdb76d-5d1b-5837-8cdf-284c4cb12a39',
  kind: 'property_purchase',
  payer: BUYER,
  payee: OWNER,
  property: { id: 1, name: 'Sample Court' },
  memo: null,
  amount: '300',
  fee: '7.5',
  tokens: 3,
  startedAt: '2026-11-20T14:02:00.000Z',
  date: '2026-11-19',
  settledAt: '2026-11-20T14:02:22.000Z',
  legs: [
    { ...leg, hash: 'AA'.repeat(32) },
    { ...leg, kind: 'fee', amount: '7.5', hash: 'BB'.repeat(32) },
    { ...leg, kind: 'tokens', amount: '3', currency: 'TKNEST', hash: 'CC'.repeat(32) },
  ],
  issuer: 'rIssuer',
  proof: 'anchored',
};

function open(id: string, more: Answers = {}) {
  serve({
    'GET /api/session': session(),
    'GET /api/platform/config': { explorer: null },
    [`GET /api/receipts/${encodeURIComponent(id)}`]: { ...receipt, id },
    ...more,
  });
  return show(<ReceiptPage />, { at: `/receipts/${encodeURIComponent(id)}`, path: '/receipts/:paymentId' });
}

describe('a receipt', () => {
  it('says who paid whom, what for, and each transaction with its hash and ledger', async () => {
    open(receipt.id);
    expect(await screen.findByRole('heading', { name: 'Token purchase' })).toBeInTheDocument();
    expect(screen.getByText('Sample Court')).toBeInTheDocument();
    expect(screen.getByText('Settled').nextElementSibling).toHaveTextContent('Nov 19, 2026');
    expect(screen.getByText('Recorded').nextElementSibling).toHaveTextContent('Nov 20, 2026, 14:02 UTC');
    expect(screen.getByText('Total').nextElementSibling).toHaveTextContent('307.50');
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Payment.*300.*100,033.*AAAAAAAA/),
      expect.stringMatching(/^Platform fee.*7\.50.*BBBBBBBB/),
      expect.stringMatching(/^Tokens issued.*3 tokens.*CCCCCCCC/),
    ]);
  });
  it('of a rent share has its whole id on a phone: the beginning is that of its loan', async () => {
    globalThis.media = () => true;
    open('due-2-2026-11-13~rHolder');
    expect(await screen.findByText('due-2-2026-11-13~rHolder')).toBeInTheDocument();
    globalThis.media = () => false;
  });
  it('tells how to prove it without the platform: the file, a program, the command', async () => {
    const { user } = open(receipt.id);
    expect(await screen.findByText(/The ledger holds a fingerprint of the log/)).toBeInTheDocument();
    const folded = screen.getByText('How to check it').closest('details')!;
    expect(folded.open).toBe(false);
    await user.click(screen.getByText('How to check it'));
    expect(folded.open).toBe(true);
    expect(screen.getByRole('button', { name: 'Proof' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'PDF' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Python' })).toHaveAttribute('href', '/verify_log.py');
    expect(screen.getByText(/^node verify-log.mjs receipt-2026-11-20.json --issuer rIssuer/)).toBeInTheDocument();
  });
  it('that no anchor covers yet says when it will be', async () => {
    const waiting = { ...receipt, proof: 'waiting' };
    open(receipt.id, { [`GET /api/receipts/${receipt.id}`]: waiting });
    expect(await screen.findByText(/written to the ledger every hour/)).toBeInTheDocument();
  });
  it('of a rent share is asked for by its run and wallet', async () => {
    const id = `due-1-2026-11-15~${BUYER}`;
    open(id, { [`GET /api/receipts/${encodeURIComponent(id)}`]: { ...receipt, id, kind: 'rent_share', tokens: null } });
    expect(await screen.findByRole('heading', { name: 'Rent share' })).toBeInTheDocument();
    expect(screen.getByText('Fee, already deducted').nextElementSibling).toHaveTextContent('7.50');
  });
  it('that is somebody else’s is not there', async () => {
    open(receipt.id, {
      [`GET /api/receipts/${receipt.id}`]: problem(404, 'No such payment'),
    });
    expect(await screen.findByText(/No such payment/)).toBeInTheDocument();
    // No level of heading is left out below the page's.
    expect(screen.getByRole('heading', { level: 2, name: 'The receipt did not load' })).toBeInTheDocument();
  });
});
