import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DurableMap } from './durable-map.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'durable-map-'));
  file = path.join(folder, 'below', 'map.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a map on disk', () => {
  it('remembers the latest values and forgets what was deleted', async () => {
    const map = await DurableMap.open<number>(file);
    await Promise.all(Array.from({ length: 50 }, (_one, place) => map.set(`k${place % 5}`, place)));
    await map.delete('k0');
    await map.close();
    const again = await DurableMap.open<number>(file);
    expect(again.values()).toEqual([46, 47, 48, 49]);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(4);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await again.close();
  });

  it('has on disk what was acknowledged, whatever happens next', async () => {
    const map = await DurableMap.open<string>(file);
    await map.set('a', 'kept');
    expect(readFileSync(file, 'utf8')).toContain('kept');
    await map.close();
  });

  it('drops a last line that a crash has torn', async () => {
    const map = await DurableMap.open<string>(file);
    await map.set('a', 'kept');
    await map.close();
    appendFileSync(file, '{"id":"b","val');
    const again = await DurableMap.open<string>(file);
    expect([again.get('a'), again.get('b')]).toEqual(['kept', undefined]);
    await again.close();
  });

  it('lives in memory without a file', async () => {
    const map = await DurableMap.open<number>();
    await map.set('a', 1);
    expect(map.get('a')).toBe(1);
    await map.close();
  });
});
