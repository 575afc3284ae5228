import { expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { uuidv5 } from '#platform/event-store/ids.js';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { collect, context } from '#test/event-store/adapter.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseIdOf, caseStream, noCase, openCase } from '#features/operations-cases/case.decider.js';
import { balanceOf, bookArrival, escrowFold } from '../escrow/escrow.decider.js';
import { SuspenseProcess } from './suspense.process.js';

it('an answer that an older program acted on moves nothing once more when a worker confirms it', async () => {
  const store = new MemoryEventStore();
  const process = new SuspenseProcess(
    store,
    new Recorder(store, { contextOf: async ({ commandId }: any) => context(commandId) }),
    { today: async () => '2027-01-15' } as never,
  );
  const small = async (hash: string, ledgerIndex: number) => {
    const { state } = await load(store, escrowFold);
    const shares = [{ account: 'suspense/small-arrivals', amount: parseRlusd('0.1') } as const];
    const booked = bookArrival({ hash, ledgerIndex, delivered: '0.1', note: 'x' }, shares, state);
    await store.append(escrowFold.stream, 'any', [booked], context());
  };
  const found = { kind: 'escrow-suspense', subject: 'small-arrivals~1', summary: 'x' } as const;
  const caseId = caseIdOf(found);
  const given = { caseId, resolution: 'kept' };
  const stream = caseStream(caseId);
  const append = (type: string, data: object) => store.append(stream, 'any', [{ type, data } as never], context());
  const told = async (as?: string) => {
    const event = (await collect(store.read(stream))).at(-1)!;
    const commandId = (n: number | string) => uuidv5(`${process.name}/${event.id}/${n}`);
    // An older program acted on the answer itself; this one acts on its confirmation.
    await process.handle(as ? { ...event, type: as, revision: event.revision + 1 } : event, { commandId } as never);
  };
  const kept = async () => balanceOf((await load(store, escrowFold)).state, 'float');

  await small('A', 1);
  await append('CaseOpened', openCase(found, noCase)[0]!.data);
  await append('CaseResolved', { ...given, note: null, noteItem: null });
  await told('CaseAnswerConfirmed');
  const before = await kept();
  await small('B', 2);
  await append('CaseAnswerConfirmed', { ...given, proposalId: 'p1' });
  await told();
  expect([before > 0n, await kept()]).toEqual([true, before]);
});
