import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { show } from '../../../test/render';
import { calls, problem, serve, session } from '../../../test/server';
import { answerSignature, isAskedToSign } from '../../shared/session/fresh-signature.slice';
import { rowsOfCsv } from './bulk-csv';
import TokensPage from './pages/tokens-page';

afterEach(cleanup);
const WALLET = 'rE5tLk1RaB7gNx3qZiPwExampleEx';

function open(bulk: (call: any) => unknown) {
  serve({
    'GET /api/session': session({ userRole: 'admin' }),
    'GET /api/platform/config': { issuer: WALLET, explorer: null, bulkOperations: true },
    'GET /api/tokens/operations': [],
    'GET /api/tokens/unallocated': [],
    'POST /api/tokens/bulk': bulk,
  });
  return show(<TokensPage />, { at: '/tokens?tab=bulk' });
}
const answerTo = (body: any) => ({
  operationId: body.preview ? null : 'op',
  payoutId: body.preview ? null : 'bulk-op',
  kind: body.kind,
  rows: body.rows.map((row: object) => ({ ...row, problem: null, issuanceId: null })),
  total: String(body.rows.reduce((sum: number, { amount }: any) => sum + Number(amount), 0)),
});
const fill = async (text: string) => {
  const list = await screen.findByLabelText('List');
  await userEvent.clear(list);
  await userEvent.click(list);
  await userEvent.paste(text);
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const sent = () => calls.filter(({ path, body }) => path === '/api/tokens/bulk' && !(body as any).preview);

describe('a list that is carried out', () => {
  it('a list that was changed while it was checked is not carried out under the old check', async () => {
    let answer: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (answer = resolve));
    open(async ({ body }) => {
      if (body.preview) await gate;
      return answerTo(body);
    });
    await userEvent.click(await screen.findByLabelText('Pay RLUSD'));
    await fill(`${WALLET},7`);
    await press('Check 1 row');
    await fill(`${WALLET},700000`);
    answer();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const offered = screen.queryByRole('button', { name: 'Pay 7 RLUSD' });
    if (offered) {
      await userEvent.click(offered);
      await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay' }));
      await waitFor(() => expect(sent()).toHaveLength(1));
    }
    expect(sent().map(({ body }) => (body as any).rows)).not.toContainEqual([
      { recipientAddress: WALLET, amount: '700000' },
    ]);
  });

  it('a check of an issue is no check of a payout', async () => {
    let answer: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (answer = resolve));
    open(async ({ body }) => {
      if (body.preview) await gate;
      return answerTo(body);
    });
    await fill(`${WALLET},900`);
    await press('Check 1 row');
    await userEvent.click(await screen.findByLabelText('Pay RLUSD'));
    answer();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByRole('button', { name: 'Pay 900 RLUSD' })).toBeNull();
  });

  it('a lost answer, then a signature that is asked for anew: the third press is still the same payout', async () => {
    let tries = 0;
    const { store } = open(({ body }) => {
      if (body.preview) return answerTo(body);
      tries++;
      if (tries === 1) return problem(504, 'Gateway timeout');
      if (tries === 2)
        return new Response(
          JSON.stringify({
            type: 'about:blank',
            title: 'Forbidden',
            status: 403,
            detail: 'Sign again',
            traceId: 't',
            code: 'fresh-signature-required',
          }),
          { status: 403, headers: { 'Content-Type': 'application/problem+json' } },
        );
      return answerTo(body);
    });
    await userEvent.click(await screen.findByLabelText('Pay RLUSD'));
    await fill(`${WALLET},7`);
    await press('Check 1 row');
    for (let n = 1; n <= 3; n++) {
      await press('Pay 7 RLUSD');
      await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pay' }));
      await waitFor(() => expect(sent()).toHaveLength(n));
      await new Promise((resolve) => setTimeout(resolve, 100));
      // After Cancel, the order is not carried out and can be made again.
      if (isAskedToSign()) act(() => answerSignature(store.dispatch, false));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1);
  });

  it.each([
    ['rA,"1,000"', '1'],
    ['rA,1,000.50', '1'],
    ['rA;1,50', '1'],
    ['rA\t2,5', '2'],
  ])('an amount is not cut at its comma: %j', (text, cut) => {
    expect(rowsOfCsv(text)[0]?.amount).not.toBe(cut);
  });

  it('a first row without an amount is said and not lost', () => {
    expect(rowsOfCsv('rE5tLk1RaB7gNx3qZiPwExampleEx\nrB,5')).toHaveLength(2);
  });
});
