import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Fenced, type Position } from '#platform/event-store/event-store.js';
import type { Adapter, OpenAdapter } from '../adapter.js';
import { collect, context, event, streamName } from '../adapter.js';

/** A log on its own for each: what a client has seen of it is gone for good. */
export function goingBackContract(adapter: Adapter): void {
  let open: OpenAdapter;
  let kept: Position;
  const thing = streamName();
  const lost = new RegExp('this platform has seen position 0+(3|4), and (it ends at 0+2|another event is there)');
  beforeEach(async () => {
    open = await adapter.open();
    await open.store.append(thing, 'none', [event({ n: 1 })], context());
    kept = (await open.store.append(thing, 0, [event({ n: 2 })], context())).position;
    await open.store.append(thing, 1, [event({ n: 3 })], context());
  });
  afterEach(() => open.close());

  it('is refused by every read and every append of who has read what it lost', async () => {
    if (!open.loseAfter) return;
    await collect(open.store.read(thing));
    await open.loseAfter(kept);
    const { store } = open;
    await expect(store.append(streamName(), 'none', [event()], context())).rejects.toThrow(lost);
    await expect(collect(store.read(thing))).rejects.toThrow(lost);
    await expect(store.readAll(kept)).rejects.toThrow(lost);
    await expect(store.findCommand('nobody')).rejects.toThrow(lost);
    await expect(store.head()).rejects.toThrow(lost);
    await expect(store.verify()).rejects.toThrow(lost);
  });

  it('is refused by who wrote what it lost, and never read it', async () => {
    if (!open.loseAfter) return;
    await open.store.append(streamName(), 'none', [event({ n: 4 })], context());
    await open.loseAfter(kept);
    await expect(open.store.append(streamName(), 'none', [event()], context())).rejects.toThrow(lost);
    await expect(open.store.head()).rejects.toThrow(lost);
  });

  it('is refused where others have written as far again', async () => {
    if (!open.loseAfter) return;
    await open.store.readAll(kept);
    const other = await open.another();
    await open.loseAfter(kept);
    for (let n = 0; n < 3; n++)
      await other.append(streamName(), 'none', [event({ n })], context()).catch(() => undefined);
    await expect(collect(open.store.read(thing))).rejects.toThrow(lost);
    await expect(open.store.append(streamName(), 'none', [event()], context())).rejects.toThrow(lost);
  });

  it('takes no append that was decided on another server, and every other one', async () => {
    if (!open.loseAfter) return;
    const { store } = open;
    const [fence, other] = [await store.fence(), streamName()];
    const appends = [undefined, 'of another server', fence].map((one, n) =>
      store.append(other, 'any', [event({ n })], context(undefined, { fence: one })),
    );
    expect((await Promise.allSettled(appends)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(appends[1]).rejects.toThrow(Fenced);
    expect((await collect(store.read(other))).map(({ data }) => data.n)).toEqual([0, 2]);
  });

  it('is nothing to who has seen nothing of what it lost', async () => {
    if (!open.loseAfter) return;
    await open.loseAfter(kept);
    const fresh = await open.another().catch(() => null);
    // On EventStoreDB the index has seen it for all; in memory there is but one.
    if (fresh && fresh !== open.store) expect(await fresh.head()).toBe(kept);
  });
}
