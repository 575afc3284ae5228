import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SPENT_BEFORE } from '@tknest/contracts/events';
import { fact, NoticeWorld, started } from '#test/support/notice-world.js';

let world: NoticeWorld;
beforeAll(async () => {
  world = await NoticeWorld.open();
});
afterAll(() => world?.close());

describe('what is told of a refund', () => {
  it('a refund that waited for a suspended buyer is asked for again once it is due, with the day', async () => {
    const id = 'held-refund';
    const owed = {
      paymentId: id,
      by: 'rOwing',
      to: 'rHeld',
      amount: '500',
      propertyId: 1,
      propertyName: 'Sample Court',
    };
    await world.happen(
      started(id, 'rHeld', { payee: 'rOwing', propertyId: 1, propertyName: 'Sample Court' }),
      fact('PrincipalOwedBack', {
        ...owed,
        hash: 'H',
        ledgerIndex: 9,
        reason: 'suspended',
        dueOn: null,
        feeKept: false,
      }),
    );
    const asked = async () => (await world.listFor('rOwing')).map(({ text, needsYou }) => ({ text, needsYou }));
    const waiting = expect.stringContaining('It is not due yet');
    expect(await asked()).toEqual([{ text: waiting, needsYou: true }]);
    await world.happen(fact('OwedBackReleased', { paymentId: id, dueOn: '2026-12-15' }));
    expect(await asked()).toEqual([
      { text: expect.stringContaining('due Dec 15, 2026'), needsYou: true },
      { text: waiting, needsYou: false },
    ]);
    expect((await world.listFor('rHeld'))[0]!.text).toContain('due Dec 15, 2026');
  });
  it('a refund whose money was spent before it was known fails although it landed, and its landlord is told', async () => {
    const id = 'spent-refund';
    await world.happen(started(id, 'rRefunding', { kind: 'refund', payee: 'rEscrow', refundOf: 'bought' }));
    await world.happen(
      fact('LegValidated', { paymentId: id, leg: 'recipient', attempt: 1, hash: 'H', ledgerIndex: 7 }),
    );
    await world.happen(fact('PaymentFailed', { paymentId: id, code: SPENT_BEFORE, message: 'x' }));
    expect(await world.listFor('rRefunding', 'landlord')).toMatchObject([
      { kind: 'payment-failed', title: 'A refund did not reach the buyer' },
    ]);
  });
});
