import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fact, NoticeWorld, started } from '#test/support/notice-world.js';

let world: NoticeWorld;
beforeAll(async () => {
  world = await NoticeWorld.open();
});
afterAll(() => world?.close());

describe('what is told stays true', () => {
  it('a payment whose principal lands after it failed does not go on saying that no money moved', async () => {
    const paymentId = 'landing';
    await world.happen(started(paymentId, 'rLanding'), fact('PaymentFailed', { paymentId }));
    expect(await world.told('rLanding')).toEqual(['payment-failed']);
    await world.happen(
      fact('LatePrincipalFound', {
        paymentId,
        hash: 'H',
        ledgerIndex: 9,
        delivered: '500',
        paidOn: '2026-12-22',
        foundOn: '2026-12-30',
      }),
    );
    expect(await world.told('rLanding')).toEqual(['payment-owed-back']);
  });

  it('a payment that lands too late, or a second time, is told to both as owed back, until it is refunded', async () => {
    const landed = { hash: 'H', ledgerIndex: 9, delivered: '500', paidOn: '2026-12-22', foundOn: '2026-12-30' };
    await world.happen(
      started('tardy', 'rTardy', { payee: 'rOwes' }),
      fact('PaymentExpired', { paymentId: 'tardy' }),
      fact('LatePrincipalFound', { paymentId: 'tardy', ...landed }),
    );
    expect((await world.listFor('rTardy')).map(({ text }) => text)).toEqual([
      'Your payment for Sample Court arrived after it had ended: 500.00 RLUSD is owed back to you, due Jan 14, 2027.',
    ]);
    expect((await world.listFor('rOwes')).map(({ title, text }) => [title, text])).toEqual([
      [
        'You owe 500.00 RLUSD back',
        'A payment for Sample Court arrived after it had ended: you owe 500.00 RLUSD back, due Jan 14, 2027.',
      ],
    ]);
    expect(await world.waiting('rOwes')).toEqual(['owe-payment-back']);
    const back = { kind: 'refund', payee: 'rTardy', tokens: null, refundOf: 'tardy' };
    await world.happen(started('tardy-back', 'rOwes', back), fact('PaymentCompleted', { paymentId: 'tardy-back' }));
    expect(await world.waiting('rOwes')).toEqual([]);

    const direct = { kind: 'rlusd_payment', payee: 'rTwiceOwes', propertyId: null, propertyName: null, tokens: null };
    await world.happen(
      started('twice', 'rTwice', direct),
      fact('LegValidated', { paymentId: 'twice', leg: 'recipient' }),
      fact('ExtraPrincipalFound', { paymentId: 'twice', ...landed }),
    );
    expect((await world.listFor('rTwice')).map(({ text }) => text)).toEqual([
      'You paid twice: 500.00 RLUSD is owed back to you, due Jan 14, 2027.',
    ]);
    expect(await world.waiting('rTwiceOwes')).toEqual(['owe-payment-back']);
  });

  it('a payment that lands late and goes on, or is kept for the loan, is owed to nobody', async () => {
    const landed = { hash: 'H', ledgerIndex: 9, delivered: '500', paidOn: '2026-12-22', foundOn: '2026-12-30' };
    await world.happen(
      started('revived', 'rRevived', { payee: 'rPaidLate' }),
      fact('PaymentExpired', { paymentId: 'revived' }),
      fact('LatePrincipalFound', { paymentId: 'revived', ...landed }),
      fact('PaymentRevived', { paymentId: 'revived' }),
      started('kept', 'rRevived', { kind: 'principal_payback', payee: 'rPaidLate' }),
      fact('ExtraPrincipalFound', { paymentId: 'kept', ...landed }),
    );
    expect([await world.told('rRevived'), await world.told('rPaidLate')]).toEqual([[], []]);
  });

  it('a payment that went back to where it came from asks nobody for anything any more', async () => {
    const at = { runId: 'hand-1', batch: '0', propertyId: null, wallet: 'rPaid', amount: '5' };
    await world.happen(
      fact('PayoutRunCreated', { runId: 'hand-1', source: 'by-hand', propertyId: null, period: '2026-11-20' }),
      fact('PayoutLineUnclaimed', { ...at, reason: 'held' }),
    );
    expect(await world.waiting('rPaid')).toEqual(['rent-unclaimed']);
    await world.happen(fact('PayoutLineReturned', { ...at, reason: 'no-line' }));
    expect(await world.told('rPaid')).toEqual([]);
  });
});
