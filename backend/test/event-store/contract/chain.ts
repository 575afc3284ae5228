import { expect, it } from '@jest/globals';
import { canonicalJson } from '#platform/event-store/canonical-json.js';
import { START } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { GENESIS, seal } from '#platform/event-store/seal.js';
import type { StoredLog } from '#platform/event-store/stored-log.js';
import { verifyChain } from '#platform/event-store/verify-chain.js';
import { context, event, readWhole, streamName } from '../adapter.js';

/** The hash of each event can be recomputed from what the port returns, because stored texts are canonical. */
export function chainContract(store: () => StoredLog): void {
  it('each event is sealed to the one before it', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        store().append(streamName(), 'none', [event({ n, text: 'Größe 🏠\u0000' }), event()], context()),
      ),
    );
    let previous = GENESIS;
    for (const recorded of await readWhole(store(), undefined, undefined, START)) {
      previous = seal(previous, {
        ...recorded,
        position: toSequence(recorded.position),
        data: canonicalJson(recorded.data),
        metadata: canonicalJson(recorded.metadata),
      });
      expect(recorded.hash).toBe(previous.toString('hex'));
    }
  });

  it('the stored bytes verify from the first event to the head, and an anchor past the end is missed', async () => {
    const { position } = await store().append(streamName(), 'none', [event({ b: 1, a: '10', 2: 'ü' })], context());
    const report = await verifyChain(store());
    expect(report).toMatchObject({ broken: null, head: position, verified: toSequence(position) });
    const beyond = { position: toPosition(report.verified + 1), hash: report.hash };
    expect((await verifyChain(store(), [beyond])).broken).toMatchObject({ position: beyond.position });
  });
}
