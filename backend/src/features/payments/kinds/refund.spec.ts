import { describe, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { emptyEscrow, noRun } from '#features/payouts/rules.public.js';
import { noPayment, type PaymentState } from '../payment.state.js';
import { refund } from './refund.js';

const original: PaymentState = { ...noPayment, paymentId: 'p1', payer: 'rBuyer', payee: 'rOwner', phase: 'failed' };
const paidTo = (payee: string): PaymentState => ({
  ...noPayment,
  phase: 'settling',
  kind: 'refund',
  paymentId: 'p2',
  refundOf: 'p1',
  payer: 'rOwner',
  payee,
  propertyId: 1,
  amount: parseRlusd('500'),
  legs: { recipient: { hash: 'HASH', ledgerIndex: 7 } as never },
});
const settled = (payee: string, booked?: ReadonlySet<string>) =>
  refund.settled(paidTo(payee), { original, escrow: emptyEscrow, run: noRun, booked }, '2027-01-15') as any;

describe('a refund', () => {
  it('that reached the buyer touches nothing else', () => {
    expect(settled('rBuyer')).toEqual({});
  });

  it('that the buyer’s wallet would have refused is the escrow’s to pay, and stays owed to the wallet', () => {
    const { run, escrow, lines } = settled('rEscrow');
    expect(run.map(({ type }: any) => type)).toEqual(['PayoutRunCreated', 'PayoutRunStarted']);
    expect(run[0].data).toMatchObject({ runId: 'refund-p2', source: 'return', amount: '500', fee: '0' });
    expect(run[0].data).not.toHaveProperty('origin');
    expect(escrow[0].data.entries).toEqual([
      { account: 'ledger', amount: '-500' },
      { account: 'run/refund-p2', amount: '500' },
    ]);
    expect(lines[0].data).toMatchObject({ runId: 'refund-p2', lines: [{ wallet: 'rBuyer', amount: '500' }] });
  });

  it('is not booked once more where the escrow’s books have it', () => {
    expect(settled('rEscrow', new Set(['HASH']))).toEqual({});
  });
});
