import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
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
/** What anchors say of the key: SHA-256 of its 32 bytes. */
const digestOf = (key: string) =>
  createHash('sha256')
    .update(Buffer.from(key.split('+').slice(2).join('+'), 'base64').subarray(1))
    .digest('hex');

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

type Line = Omit<SealedEvent, 'position' | 'hash'> & { position: string; hash: string };
const lineOf = ({ hash, position, ...event }: SealedEvent): Line => ({
  position: toPosition(position),
  ...event,
  hash: hex(hash),
});
/** Positions and seals made anew from the first event, as anybody can who has the database. */
function sealedAnew(lines: readonly Line[]): Line[] {
  let previous = GENESIS;
  return lines.map((line, at) => {
    const event = { ...line, position: at + 1 };
    previous = seal(previous, event);
    return lineOf({ ...event, hash: previous });
  });
}

/** The hash of the transaction that is the anchor of the logs below. */
const ANCHOR = 'A'.repeat(64);
const concluded = (hash: string) => ({ hash, ledgerIndex: 500, result: 'tesSUCCESS' });
/** The lines, and one more event after them. */
function withOne(lines: readonly Line[], type: string, data: object): Line[] {
  return sealedAnew([...lines, { ...lines.at(-1)!, stream: 'added-1', revision: 0, type, data: canonicalJson(data) }]);
}

/**
 * One forged log of each kind: the honest log has four events and its anchor covers all of them; `anchors` is what the
 * ledger shows. `reason` says why a verifier refuses it: docs/log-format.md, "Forged logs".
 */
function forgeries(honest: readonly Line[], anchor: { root: string }) {
  const [one, two, three, four] = honest as [Line, Line, Line, Line];
  const changed = { ...two, data: canonicalJson({ word: 'forged', number: 2, amount: '9.000000' }) };
  const added = (type: string, data: object): Line[] => withOne(honest, type, data);
  const made = (forged: string, reason: string, log: readonly object[], anchors = [anchor]) => ({
    forged,
    reason,
    log,
    anchors,
  });
  return [
    made('An event was changed, its seal was not', 'seal', [one, changed, three, four]),
    made('An event was changed, and everything was sealed anew', 'head', sealedAnew([one, changed, three, four])),
    made('An event was taken out', 'position', [one, three, four]),
    made('An event was taken out, and everything was numbered and sealed anew', 'size', sealedAnew([one, three, four])),
    made('An event was put in, and everything was sealed anew', 'head', sealedAnew([one, two, changed, three, four])),
    made('Two events were exchanged', 'position', [one, three, two, four]),
    made('Two events were exchanged, and everything was sealed anew', 'head', sealedAnew([one, three, two, four])),
    made('An event was repeated', 'position', [one, two, two, three, four]),
    made('The last event was cut off', 'size', [one, two, three]),
    made('A field was added that no seal covers', 'format', [{ ...one, amount: '1000000' }, two, three, four]),
    made('An anchor was made over another tree', 'root', honest, [{ ...anchor, root: '0'.repeat(64) }]),
    made(
      'The log names an anchor that was never written',
      'anchor',
      added('AnchorConcluded', concluded('B'.repeat(64))),
    ),
    made(
      'The log belongs to another issuer',
      'issuer',
      added('PlatformAccountMade', { name: 'issuer', address: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' }),
    ),
  ];
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
  const first = log.slice(0, 4).map(lineOf);
  const key = digestOf(verifierKey(signer));
  const anchor = { hash: ANCHOR, size: 4, root: hex(roots[4]!), head: first[3]!.hash, key };
  // A verifier that refuses every log with these events would pass the forgeries.
  const named = withOne(first, 'PlatformAccountMade', { name: 'issuer', address: ISSUER });
  const anchored = withOne(named, 'AnchorConcluded', concluded(ANCHOR));
  return {
    events: log.map(lineOf),
    leaves: log.map(({ hash }) => hex(leafOf(hash))),
    roots: roots.map(hex),
    proofs,
    key: verifierKey(signer),
    checkpoint: signNote(checkpointText({ origin: originOf(ISSUER), size: 20, root: Buffer.from(roots[20]!) }), signer),
    issuer: ISSUER,
    honest: { log: anchored, anchors: [anchor] },
    forgeries: forgeries(first, anchor),
  };
}

describe('the published vectors', () => {
  it('are what the program computes: docs/log-format/vectors.json', async () => {
    const made = await vectors();
    if (process.env.WRITE_VECTORS) writeFileSync(FILE, `${JSON.stringify(made, null, 1)}\n`);
    expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(made);
  });
});
