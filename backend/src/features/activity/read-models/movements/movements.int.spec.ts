import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DomainEvent, PaymentEvent, PayoutSource } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { startedPayment } from '#test/support/started-payment.js';
import { context } from '#test/event-store/adapter.js';
import { movementsProjection } from './movements.projection.js';

const [BUYER, OTHER, OWNER] = ['rBuyer', 'rOther', 'rOwner'];
const [ESCROW, FEES] = ['rEscrow', 'rFees'];

let db: TestDatabase;
let instance: Instance;
let id: string;
beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, [movementsProjection]);
  await told(
    ...(['issuer', 'feeWallet', 'payoutEscrow'] as const).map((name): DomainEvent => ({
      type: 'PlatformAccountMade',
      data: { name, address: { issuer: 'rIssuer', feeWallet: FEES, payoutEscrow: ESCROW }[name], seedItem: 's' },
    })),
    { type: 'ListingCreated', data: { propertyId: 1, name: 'Sample Court', owner: OWNER } } as DomainEvent,
  );
});
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});
beforeEach(async () => {
  id = randomUUID();
  await instance.dataSource.query('truncate read_models.movements, read_models.movement_runs');
});

async function told(...events: DomainEvent[]): Promise<void> {
  await instance.store.append(`told-${randomUUID()}`, 'none', events as never, context());
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
}

/** Rows as `wallet direction type amount status hash`, in their order. */
async function rows(): Promise<string[]> {
  const found: Record<string, string | null>[] = await instance.dataSource.query(
    'select * from movements order by seq, wallet, id',
  );
  return found.map(({ wallet, direction, type, amount, tokens, status, tx_hash: hash, settled_seq: settled }) =>
    [
      wallet,
      direction,
      type,
      amount === null ? `${tokens} tokens` : Number(amount),
      status,
      ...(settled ? [hash] : []),
    ].join(' '),
  );
}

const started = (more: Partial<Extract<PaymentEvent, { type: 'PaymentStarted' }>['data']> = {}): DomainEvent =>
  startedPayment(id, { payer: BUYER, payee: OWNER, feeWallet: FEES, ...more });
const validated = (leg: 'recipient' | 'platform' | 'issuance' | 'fee-refund', hash: string): DomainEvent => ({
  type: 'LegValidated',
  data: {
    paymentId: id,
    leg,
    attempt: 1,
    hash,
    ledgerIndex: 900,
    result: 'tesSUCCESS',
    delivered: leg === 'recipient' ? '500' : leg === 'issuance' ? null : '12.5',
  },
});
const completed = (): DomainEvent => ({ type: 'PaymentCompleted', data: { paymentId: id } });
const toEscrow = { kind: 'principal_payback', payer: OWNER, payee: ESCROW, tokens: null, platformFee: '0' } as const;

interface Run {
  runId: string;
  source: PayoutSource;
  fee?: string;
  lines: { wallet: string; tokens: number | null; amount: string }[];
}
const run = ({ runId, source, fee = '0', lines }: Run): DomainEvent[] => [
  {
    type: 'PayoutRunCreated',
    data: {
      runId,
      propertyId: 1,
      source,
      period: '2026-12-15',
      date: '2026-12-15',
      recordPosition: null,
      amount: '0',
      fee,
      direct: null,
    },
  },
  {
    type: 'PayoutRunStarted',
    data: { runId, lines: lines.length, batches: 1, total: '0', fee, linesHash: 'H' },
  },
  { type: 'PayoutLinesListed', data: { runId, batch: '0', lines } },
];
const allocated = (repaymentId: string, interest: string, principal: string, excess = '0'): DomainEvent => ({
  type: 'RepaymentAllocated',
  data: {
    propertyId: 1,
    repaymentId,
    parts: [],
    interest,
    principal,
    excess,
    monthlyPayment: '0',
    instalmentsLeft: 1,
    balance: '0',
  },
});
const paid = (runId: string, wallet: string, amount: string, hash: string): DomainEvent => ({
  type: 'PayoutSettled',
  data: { payoutId: runId, propertyId: 1, wallet, amount, hash, ledgerIndex: 901 },
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

  it('that came to nothing moved nothing', async () => {
    await told(started(), { type: 'PaymentExpired', data: { paymentId: id } });
    expect(await rows()).toEqual(['rBuyer out purchase 500 failed']);
  });

  it('whose principal landed late has moved it, whatever becomes of the tokens', async () => {
    const late = { paymentId: id, hash: 'LATE', ledgerIndex: 902, delivered: '500' };
    await told(
      started(),
      { type: 'PaymentExpired', data: { paymentId: id } },
      { type: 'LatePrincipalFound', data: late },
    );
    expect(await rows()).toEqual(['rBuyer out purchase 500 failed LATE', 'rOwner in purchase 500 failed LATE']);
    await told({ type: 'PaymentRevived', data: { paymentId: id } }, completed());
    expect(await rows()).toEqual(['rBuyer out purchase 500 completed LATE', 'rOwner in purchase 500 completed LATE']);
  });

  it('that was paid twice moved twice; a fee that was paid twice and sent back, three times', async () => {
    const twice = { paymentId: id, hash: 'AGAIN', ledgerIndex: 903, delivered: '500' };
    const fee = { ...twice, hash: 'FEE2', delivered: '12.5' };
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

describe('rent (money 2)', () => {
  const lines = [
    { wallet: BUYER, tokens: 2, amount: '63.333333' },
    { wallet: OTHER, tokens: 1, amount: '31.666667' },
  ];
  const parts = async () =>
    (
      await instance.dataSource.query(
        'select wallet, interest, principal, fee from movements where run_id is not null order by wallet',
      )
    ).map((row: Record<string, string>) => Object.values(row).join(' '));

  /** The case of `apportion.spec.ts` that is calculated by hand. */
  const DIVIDED = ['rBuyer 6.666667 59.999999 3.333333', 'rOther 3.333333 30.000001 1.666667'];

  it.each([
    ['before', true],
    ['after', false],
  ])('is divided into its parts, also where the allocation is told %s the lines', async (_, first) => {
    const runId = 'due-1-2026-12-15';
    const both = [allocated(runId, '10', '90'), ...run({ runId, source: 'automation', fee: '5', lines })];
    await told(...(first ? both : [...both.slice(1), both[0]!]));
    expect(await parts()).toEqual(DIVIDED);
    expect(await rows()).toEqual([
      'rBuyer in rent_share 63.333333 processing',
      'rOther in rent_share 31.666667 processing',
    ]);
  });

  it('that cannot be paid waits, and counts when it is paid', async () => {
    const runId = `payback-${id}`;
    await told(started({ ...toEscrow, amount: '100' }), validated('recipient', 'REPAID'), completed());
    await told(allocated(id, '10', '90'), ...run({ runId, source: 'payback', fee: '5', lines }));
    await told(paid(runId, OTHER, '31.666667', 'SHARE'), {
      type: 'PayoutLineUnclaimed',
      data: { runId, batch: '0', propertyId: 1, wallet: BUYER, amount: '63.333333', reason: 'no-line' },
    });
    expect(await rows()).toEqual([
      'rOwner out repayment 100 completed REPAID',
      'rBuyer in rent_share 63.333333 pending',
      'rOther in rent_share 31.666667 completed SHARE',
    ]);
    await told({
      type: 'UnclaimedPaid',
      data: { runId, propertyId: 1, wallet: BUYER, amount: '63.333333', hash: 'LATER', ledgerIndex: 990 },
    });
    expect((await rows()).slice(1)).toEqual([
      'rOther in rent_share 31.666667 completed SHARE',
      'rBuyer in rent_share 63.333333 completed LATER',
    ]);
    expect(await parts()).toEqual(DIVIDED);
  });

  it('paid by the landlord to the only holder is counted once; what is too much is no rent', async () => {
    const runId = `payback-${id}`;
    await told(started({ ...toEscrow, payee: BUYER, amount: '110' }), validated('recipient', 'DIRECT'));
    const only = [{ wallet: BUYER, tokens: null, amount: '100' }];
    await told(...run({ runId, source: 'direct', lines: only }), paid(runId, BUYER, '100', 'DIRECT'), completed());
    await told(allocated(id, '10', '90', '10'));
    expect(await rows()).toEqual([
      'rOwner out repayment 110 completed DIRECT',
      'rBuyer in repayment 10 completed DIRECT',
      'rBuyer in rent_share 100 completed DIRECT',
    ]);
    expect(await parts()).toEqual(['rBuyer 10 90 0']);
    const [{ counterparty }] = await instance.dataSource.query(
      "select counterparty from movements where type = 'rent_share'",
    );
    expect(counterparty).toBe(OWNER);
  });

  it('paid directly and exactly leaves nothing beside the share', async () => {
    const runId = `payback-${id}`;
    await told(started({ ...toEscrow, payee: BUYER, amount: '100' }), validated('recipient', 'DIRECT'), completed());
    const only = [{ wallet: BUYER, tokens: 3, amount: '100' }];
    await told(allocated(id, '10', '90'), ...run({ runId, source: 'direct', lines: only }));
    await told(paid(runId, BUYER, '100', 'DIRECT'));
    expect(await rows()).toEqual([
      'rOwner out repayment 100 completed DIRECT',
      'rBuyer in rent_share 100 completed DIRECT',
    ]);
  });
});

describe('the period of what is known better later (money 4)', () => {
  /** As if the log had recorded so far what is there in October, and the rest in November. */
  const OCTOBER = '2026-10-31T23:59:59.000Z';
  const untilNow = () => instance.dataSource.query('update read_models.movements set at = $1', [OCTOBER]);
  const months = async (wallet: string) =>
    (
      await instance.dataSource.query(
        'select type, left(at, 7) as month, amount::float from movements where wallet = $1 and settled_seq is not null order by settled_seq, id',
        [wallet],
      )
    ).map(({ type, month, amount }: Record<string, unknown>) => `${month} ${type} ${amount}`);

  it('a direct repayment whose fee is signed in the next month stays rent of the month that it was paid in', async () => {
    const runId = `payback-${id}`;
    await told(started({ ...toEscrow, payee: BUYER, amount: '110' }), validated('recipient', 'DIRECT'));
    await untilNow();
    const only = [{ wallet: BUYER, tokens: null, amount: '100' }];
    await told(allocated(id, '10', '90', '10'), ...run({ runId, source: 'direct', lines: only }));
    await told(paid(runId, BUYER, '100', 'DIRECT'), completed());
    expect((await months(BUYER)).sort()).toEqual(['2026-10 rent_share 100', '2026-10 repayment 10']);
  });

  it('a deposit whose payment is found in the next month stays a deposit of the month that it arrived in', async () => {
    const entries = [
      { account: 'ledger' as const, amount: '-40' },
      { account: 'deposit/1' as const, amount: '40' },
    ];
    const arrival = { postingId: 'by-mark/MARKED', kind: 'arrival' as const, entries, hash: 'MARKED' };
    await told(started({ ...toEscrow, kind: 'deposit', amount: '40' }));
    await told({ type: 'PaymentExpired', data: { paymentId: id } });
    await told({ type: 'EscrowPosted', data: { ...arrival, ledgerIndex: 905, note: null } });
    await untilNow();
    const late = { paymentId: id, hash: 'MARKED', ledgerIndex: 905, delivered: '40' };
    await told({ type: 'LatePrincipalFound', data: late }, { type: 'PaymentRevived', data: { paymentId: id } });
    expect(await months(OWNER)).toEqual(['2026-10 deposit 40']);
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
    await told(...run({ runId: `refund-${id}`, source: 'return', lines }), paid(`refund-${id}`, BUYER, '500', 'BACK'));
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
