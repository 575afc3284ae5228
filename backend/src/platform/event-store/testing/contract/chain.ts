import { expect, it } from '@jest/globals';
import { canonicalJson } from '../../canonical-json.js';
import { START, type EventStore } from '../../event-store.js';
import { toSequence } from '../../positions.js';
import { GENESIS, seal } from '../../seal.js';
import { context, event, readWhole, streamName } from '../adapter.js';

/**
 * The hash that each event comes with can be recomputed from what the port tells alone, since stored texts are
 * canonical.
 */
export function chainContract(store: () => EventStore): void {
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
}
