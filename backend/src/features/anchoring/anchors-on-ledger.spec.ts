import { describe, expect, it } from '@jest/globals';
import type { AnchorEvent } from '@tknest/contracts/events';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import { context } from '#test/event-store/adapter.js';
import type { LedgerPort, LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { verdictOn } from '#features/audit/module.public.js';
import type { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { AnchorBook } from './anchor-book.js';
import { anchorIdOf, anchorStream, type LogHead } from './anchor.decider.js';
import { anchorTransaction, readAnchor } from './anchor-memo.js';
import { AnchorsOnLedger } from './anchors-on-ledger.js';

const ISSUER = 'rIssuer';
const head = (position: number): LogHead => ({
  position,
  headHash: String(position % 10).repeat(64),
  root: 'a'.repeat(64),
  key: 'b'.repeat(64),
});
const [ONE, TWO, THREE] = [head(11), head(22), head(33)];
const hashOf = ({ position }: LogHead) => `T${position}`;

/** A log that names the first anchors, and a ledger that has anchor n in ledger n. */
async function world(named: LogHead[], written: LogHead[], { keeps = 0 } = {}) {
  const store = new MemoryEventStore();
  for (const of of named) {
    const anchorId = anchorIdOf(of);
    const data = { anchorId, attempt: 1, hash: hashOf(of), purpose: `anchor/${anchorId}/1`, ticket: 1 };
    const events = [
      { type: 'AnchorOrdered', data: { anchorId, ...of } },
      {
        type: 'AnchorSubmitted',
        data: { ...data, transaction: {}, ledgerIndex: 1, lastLedgerSequence: 9, blobItem: 'b' },
      },
      { type: 'AnchorConcluded', data: { ...data, result: 'tesSUCCESS', ledgerIndex: of.position } },
    ] as AnchorEvent[];
    await store.append(anchorStream(anchorId), 'none', events as never, context());
  }
  const transactions = written.map(
    (of) =>
      ({
        hash: hashOf(of),
        ledgerIndex: of.position,
        result: 'tesSUCCESS',
        tx: anchorTransaction(ISSUER, of),
      }) as unknown,
  ) as LedgerTransaction[];
  const ledger = {
    validatedIndex: async () => 100,
    holds: async (from: number) => from >= keeps,
    async *history(_: string, from: number, to: number) {
      yield* transactions.filter(({ ledgerIndex }) => ledgerIndex >= from && ledgerIndex <= to);
    },
  } as unknown as LedgerPort;
  const accounts = { address: async () => ISSUER } as unknown as PlatformAccounts;
  return new AnchorsOnLedger(ledger, accounts, new AnchorBook(store));
}

const positions = (found: readonly { position: string }[]) => found.map(({ position }) => Number(position));

describe('anchors on the ledger', () => {
  it('are read from the ledger, where the log says that they stand', async () => {
    const anchors = await (await world([ONE, TWO], [ONE, TWO])).read();
    expect(anchors).toMatchObject({ unproved: 0, missing: 0 });
    const { headHash: hash, root } = TWO;
    expect(anchors.found[1]).toEqual({ position: toPosition(22), hash, root, txHash: 'T22', ledgerIndex: 22 });
    expect(verdictOn(anchors, null)).toEqual({
      state: 'fit',
      compared: 2,
      unproved: 0,
      last: { position: toPosition(22), txHash: 'T22', ledgerIndex: 22 },
    });
  });

  it('the ledger remembers the last one of a log whose end was cut off', async () => {
    expect(positions((await (await world([ONE], [ONE, TWO, THREE])).read()).found)).toEqual([11, 22, 33]);
  });

  it('one that the log names and the ledger does not hold is missing; where the node forgot, nothing is proved', async () => {
    const missing = await (await world([ONE, TWO], [TWO])).read();
    expect([missing.missing, verdictOn(missing, null).state]).toEqual([1, 'missing']);
    const forgot = await (await world([ONE, TWO], [TWO], { keeps: 15 })).read();
    expect(forgot).toMatchObject({ unproved: 1, missing: 0 });
    expect(verdictOn(forgot, null).state).toBe('fit');
  });

  it('a chain that breaks at an anchor differs from the ledger; one that breaks elsewhere fits it', async () => {
    const anchors = await (await world([ONE], [ONE])).read();
    expect(verdictOn(anchors, { position: toPosition(11), reason: '' }).state).toBe('differ');
    expect(verdictOn(anchors, { position: toPosition(15), reason: '' }).state).toBe('fit');
    expect(verdictOn(null, null).state).toBe('unreachable');
    expect(verdictOn({ found: [], unproved: 0, missing: 0 }, null).state).toBe('none');
  });
});

describe('the memo of an anchor', () => {
  const said = (over: object) =>
    JSON.stringify({ size: 11, root: ONE.root, head: ONE.headHash, key: ONE.key, ...over });
  const written = (data: string, type = 'tknest/anchor/1') => ({
    ...anchorTransaction(ISSUER, ONE),
    Memos: [
      {
        Memo: {
          MemoType: Buffer.from(type).toString('hex').toUpperCase(),
          MemoData: Buffer.from(data).toString('hex'),
        },
      },
    ],
  });
  it('says size, root, head and key, and nothing else', () => {
    const transaction = anchorTransaction(ISSUER, ONE) as { Memos: { Memo: { MemoData: string } }[] };
    expect(Buffer.from(transaction.Memos[0]!.Memo.MemoData, 'hex').toString()).toBe(
      JSON.stringify({ size: 11, root: ONE.root, head: ONE.headHash, key: ONE.key }),
    );
    expect(readAnchor(transaction, ISSUER)).toEqual(ONE);
  });
  it.each([
    ['of a stranger', { ...anchorTransaction('rStranger', ONE) }],
    ['of another kind of transaction', { ...anchorTransaction(ISSUER, ONE), TransactionType: 'Payment' }],
    ['that is no JSON', written('{')],
    ['of another type', written(said({}), 'tknest/issuance/1')],
    ['without a root', written(said({ root: undefined }))],
    ['with a size that is none', written(said({ size: -1 }))],
    ['of null', written('null')],
    ['without memos', { TransactionType: 'AccountSet', Account: ISSUER }],
  ])('%s is none', (_, tx) => expect(readAnchor(tx, ISSUER)).toBeNull());
});
