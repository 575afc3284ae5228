import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Wallet } from 'xrpl';
import { type LedgerServer, startLedger } from './support/ledger-server.js';
import { GENESIS, payment, People } from './support/people.js';

type Json = Record<string, any>;

/** rippled takes one more than expected at the base fee: the fee rises once there are more than that. */
const ROOM = 1001;

describe('a full open ledger', () => {
  let server: LedgerServer;
  let people: People;
  let alice: Wallet;
  let bob: Wallet;
  const next = async (wallet: Wallet): Promise<number> => (await people.root(wallet.classicAddress))['Sequence'];
  const at = (wallet: Wallet, Sequence: number, more: Json = {}): Promise<Json> =>
    people.submit(wallet, payment(GENESIS, '1', { Sequence, ...more }));

  beforeAll(async () => {
    server = await startLedger();
    people = await People.on(server);
    [alice, bob] = (await people.fund(100, 'alice', 'bob')) as [Wallet, Wallet];
    const first = await next(GENESIS);
    const blobs = await Promise.all(
      Array.from({ length: ROOM }, (_, i) => people.sign(GENESIS, payment(bob, '1', { Sequence: first + i }))),
    );
    const results = await Promise.all(blobs.map((tx_blob) => people.ask('submit', { tx_blob })));
    expect(new Set(results.map((r) => r['engine_result']))).toEqual(new Set(['tesSUCCESS']));
  });
  afterAll(async () => {
    await people.leave();
    await server.close();
  });

  it('asks more than the base fee', async () => {
    const fee = await people.ask('fee');
    expect(fee).toMatchObject({
      current_ledger_size: String(ROOM),
      expected_ledger_size: '1000',
      drops: { base_fee: '10', minimum_fee: '10' },
    });
    expect(Number(fee['drops'].open_ledger_fee)).toBe(5010);
  });

  it('queues ten transactions of an account in the order of their sequences, and refuses the next', async () => {
    const start = await next(alice);
    for (let i = 0; i < 10; i++)
      expect(await at(alice, start + i)).toMatchObject({
        engine_result: 'terQUEUED',
        applied: false,
        queued: true,
        account_sequence_available: start + i + 1,
        account_sequence_next: start,
      });
    expect(await at(alice, start + 10)).toMatchObject({ engine_result: 'telCAN_NOT_QUEUE_FULL', queued: false });
    expect((await people.ask('fee'))['current_queue_size']).toBe('10');
    expect(
      (await people.ask('account_info', { account: alice.classicAddress, queue: true }))['queue_data'],
    ).toMatchObject({ txn_count: 10, lowest_sequence: start, highest_sequence: start + 9, auth_change_queued: false });
  });

  it('lets a waiting transaction be replaced for a quarter more', async () => {
    const start = await next(alice);
    expect(await at(alice, start + 3, { Fee: '12' })).toMatchObject({ engine_result: 'telCAN_NOT_QUEUE_FEE' });
    expect(await at(alice, start + 3, { Fee: '13' })).toMatchObject({ engine_result: 'terQUEUED' });
  });

  it('refuses a gap, what expires too soon, and what must not wait', async () => {
    const start = await next(bob);
    expect(await at(bob, start, { LastLedgerSequence: 100_003 })).toMatchObject({ engine_result: 'telCAN_NOT_QUEUE' });
    expect(await at(bob, start + 5)).toMatchObject({ engine_result: 'terPRE_SEQ' });
    expect(await people.submit(bob, payment(alice, '1', { Sequence: start }), { fail_hard: true })).toMatchObject({
      engine_result: 'telCAN_NOT_QUEUE',
      kept: false,
    });
    expect(
      await people.submit(alice, {
        TransactionType: 'SetRegularKey',
        RegularKey: bob.classicAddress,
        Sequence: (await next(alice)) + 10,
      }),
    ).toMatchObject({ engine_result: 'telCAN_NOT_QUEUE_BLOCKS' });
  });

  it('takes at once what pays the open ledger fee', async () => {
    const { drops } = await people.ask('fee');
    expect(await at(bob, await next(bob), { Fee: drops.open_ledger_fee })).toMatchObject({
      engine_result: 'tesSUCCESS',
      applied: true,
    });
  });

  it('fills the next ledger from the queue, and what had no room is tried again', async () => {
    const start = await next(alice);
    await people.close();
    expect((await people.ask('fee'))['current_queue_size']).toBe('0');
    expect(await next(alice)).toBe(start + 11);
    await people.close();
    const { ledger } = await people.ask('ledger', { ledger_index: 'validated', transactions: true, expand: true });
    const own = ledger.transactions
      .filter((t: Json) => t['Account'] === alice.classicAddress)
      .sort((a: Json, b: Json) => a['metaData'].TransactionIndex - b['metaData'].TransactionIndex);
    expect(own.map((t: Json) => t['Sequence'])).toEqual(Array.from({ length: 11 }, (_, i) => start + i));
  });

  it('expects more after a full ledger', async () => {
    expect(Number((await people.ask('fee'))['expected_ledger_size'])).toBe(Math.floor((ROOM + 1) * 1.2));
  });
});
