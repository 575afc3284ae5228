import { describe, expect, it } from '@jest/globals';
import { CommandReused, WrongExpectedRevision, type EventStore, type NewEvent } from './event-store.js';
import { handleCommand, handleCommandAcross, load } from './decider.js';
import { MemoryEventStore } from './memory/memory-event-store.js';
import { collect, context } from '#test/event-store/adapter.js';

type Moved = NewEvent<'Moved', { by: number }>;
interface Account {
  balance: number;
  moves: number;
}

const account = {
  initialState: { balance: 0, moves: 0 },
  decide({ by }: { by: number }, { balance }: Account): Moved[] {
    if (balance + by < 0) throw new Error('below zero');
    return by === 0 ? [] : [{ type: 'Moved', data: { by } }];
  },
  evolve: ({ balance, moves }: Account, { data }: Moved) => ({ balance: balance + data.by, moves: moves + 1 }),
};

const move = (store: EventStore, stream: string, by: number, more = context(), deadlineMs?: number) =>
  handleCommand(store, { stream, ...account }, (state) => account.decide({ by }, state), more, deadlineMs);

/** A store in which another writer is faster a given number of times. */
function contested(store: MemoryEventStore, times: number): EventStore {
  return Object.assign(Object.create(store) as EventStore, {
    async appendMany(...[writes, ctx]: Parameters<EventStore['appendMany']>) {
      if (times-- > 0) await store.append(writes[0]!.stream, 'any', [{ type: 'Moved', data: { by: 1 } }], context());
      return store.appendMany(writes, ctx);
    },
  });
}

describe('handling a command', () => {
  it('loads, decides, appends, and answers with the state after it', async () => {
    const store = new MemoryEventStore();
    expect(await move(store, 'account-1', 5)).toMatchObject({
      state: { balance: 5, moves: 1 },
      revisions: { 'account-1': 0 },
      duplicate: false,
      events: [{ type: 'Moved' }],
    });
    expect(await move(store, 'account-1', -2)).toMatchObject({
      state: { balance: 3, moves: 2 },
      revisions: { 'account-1': 1 },
    });
    await expect(move(store, 'account-1', -4)).rejects.toThrow('below zero');
    expect((await load(store, { stream: 'account-1', ...account })).state).toEqual({ balance: 3, moves: 2 });
  });

  it('writes nothing where nothing happens, and says where it looked', async () => {
    const store = new MemoryEventStore();
    const { position } = await move(store, 'account-1', 5);
    await move(store, 'account-2', 5);
    expect(await move(store, 'account-1', 0)).toMatchObject({
      events: [],
      position,
      revisions: { 'account-1': 0 },
      state: { balance: 5 },
    });
  });

  it('decides again on what others did in between', async () => {
    const store = new MemoryEventStore();
    await move(store, 'account-1', 1);
    expect(await move(contested(store, 3), 'account-1', 10)).toMatchObject({ state: { balance: 14, moves: 5 } });
  });

  it('gives up at its deadline, and at once where the caller said what they had seen', async () => {
    const store = new MemoryEventStore();
    await expect(move(contested(store, Infinity), 'account-1', 1, context(), 50)).rejects.toThrow(
      WrongExpectedRevision,
    );
    const before = (await collect(store.read('account-1'))).length;
    await expect(move(store, 'account-1', 1, { ...context(), expected: 0 } as never)).rejects.toMatchObject({
      expected: 0,
    });
    expect((await collect(store.read('account-1'))).length).toBe(before);
  });

  it('gives the first answer to a command that comes again, though it would be refused now', async () => {
    const store = new MemoryEventStore();
    await move(store, 'account-1', 5);
    const take = context(undefined, { inputHash: 'take five', result: { receipt: 7 } });
    const first = await move(store, 'account-1', -5, take);
    expect(await move(store, 'account-1', -5, take)).toMatchObject({
      duplicate: true,
      position: first.position,
      result: { receipt: 7 },
      events: [],
    });
    await expect(move(store, 'account-1', -5, { ...take, inputHash: 'take six' })).rejects.toThrow(CommandReused);
  });

  it('keeps a decision over several streams whole, and checks those that it only looked at', async () => {
    const store = new MemoryEventStore();
    await move(store, 'account-from', 10);
    const streams = { from: { stream: 'account-from', ...account }, to: { stream: 'account-to', ...account } };
    const transfer = (by: number) =>
      handleCommandAcross(
        store,
        streams,
        ({ from, to }) => ({ from: account.decide({ by: -by }, from), to: account.decide({ by }, to) }),
        context(),
      );
    expect((await transfer(4)).state).toEqual({ from: { balance: 6, moves: 2 }, to: { balance: 4, moves: 1 } });
    await expect(transfer(7)).rejects.toThrow('below zero');
    await Promise.all(Array.from({ length: 6 }, () => transfer(1)));
    await expect(transfer(1)).rejects.toThrow('below zero');
    expect((await load(store, streams.to)).state.balance).toBe(10);

    let looked = 0;
    const watch = handleCommandAcross(
      store,
      streams,
      async ({ from }) => {
        // Somebody changes the stream that the decision only reads.
        if (looked++ === 0) await move(store, 'account-from', 3);
        return { to: [{ type: 'Moved' as const, data: { by: from.balance } }] };
      },
      context(),
    );
    expect((await watch).state.to.balance).toBe(13);
    expect(looked).toBe(2);
  });
});
