import { expect, it } from '@jest/globals';
import { openedPayment } from '#test/support/started-payment.js';
import { evolvePayment } from '../../payment.evolve.js';
import type { Payment } from '../../payment.state.js';
import { RefundPayment, RefundPaymentHandler } from './refund-payment.command.js';

// The phone sent the refund itself. Its payment expired, its late signature was recorded (an orphan), it was found
// validated, and its money had been returned from suspense in the meantime. So it ends as failed, and the refund must
// be started again.
it('a refund that ended because its money was spent before it was known can be started again', async () => {
  const original: Payment = {
    ...openedPayment('00000000-0000-4000-8000-000000000001', { payer: 'rBuyer' }),
    phase: 'failed',
    error: { code: 'x', message: 'x' },
    principal: { hash: 'LATE', ledgerIndex: 3, paidOn: '2026-12-01', foundOn: '2026-12-01', isLate: true },
    refunds: new Map([['LATE', 'p2']]),
  };
  const at = { paymentId: 'p2', leg: 'recipient' as const, attempt: 1 };
  const facts: any[] = [
    { type: 'PaymentExpired', data: { paymentId: 'p2' } },
    { type: 'LateSignatureRecorded', data: { ...at, hash: 'HASH', lastLedgerSequence: 50 } },
    { type: 'LatePrincipalFound', data: { paymentId: 'p2', hash: 'HASH', ledgerIndex: 7, delivered: '500' } },
    { type: 'PaymentRevived', data: { paymentId: 'p2' } },
    { type: 'PaymentFailed', data: { paymentId: 'p2', code: 'spent-before', message: 'Start the refund again.' } },
  ];
  const open: Payment = {
    ...openedPayment('p2', { kind: 'refund', payer: 'rOwner', payee: 'rEscrow' }),
    legs: { recipient: { ...at, state: 'requested', sequence: 5, preparedAt: 2 } as never },
  };
  const previous = facts.reduce((state, fact) => evolvePayment(state, fact, new Date(0)), open);
  const validated = { kind: 'validated', result: 'tesSUCCESS', ledgerIndex: 7 };
  const ports: any = {
    ledger: { conclude: async () => validated, account: async () => null },
    accounts: { address: async () => 'rEscrow' },
  };
  const commands: any = { execute: async ({ order }: { order: { payee: string } }) => `started to ${order.payee}` };
  const reader: any = { own: async () => original, lastRefund: async () => ({ begun: 'p2', refund: previous }) };
  const handler = new RefundPaymentHandler(ports, commands, reader);
  const session: any = { wallet: 'rOwner', role: 'landlord' };
  const answer = await handler
    .execute(new RefundPayment(session, original.paymentId, undefined))
    .catch((error: Error) => error.message);
  // Always to the escrow: whoever refunds learns nothing about the buyer's wallet.
  expect(answer).toBe('started to rEscrow');
});
