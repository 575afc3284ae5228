import { expect, it } from '@jest/globals';
import { canonicalJson } from '../../canonical-json.js';
import { START } from '../../event-store.js';
import { toPosition, toSequence } from '../../positions.js';
import { GENESIS, seal } from '../../seal.js';
import type { StoredLog } from '../../stored-log.js';
import { verifyChain } from '../../verify-chain.js';
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
