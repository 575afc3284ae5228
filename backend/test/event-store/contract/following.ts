import { expect, it } from '@jest/globals';
import {
  type CaughtUp,
  type EventFilter,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '#platform/event-store/event-store.js';
import { context, event, eventually, streamName } from '../adapter.js';
import { inFull } from '#test/support/how-much.js';

export interface Follower {
  seen: RecordedEvent[];
  caughtUp: Position[];
  stop(): Promise<void>;
}

/** Follows in the background and keeps what comes. */
export function startFollowing(store: EventStore, after: Position, filter?: EventFilter): Follower {
  const ending = new AbortController();
  const follower: Follower = { seen: [], caughtUp: [], stop: async () => (ending.abort(), done) };
  const done = (async () => {
    for await (const item of store.follow(after, { filter, signal: ending.signal })) {
      if ('caughtUp' in item) follower.caughtUp.push((item as CaughtUp).caughtUp);
      else follower.seen.push(item);
    }
  })();
  return follower;
}

export function followingContract(store: () => EventStore, another: () => Promise<EventStore>): void {
  it('a follower gets what is there, is told when it has caught up, and then gets what comes', async () => {
    const after = await store().head();
    const writer = await another();
    for (let n = 0; n < 5; n++) await writer.append(streamName(), 'none', [event({ n })], context());
    const follower = startFollowing(store(), after);
    await eventually(() => follower.caughtUp.length === 1);
    expect(follower.seen).toHaveLength(5);
    expect(follower.caughtUp).toEqual([await store().head()]);
    for (let n = 5; n < 10; n++) await writer.append(streamName(), 'none', [event({ n })], context());
    await eventually(() => follower.seen.length === 10);
    await follower.stop();
    expect(follower.seen.map(({ data }) => data.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('a filtered follower hears of positions that it was not shown', async () => {
    const after = await store().head();
    const follower = startFollowing(store(), after, { types: ['Wanted'] });
    await eventually(() => follower.caughtUp.length === 1);
    const { position } = await store().append(streamName(), 'none', [event({}, 'Unwanted')], context());
    await eventually(() => follower.caughtUp.at(-1) === position);
    await store().append(streamName(), 'none', [event({}, 'Wanted')], context());
    await eventually(() => follower.seen.length === 1);
    await follower.stop();
    expect(follower.seen[0]!.type).toBe('Wanted');
  });

  it('a follower under load gets every event once and in order', async () => {
    const after = await store().head();
    const follower = startFollowing(store(), after);
    const writers = [store(), await another(), await another()];
    const each = inFull(30, 100);
    const events = 2 * each * writers.length;
    await Promise.all(
      writers.map(async (writer) => {
        for (let n = 0; n < each; n++) await writer.append(streamName(), 'none', [event(), event()], context());
      }),
    );
    await eventually(() => follower.seen.length >= events);
    await follower.stop();
    expect(follower.seen).toHaveLength(events);
    const positions = follower.seen.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort());
  });

  it('a follower ends at once when it is told to, also while it waits', async () => {
    const follower = startFollowing(store(), await store().head());
    await eventually(() => follower.caughtUp.length === 1);
    const began = Date.now();
    await follower.stop();
    expect(Date.now() - began).toBeLessThan(200);
  });

  it('a follower does not read ahead of its consumer', async () => {
    const after = await store().head();
    await store().append(streamName(), 'none', [event({ n: 1 }), event({ n: 2 })], context());
    const ending = new AbortController();
    for await (const item of store().follow(after, { signal: ending.signal })) {
      expect(item).toMatchObject({ data: { n: 1 } });
      break;
    }
    expect(ending.signal.aborted).toBe(false);
  });
}
