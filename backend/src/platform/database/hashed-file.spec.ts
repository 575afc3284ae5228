import { expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeHashed } from './hashed-file.js';

it('writes what it was given at the time, chunks of any size, with their digest', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-hashed-'));
  const sizes = [3, 0, 1 << 20, 700_000, 700_000, 3 << 20, 5];
  const chunks = sizes.map((size, index) => Buffer.alloc(size, index + 1));
  const expected = Buffer.concat(chunks);
  const { name, bytes, sha256 } = await writeHashed(folder, 'file', (file) => {
    for (const chunk of chunks) {
      file.write(chunk);
      // As the driver does with its read buffer.
      chunk.fill(0);
    }
  });
  expect(fs.readFileSync(path.join(folder, name)).equals(expected)).toBe(true);
  expect([bytes, sha256]).toEqual([expected.length, createHash('sha256').update(expected).digest('hex')]);
  fs.rmSync(folder, { recursive: true });
});
