import { expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { CommandReused, type EventStore } from '#platform/event-store/event-store.js';
import { eventId } from '#platform/event-store/ids.js';
import { collect, context, event, streamName } from '../adapter.js';

/** Contract items 4 and 5. */
export function idempotencyContract(store: () => EventStore, another: () => Promise<EventStore>): void {
  it('the same command again gets the first answer and writes nothing', async () => {
    const [stream, id] = [streamName(), randomUUID()];
    const first = await store().append(
      stream,
      'none',
      [event(), event()],
      context(id, { inputHash: 'a', result: { price: '1.5' } }),
    );
    await store().append(stream, 1, [event()], context());
    const again = await store().append(
      stream,
      'none',
      [event({ other: true })],
      context(id, { inputHash: 'a', result: { price: '9' } }),
    );
    expect(again).toEqual({ ...first, duplicate: true });
    expect(again.result).toEqual({ price: '1.5' });
    expect(await collect(store().read(stream))).toHaveLength(3);
  });

  it('the same command with another input is refused', async () => {
    const [stream, id] = [streamName(), randomUUID()];
    await store().append(stream, 'none', [event()], context(id, { inputHash: 'a' }));
    await expect(store().append(stream, 'any', [event()], context(id, { inputHash: 'b' }))).rejects.toThrow(
      CommandReused,
    );
    await expect(store().findCommand(id, 'b')).rejects.toThrow(CommandReused);
    expect(await collect(store().read(stream))).toHaveLength(1);
  });

  it('inputs are not compared where one of them is not known', async () => {
    const [stream, id] = [streamName(), randomUUID()];
    await store().append(stream, 'none', [event()], context(id));
    expect((await store().append(stream, 'none', [event()], context(id, { inputHash: 'b' }))).duplicate).toBe(true);
    expect((await store().findCommand(id))?.duplicate).toBe(true);
  });

  it('a command that was refused may be tried again and is not remembered', async () => {
    const [stream, id] = [streamName(), randomUUID()];
    await expect(store().append(stream, 'exists', [event()], context(id, { inputHash: 'a' }))).rejects.toThrow();
    expect(await store().findCommand(id)).toBeNull();
    expect((await store().append(stream, 'none', [event()], context(id, { inputHash: 'b' }))).duplicate).toBe(false);
  });

  it('a command without events is refused: there would be nothing to remember it by', async () => {
    const [stream, id] = [streamName(), randomUUID()];
    await expect(store().appendMany([], context(id))).rejects.toThrow(TypeError);
    await expect(store().append(stream, 'none', [], context(id))).rejects.toThrow(/must write an event/);
    expect(await store().findCommand(id)).toBeNull();
  });

  it('one command sent many times at once happens once', async () => {
    const stores = [store(), await another()];
    for (let round = 0; round < 20; round++) {
      const [stream, id] = [streamName(), randomUUID()];
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          stores[n % 2]!.append(stream, 'any', [event({ n }), event({ n })], context(id)),
        ),
      );
      expect(results.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
      expect(new Set(results.map(({ position }) => position)).size).toBe(1);
      expect(await collect(store().read(stream))).toHaveLength(2);
    }
  });

  it('event ids follow from the command id and the place within the command', async () => {
    const [one, two, id] = [streamName(), streamName(), randomUUID()];
    await store().appendMany(
      [
        { stream: one, expected: 'none', events: [event(), event()] },
        { stream: two, expected: 'none', events: [event()] },
      ],
      context(id),
    );
    const ids = [...(await collect(store().read(one))), ...(await collect(store().read(two)))].map(
      (recorded) => recorded.id,
    );
    expect(ids).toEqual([0, 1, 2].map((index) => eventId(id, index)));
    for (const eventIdText of ids)
      expect(eventIdText).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
}
