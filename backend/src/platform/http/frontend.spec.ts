import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readShell } from './frontend.js';

const BUILT =
  '<html lang="en" data-demo-gate="on"><script>first()</script><script type="module" src="/a.js"></script><div id="root"></div><script>second()</script></html>';

describe('the page that every route begins with', () => {
  const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-shell-'));
  afterEach(() => fs.rmSync(path.join(dist, 'index.html'), { force: true }));
  afterAll(() => fs.rmSync(dist, { recursive: true }));
  const read = (demoGate: boolean) => {
    fs.writeFileSync(path.join(dist, 'index.html'), BUILT);
    return readShell({ demoGate, dist })!;
  };

  it('tells its own script whether visitors pass the gate', () => {
    expect(read(true).html.toString()).toBe(BUILT);
    expect(read(false).html.toString()).toBe(BUILT.replace('data-demo-gate="on"', 'data-demo-gate="off"'));
  });

  it('is the same however it is packed', () => {
    const { html, brotli, gzip } = read(false);
    expect([brotliDecompressSync(brotli), gunzipSync(gzip)]).toEqual([html, html]);
  });

  it('names the digest of each inline script, and of nothing else', () => {
    const digest = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
    expect(read(true).scriptHashes).toEqual([digest('first()'), digest('second()')]);
  });

  it('is absent where the frontend is not built', () => {
    expect(readShell({ demoGate: true, dist })).toBeNull();
  });
});
