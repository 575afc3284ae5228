import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { BUYER, OTHER, OWNER, movementStories, paid, run, toEscrow } from '#test/support/movement-stories.js';
import { context } from '#test/event-store/adapter.js';
import type { Instance } from '#test/support/read-models.js';

const { open, close, begin, told, rows, started, validated, completed } = movementStories();
let instance: Instance;
let id: string;
beforeAll(async () => {
  instance = await open();
});
afterAll(close);
beforeEach(async () => {
  id = await begin();
});

describe('a purchase (money 2)', () => {
  it('leaves both wallets, the fee and the tokens, each with its transaction', async () => {
    await told(started());
    expect(await rows()).toEqual(['rBuyer out purchase 500 pending']);
    await told(validated('recipient', 'PAID'));
    expect(await rows()).toEqual(['rBuyer out purchase 500 pending PAID', 'rOwner in purchase 500 pending PAID']);
    await told(validated('platform', 'FEE'), validated('issuance', 'TOKENS'), completed());
    expect(await rows()).toEqual([
      'rBuyer out purchase 500 completed PAID',
      'rOwner in purchase 500 completed PAID',
      'rBuyer out fee 12.5 completed FEE',
      'rBuyer in issuance 5 tokens completed TOKENS',
    ]);
    const dates = await instance.dataSource.query('select distinct date from movements where payment_id = $1', [id]);
    expect(dates).toEqual([{ date: context().metadata.businessDate }]);
  });

  it('counts what the ledger delivered, not what was asked for', async () => {
    await told(started(), validated('recipient', 'PAID', '420.5'));
    expect(await rows()).toEqual(['rBuyer out purchase 420.5 pending PAID', 'rOwner in purchase 420.5 pending PAID']);
  });

  it('whose fee was left unpaid shows none, until it lands after all', async () => {
    const shown = async () =>
      (await instance.dataSource.query('select fee::float from movements where id = $1', [id]))[0].fee;
    await told(started(), validated('recipient', 'PAID'));
    expect(await shown()).toBe(12.5);
    await told({ type: 'FeeLeftUnpaid', data: { paymentId: id, reason: 'declined' } }, completed());
    expect(await shown()).toBeNull();
    const landed = { paymentId: id, hash: 'FEE', ledgerIndex: 903, delivered: '12.5' };
    await told({ type: 'ExtraFeeFound', data: landed });
    expect(await shown()).toBe(12.5);
  });

  it.each([
    ['expired', 'PaymentExpired', {}],
    ['cancelled', 'PaymentCancelled', { by: 'payer' }],
    ['declined', 'PaymentCancelled', { by: 'wallet' }],
    ['failed', 'PaymentFailed', { code: 'tecNO_DST', message: 'No account' }],
  ])('that is %s moved nothing, and is called so', async (status, type, data) => {
    await told(started(), { type, data: { paymentId: id, ...data } } as never);
    expect(await rows()).toEqual([`rBuyer out purchase 500 ${status}`]);
  });

  it('whose principal landed late has moved it, whatever becomes of the tokens', async () => {
    const late = {
      paymentId: id,
      hash: 'LATE',
      ledgerIndex: 902,
      delivered: '500',
      paidOn: '2026-11-23',
      foundOn: '2026-11-23',
    } as const;
    await told(
      started(),
      { type: 'PaymentExpired', data: { paymentId: id } },
      { type: 'LatePrincipalFound', data: late },
    );
    expect(await rows()).toEqual(['rBuyer out purchase 500 expired LATE', 'rOwner in purchase 500 expired LATE']);
    await told({ type: 'PaymentRevived', data: { paymentId: id } }, completed());
    expect(await rows()).toEqual(['rBuyer out purchase 500 completed LATE', 'rOwner in purchase 500 completed LATE']);
  });

  it('that was paid twice moved twice; a fee that was paid twice and sent back, three times', async () => {
    const twice = { paymentId: id, hash: 'AGAIN', ledgerIndex: 903, delivered: '500', foundOn: '2026-12-01' as const };
    const fee = { paymentId: id, hash: 'FEE2', ledgerIndex: 903, delivered: '12.5' };
    await told(started(), validated('recipient', 'PAID'), validated('platform', 'FEE'), completed());
    await told({ type: 'ExtraPrincipalFound', data: twice }, { type: 'ExtraFeeFound', data: fee });
    await told(validated('fee-refund', 'BACK'));
    expect((await rows()).slice(2)).toEqual([
      'rBuyer out fee 12.5 completed FEE',
      'rOwner in purchase 500 completed AGAIN',
      'rBuyer out purchase 500 completed AGAIN',
      'rBuyer out fee 12.5 completed FEE2',
      'rBuyer in fee 12.5 completed BACK',
    ]);
  });
});

describe('deposits and what the escrow pays back (money 2)', () => {
  const posted = (account: string, hash: string, amount = '40'): DomainEvent => ({
    type: 'EscrowPosted',
    data: {
      postingId: `arrival/${hash}`,
      kind: 'arrival',
      entries: [
        { account: 'ledger', amount: `-${amount}` },
        { account: account as never, amount },
      ],
      hash,
      ledgerIndex: 905,
      note: null,
    },
  });

  it('a deposit and its withdrawal', async () => {
    await told(started({ ...toEscrow, kind: 'deposit', amount: '40' }), validated('recipient', 'IN'), completed());
    await told(posted('deposit/1', 'IN'));
    const lines = [{ wallet: OWNER, tokens: null, amount: '15' }];
    await told(
      ...run({ runId: 'withdrawal-1', source: 'withdrawal', lines }),
      paid('withdrawal-1', OWNER, '15', 'OUT'),
    );
    expect(await rows()).toEqual(['rOwner out deposit 40 completed IN', 'rOwner in withdrawal 15 completed OUT']);
  });

  it('a deposit that its owner sent by hand, and one whose payment is found later', async () => {
    await told(posted('deposit/1', 'MARKED'));
    expect(await rows()).toEqual(['rOwner out deposit 40 completed MARKED']);
    await told(started({ ...toEscrow, kind: 'deposit', amount: '40' }), validated('recipient', 'MARKED'), completed());
    expect(await rows()).toEqual(['rOwner out deposit 40 completed MARKED']);
  });

  it('a repayment that landed too late is a deposit', async () => {
    await told(started({ ...toEscrow, amount: '40' }), validated('recipient', 'LATE'), completed(), {
      type: 'RepaymentDeposited',
      data: { propertyId: 1, paymentId: id, amount: '40', hash: 'LATE', date: '2026-12-15' },
    });
    expect(await rows()).toEqual(['rOwner out deposit 40 completed LATE']);
  });

  it('money that nobody can place left its sender, and comes back', async () => {
    await told(posted('suspense/LOST', 'LOST', '40.1234567'), {
      type: 'CaseOpened',
      data: {
        caseId: 'escrow-suspense-LOST',
        kind: 'escrow-suspense',
        summary: '',
        paymentId: null,
        propertyId: null,
        wallet: OTHER,
        txHash: 'LOST',
        details: {},
      },
    });
    const lines = [{ wallet: OTHER, tokens: null, amount: '40.123456' }];
    await told(
      ...run({ runId: 'return-LOST', source: 'return', lines }),
      paid('return-LOST', OTHER, '40.123456', 'BACK'),
    );
    expect(await rows()).toEqual([
      'rOther out direct_payment 40.123456 completed LOST',
      'rOther in direct_payment 40.123456 completed BACK',
    ]);
  });

  it('a refund that reaches its buyer by way of the escrow', async () => {
    await told(
      started({ ...toEscrow, kind: 'refund', amount: '500', refundOf: randomUUID() }),
      validated('recipient', 'REFUNDED'),
      completed(),
    );
    const lines = [{ wallet: BUYER, tokens: null, amount: '500' }];
    await told(...run({ runId: `refund-${id}`, source: 'refund', lines }), paid(`refund-${id}`, BUYER, '500', 'BACK'));
    expect(await rows()).toEqual(['rOwner out refund 500 completed REFUNDED', 'rBuyer in refund 500 completed BACK']);
  });

  it('what an admin pays by hand; what could not be paid comes to nothing', async () => {
    const lines = [
      { wallet: OTHER, tokens: null, amount: '5' },
      { wallet: BUYER, tokens: null, amount: '6' },
    ];
    await told(...run({ runId: 'bulk-1', source: 'bulk', lines }), paid('bulk-1', OTHER, '5', 'HAND'), {
      type: 'PayoutLineReturned',
      data: { runId: 'bulk-1', batch: '0', wallet: BUYER, amount: '6', reason: 'no-line' },
    });
    expect(await rows()).toEqual(['rBuyer in direct_payment 6 failed', 'rOther in direct_payment 5 completed HAND']);
  });
});

describe('tokens (money 2)', () => {
  it('that were issued by hand and assigned, and that ended', async () => {
    const issued = { issuanceId: 'i1', recipient: BUYER, tokens: 7, paymentId: null, hash: 'ISSUED', ledgerIndex: 906 };
    await told({ type: 'TokensIssued', data: issued });
    const assigned = { issuanceId: 'i1', recipient: BUYER, tokens: 7, propertyId: 1, paymentId: id };
    await told({ type: 'TokenIssuanceAssigned', data: assigned });
    const ended = { propertyId: 1, wallet: BUYER, tokens: 7, redemptionId: 'r1', hash: 'CLAWED', ledgerIndex: 907 };
    await told({ type: 'TokensRedeemed', data: ended });
    expect(await rows()).toEqual([
      'rBuyer in issuance 7 tokens completed ISSUED',
      'rBuyer out redemption 7 tokens completed CLAWED',
    ]);
    expect(await instance.dataSource.query('select distinct property_id from movements')).toEqual([{ property_id: 1 }]);
  });

  it('that were assigned to a property were bought with the payment that counts for them', async () => {
    const direct = {
      kind: 'rlusd_payment',
      propertyId: null,
      propertyName: null,
      tokens: null,
      amount: '700',
    } as const;
    await told(started(direct), validated('recipient', 'PAID'), validated('platform', 'FEE'));
    await told({ type: 'PaymentCompleted', data: { paymentId: id } } as DomainEvent);
    const issued = { issuanceId: 'i2', recipient: BUYER, tokens: 7, paymentId: id, hash: 'ISSUED', ledgerIndex: 906 };
    await told({ type: 'TokensIssued', data: issued });
    const assigned = { issuanceId: 'i2', recipient: BUYER, tokens: 7, propertyId: 1, paymentId: id };
    await told({ type: 'TokenIssuanceAssigned', data: assigned });
    expect((await rows()).sort()).toEqual([
      'rBuyer in issuance 7 tokens completed ISSUED',
      'rBuyer out fee 12.5 completed FEE',
      'rBuyer out purchase 700 completed PAID',
      'rOwner in purchase 700 completed PAID',
    ]);
    expect(await instance.dataSource.query('select distinct property_id from movements')).toEqual([{ property_id: 1 }]);
  });
});
