import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { VAULT_KINDS } from '@tknest/contracts/rules';

const ROOT = path.resolve('backend/src');
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^features\/.*\.ts$/.test(file) && !file.endsWith('.spec.ts'))
  .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
  .filter(({ text }) => text.includes('vault.get(') || text.includes('vault.bytes('));

it('a kind is named only by the code of its readers', () => {
  expect(sources.length).toBeGreaterThan(8);
  for (const { file, text } of sources)
    for (const [kind, readers] of Object.entries(VAULT_KINDS)) {
      const mayOpen = readers.some((folder) => file.startsWith(folder));
      if (text.includes(`'${kind}'`)) expect([file, kind, mayOpen]).toEqual([file, kind, true]);
    }
});
