import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson } from '#platform/event-store/canonical-json.js';
import { toPosition } from '#platform/event-store/positions.js';
import { GENESIS, seal, type SealedEvent } from '#platform/event-store/seal.js';
import { checkpointText, originOf } from './checkpoints/checkpoint.js';
import { signerOf, signNote, verifierKey } from './checkpoints/note.js';
import { inclusionProof, leafOf, rootOf } from './tree/merkle.js';
import { grow, subtreesFrom } from './tree/tiles.js';

const FILE = path.resolve('docs/log-format/vectors.json');
const ISSUER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Twenty events with contents that are easy to get wrong: characters of two to four bytes, quotes, an empty object. */
const WORDS = ['', 'a "quote"', 'Straße', 'дом', '家', '🏠', 'line\nbreak', '\u2028', 'b\\slash', 'é vs e\u0301'];
function events(): SealedEvent[] {
  const made: SealedEvent[] = [];
  for (let at = 1; at <= 20; at++) {
    const word = WORDS[at % WORDS.length]!;
    const event = {
      position: at,
      stream: `thing-${Math.ceil(at / 2)}`,
      revision: (at - 1) % 2,
      id: `00000000-0000-5000-8000-${String(at).padStart(12, '0')}`,
      type: 'SomethingHappened',
      version: 1 + (at % 2),
      at: `2026-11-20T14:02:${String(at).padStart(2, '0')}.000Z`,
      data: canonicalJson(at === 20 ? {} : { word, number: at, amount: `${at}.000001` }),
      metadata: canonicalJson({ actor: { role: 'system', wallet: null }, businessDate: '2026-11-20' }),
    };
    made.push({ ...event, hash: seal(made.at(-1)?.hash ?? GENESIS, event) });
  }
  return made;
}

async function vectors() {
  const log = events();
  const tiles = new Map(
    (
      await grow(
        async () => Buffer.alloc(0),
        0,
        log.map(({ hash }) => leafOf(hash)),
      )
    ).map((t) => [t.level, t]),
  );
  const read = subtreesFrom(async ({ level }) => tiles.get(level)?.hashes ?? Buffer.alloc(0));
  const roots = await Promise.all(Array.from({ length: 21 }, (_, size) => rootOf(read, size)));
  const proofs = await Promise.all(
    [
      [1, 20],
      [7, 20],
      [20, 20],
      [8, 13],
      [1, 1],
    ].map(async ([position, size]) => ({
      position,
      size,
      proof: (await inclusionProof(read, position! - 1, size!)).map(hex),
    })),
  );
  const signer = signerOf(originOf(ISSUER), Buffer.alloc(32, 1));
  return {
    events: log.map(({ hash, position, ...event }) => ({ position: toPosition(position), ...event, hash: hex(hash) })),
    leaves: log.map(({ hash }) => hex(leafOf(hash))),
    roots: roots.map(hex),
    proofs,
    key: verifierKey(signer),
    checkpoint: signNote(checkpointText({ origin: originOf(ISSUER), size: 20, root: Buffer.from(roots[20]!) }), signer),
  };
}

describe('the published vectors', () => {
  it('are what the program computes: docs/log-format/vectors.json', async () => {
    const made = await vectors();
    if (process.env.WRITE_VECTORS) writeFileSync(FILE, `${JSON.stringify(made, null, 1)}\n`);
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(made);
  });
});
