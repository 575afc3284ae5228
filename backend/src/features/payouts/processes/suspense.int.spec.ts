import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { load } from '#platform/event-store/folding.js';
import { context } from '#test/event-store/adapter.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, openCase, noCase } from '#features/operations-cases/case.decider.js';
import { bookArrival, emptyEscrow, escrowFold } from '../escrow/escrow.decider.js';
import { batchFold } from '../runs/batch.state.js';
import { runFold } from '../runs/run.state.js';
import { SuspenseProcess } from './suspense.process.js';

let db: TestDatabase;
let instance: Instance;
beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, []);
});
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});

it('money that could not go back to its sender is asked about again, and goes where that is answered', async () => {
  const { store } = instance;
  const arrival = { hash: 'HASH', ledgerIndex: 7, delivered: '5', note: 'x' };
  const booked = bookArrival(arrival, [{ account: 'suspense/HASH', amount: parseRlusd('5') }], emptyEscrow);
  const followed = {
    type: 'EscrowFollowed',
    data: { toLedger: 7, senders: { HASH: 'rSender' }, tags: { HASH: 77 } },
  } as const;
  await store.append(escrowFold.stream, 'none', [booked, followed], context());
  const first = { kind: 'escrow-suspense' as const, subject: 'HASH', summary: 'x', wallet: 'rAttacker' };
  await store.append('case-escrow-suspense-HASH', 'none', openCase(first, noCase), context());
  const causation = { contextOf: async ({ commandId }: any) => context(commandId) };
  const process = new SuspenseProcess(store, new Recorder(store, causation), {
    today: async () => '2027-01-15',
  } as never);
  const handle = (type: string, data: object) =>
    process.handle({ type, data } as never, { commandId: () => randomUUID() } as never);

  await handle('PayoutLineReturned', { runId: 'return-HASH', wallet: 'rSender', amount: '5', reason: 'no-line' });
  await handle('PayoutLineReturned', { runId: 'withdrawal-1', wallet: 'rOwner', amount: '5', reason: 'no-line' });
  expect((await load(store, caseFold('escrow-suspense-HASH~2'))).state.status).toBe('open');

  await handle('CaseResolved', { caseId: 'escrow-suspense-HASH~2', resolution: 'refunded', note: 'x' });
  const { state: run } = await load(store, runFold('return-HASH~2'));
  // Whoever the case names: a web process can write it before the worker does.
  const { lines } = (await load(store, batchFold('return-HASH~2', '0'))).state;
  expect([...lines.values()]).toMatchObject([{ wallet: 'rSender', tag: 77 }]);
  expect([run.exists, run.origin, run.amount]).toEqual([true, 'suspense/HASH', parseRlusd('5')]);
});
