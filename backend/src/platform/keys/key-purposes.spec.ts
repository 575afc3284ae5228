import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { KEY_PURPOSES, LOG_PURPOSES, WORKER_PURPOSES } from './key-purposes.js';

it('docs/security.md has each key of the ring in its inventory (ASVS 11.1.2)', () => {
  const docs = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8');
  const inventory = docs.slice(docs.indexOf('## Keys and algorithms'), docs.indexOf('## How fast'));
  const named = inventory.split('\n').flatMap((row) => row.split('|')[1]?.match(/`[^`]+`/g) ?? []);
  const purposes = new Set([...KEY_PURPOSES, ...LOG_PURPOSES, ...WORKER_PURPOSES]);
  const ofRing = [...purposes].map((purpose) => (purpose.startsWith('index/') ? '`index/…`' : `\`${purpose}\``));
  expect(new Set(named)).toEqual(new Set(ofRing));
});
