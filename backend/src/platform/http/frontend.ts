import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Express, Request, Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { isPage } from './page-paths.js';

/** Beside the backend, which runs bundled: how deep this file lies is not said. */
function frontendBeside(folder: string): string {
  const here = path.join(folder, 'frontend/dist');
  const above = path.dirname(folder);
  return existsSync(here) || above === folder ? here : frontendBeside(above);
}
const DIST = frontendBeside(import.meta.dirname);

const YEAR_SECONDS = 31_536_000;

/** The build lays a brotli and a gzip file beside each text (scripts/lib/compress.mjs); whoever accepts one gets it. */
const PACKED = { enableBrotli: true, orderPreference: ['br', 'gz'], index: false as const };

/** The page that every route begins with, as it is sent. */
export interface Shell {
  html: Buffer;
  brotli: Buffer;
  gzip: Buffer;
  /** What the content security policy says of the page's own scripts: no other inline script runs. */
  scriptHashes: string[];
}

/**
 * The built shell, or null where the frontend is not built. @param demoGate whether visitors pass the gate: the first
 * screen they are shown depends on it
 */
export function readShell({ demoGate, dist = DIST }: { demoGate: boolean; dist?: string }): Shell | null {
  const file = path.join(dist, 'index.html');
  if (!existsSync(file)) return null;
  const built = readFileSync(file, 'utf8');
  const html = Buffer.from(demoGate ? built : built.replace('data-demo-gate="on"', 'data-demo-gate="off"'));
  const scripts = [...built.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script!);
  return {
    html,
    brotli: brotliCompressSync(html),
    gzip: gzipSync(html),
    scriptHashes: scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`),
  };
}

/** Serves the built pages: hashed assets for ever, the shell never cached. */
export function serveFrontend(app: Express, shell: Shell | null): void {
  if (!shell) return;
  app.use(
    '/assets',
    expressStaticGzip(path.join(DIST, 'assets'), {
      ...PACKED,
      serveStatic: { immutable: true, maxAge: YEAR_SECONDS * 1000, index: false, fallthrough: false },
    }),
  );
  const page = (request: Request, response: Response) => {
    response
      .status(isPage(request.path) ? 200 : 404)
      .set('Cache-Control', 'no-cache')
      .vary('Accept-Encoding')
      .type('html');
    const packing = request.acceptsEncodings(['br', 'gzip']);
    if (packing === 'br') response.set('Content-Encoding', 'br').send(shell.brotli);
    else if (packing === 'gzip') response.set('Content-Encoding', 'gzip').send(shell.gzip);
    else response.send(shell.html);
  };
  app.get('/index.html', page);
  app.use(expressStaticGzip(DIST, { ...PACKED, serveStatic: { index: false, maxAge: 3_600_000 } }));
  app.use((request: Request, response: Response, next) => {
    if (!['GET', 'HEAD'].includes(request.method) || /^\/(api|docs|metrics)(\/|$)/.test(request.path)) return next();
    page(request, response);
  });
}
