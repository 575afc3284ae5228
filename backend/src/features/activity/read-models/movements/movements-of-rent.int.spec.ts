import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  BUYER,
  OTHER,
  OWNER,
  allocated,
  movementStories,
  paid,
  run,
  toEscrow,
} from '#test/support/movement-stories.js';
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
  /** As if the events so far had been recorded in October, and the rest in November. */
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
    const late = {
      paymentId: id,
      hash: 'MARKED',
      ledgerIndex: 905,
      delivered: '40',
      paidOn: '2026-10-31' as const,
      foundOn: '2026-10-31' as const,
    };
    await told({ type: 'LatePrincipalFound', data: late }, { type: 'PaymentRevived', data: { paymentId: id } });
    expect(await months(OWNER)).toEqual(['2026-10 deposit 40']);
  });
});
