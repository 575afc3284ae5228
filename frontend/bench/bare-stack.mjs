// The bare page of the same stack that pages are measured against (frontend/bench/vitals.mjs).
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { build } from 'vite';
import { compress } from '../../scripts/lib/compress.mjs';

/** Builds the bare stack, serves it, passes its address to `then`, and leaves nothing behind. */
export async function withBareStack(then) {
  const outDir = fs.mkdtempSync(path.join(os.tmpdir(), 'tknest-bare-'));
  const outcome = { outDir, emptyOutDir: true, modulePreload: { polyfill: false } };
  await build({ root: path.join(import.meta.dirname, 'bare'), configFile: false, logLevel: 'error', build: outcome });
  // Vite sets it for this process, whose children start the program.
  delete process.env.NODE_ENV;
  compress(outDir);
  const server = http.createServer((request, response) => {
    const file = path.join(outDir, request.url.startsWith('/assets/') ? request.url : 'index.html');
    if (request.url.startsWith('/api/'))
      return response.setHeader('Content-Type', 'application/json').end('{"text":"Hello"}');
    const packed = fs.existsSync(`${file}.br`);
    if (packed) response.setHeader('Content-Encoding', 'br');
    response.setHeader('Content-Type', file.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.setHeader('Cache-Control', file.endsWith('.js') ? 'max-age=31536000, immutable' : 'no-cache');
    return response.end(fs.readFileSync(packed ? `${file}.br` : file));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await then(`http://localhost:${server.address().port}/`);
  } finally {
    server.close();
    fs.rmSync(outDir, { recursive: true });
  }
}
