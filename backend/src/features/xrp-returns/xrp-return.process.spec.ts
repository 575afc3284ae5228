import { beforeEach, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { collect, context } from '#test/event-store/adapter.js';
import { opening } from '#features/operations-cases/rules.public.js';
import { XrpReturnProcess } from './xrp-return.process.js';

const HASH = 'A'.repeat(64);
const ID = `feeWallet~${HASH}`;
const balance = (Account: string, before: string, Balance: string) => ({
  ModifiedNode: {
    LedgerEntryType: 'AccountRoot',
    LedgerIndex: Account,
    FinalFields: { Account, Balance, Flags: 0 },
    PreviousFields: { Balance: before },
  },
});
/** 12 XRP of `rX`. */
const arrival = {
  hash: HASH,
  ledgerIndex: 7,
  result: 'tesSUCCESS',
  tx: { TransactionType: 'Payment', Account: 'rX', Destination: 'rFee', Amount: '12000000', SourceTag: 5 },
  meta: { AffectedNodes: [balance('rFee', '1000000', '13000000')], TransactionResult: 'tesSUCCESS' },
  delivered: '12000000',
};
let store: MemoryEventStore;
let shown: object[];
let holds: boolean;
let process: XrpReturnProcess;

beforeEach(() => {
  [store, shown, holds] = [new MemoryEventStore(), [arrival], true];
  process = new XrpReturnProcess(
    store,
    {
      holds: async () => holds,
      async *history(account, from, to) {
        if (account === 'rFee' && from === 7 && to === 7) yield* shown as never[];
      },
    },
    { address: async () => 'rFee' },
    new Recorder(store, { contextOf: async () => context() }),
  );
});

/** Two people answer a case with these details. */
async function answered(resolution: string, details: object = {}, type = 'CaseAnswerConfirmed'): Promise<void> {
  const found = { account: 'feeWallet', ledgerIndex: 7, drops: '12000000', sender: 'rX', sourceTag: 5, ...details };
  const about = { kind: 'xrp-arrived', subject: HASH, summary: 'x', details: found } as const;
  const writes = await opening(store, about);
  if (writes.length > 0) await store.appendMany(writes, context());
  const event = { type, data: { caseId: `xrp-arrived-${HASH}`, resolution } } as unknown as RecordedEvent;
  await process.handle(event, { commandId: () => 'c0ffee00-0000-4000-8000-000000000001' } as never);
}
const ordered = async () => (await collect(store.read(`xrp-return-${ID}`))).map(({ data }) => data);

it('what two people send back is ordered once, whole', async () => {
  await answered('refunded');
  await answered('refunded');
  const about = { account: 'feeWallet', arrival: HASH, arrivedIn: 7, wallet: 'rX', tag: 5 };
  expect(await ordered()).toEqual([{ returnId: ID, ...about, drops: '12000000' }]);
});

it('whatever the case says, amount, sender and tag are those that the ledger shows', async () => {
  await answered('refunded', { drops: '99000000', sender: 'rThief', sourceTag: 9 });
  expect(await ordered()).toMatchObject([{ wallet: 'rX', tag: 5, drops: '12000000' }]);
});

it('what somebody else finished goes back to whoever made the escrow', async () => {
  const escrow = { LedgerEntryType: 'Escrow', FinalFields: { Account: 'rX', Destination: 'rFee', SourceTag: 5 } };
  const tx = { TransactionType: 'EscrowFinish', Account: 'rThief', Owner: 'rX', OfferSequence: 3, SourceTag: 9 };
  shown = [{ ...arrival, tx, meta: { AffectedNodes: [...arrival.meta.AffectedNodes, { DeletedNode: escrow }] } }];
  await answered('refunded');
  expect(await ordered()).toMatchObject([{ wallet: 'rX', tag: 5, drops: '12000000' }]);
});

it.each([
  ['another answer', () => answered('kept')],
  ['an answer whose signatures no worker has verified', () => answered('refunded', {}, 'CaseResolved')],
  ['a case about another account', () => answered('refunded', { account: 'treasury' })],
  ['a case about another ledger', () => answered('refunded', { ledgerIndex: 8 })],
  [
    'a transaction that the ledger refused',
    () => ((shown = [{ ...arrival, result: 'tecNO_DST' }]), answered('refunded')),
  ],
  [
    'a transaction that brought less than 10 XRP',
    () => {
      shown = [{ ...arrival, meta: { AffectedNodes: [balance('rFee', '1000000', '2000000')] } }];
      return answered('refunded');
    },
  ],
])('nothing is ordered for %s', async (_, happens) => {
  await happens();
  expect(await ordered()).toEqual([]);
});

it('it waits for a node with that ledger', async () => {
  holds = false;
  await expect(answered('refunded')).rejects.toThrow(LedgerUnavailable);
  holds = true;
  await answered('refunded');
  expect(await ordered()).toHaveLength(1);
});
