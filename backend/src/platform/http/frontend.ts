import { Logger } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Express, Request, Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { readPageFiles, withLinks, withScreen, type Ahead } from './page-files.js';
import { printerOf } from './page-printer.js';
import type { FoundPage } from './page-heads.js';
import { isPage, NO_PAGE } from './page-paths.js';
import { unlisted, withHead } from './shell-head.js';
import type { Session } from '../sessions/session.js';

/** Searched from the backend's folder upward, because the backend may run bundled, so this file's depth is unknown. */
function frontendBeside(folder: string): string {
  const here = path.join(folder, 'frontend/dist');
  const above = path.dirname(folder);
  return existsSync(here) || above === folder ? here : frontendBeside(above);
}
const DIST = frontendBeside(import.meta.dirname);

const YEAR_SECONDS = 31_536_000;
/**
 * The compression level for a shell generated per request: takes a tenth of the best level's time, and is a few percent
 * larger.
 */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * The build puts a brotli and a gzip file beside each text file (scripts/lib/compress.mjs), for clients that accept
 * them.
 */
const PACKED = { enableBrotli: true, orderPreference: ['br', 'gz'], index: false as const };

/** The page with which every route begins, as sent. */
export interface Shell {
  html: Buffer;
  brotli: Buffer;
  gzip: Buffer;
  /** The content security policy for the page's own scripts: no other inline script runs. */
  scriptHashes: string[];
  /** Visitors must enter the access code first, so the shell reveals nothing about the page. */
  demoGate: boolean;
  /** What the requested page loads, which only depends on its route and on whether somebody is signed in. */
  ahead: ReturnType<typeof readPageFiles>;
  /** A visitor's page as HTML, where its answers are known. */
  print: ReturnType<typeof printerOf>;
}

/**
 * The built shell, or null if the frontend is not built. @param demoGate whether visitors must enter the access code,
 * on which their first screen depends
 */
export function readShell({ demoGate, dist = DIST }: { demoGate: boolean; dist?: string }): Shell | null {
  const file = path.join(dist, 'index.html');
  if (!existsSync(file)) return null;
  const built = readFileSync(file, 'utf8');
  const html = Buffer.from(demoGate ? unlisted(built) : built.replace('data-demo-gate="on"', 'data-demo-gate="off"'));
  const scripts = [...built.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script!);
  return {
    html,
    brotli: brotliCompressSync(html),
    gzip: gzipSync(html),
    scriptHashes: scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`),
    demoGate,
    ahead: readPageFiles(dist),
    print: printerOf(dist),
  };
}

/** What is known about the requested page. @returns as `FindHead`; undefined if the path alone is enough */
export type HeadOf = (request: Request) => Promise<FoundPage | null> | undefined;

export type SessionOf = (request: Request) => Promise<Session | null>;

/** Serves the built pages: hashed assets forever, the shell never cached. */
export function serveFrontend(
  app: Express,
  shell: Shell | null,
  headOf: HeadOf = () => undefined,
  sessionOf: SessionOf = async () => null,
): void {
  if (!shell) return;
  app.use(
    '/assets',
    expressStaticGzip(path.join(DIST, 'assets'), {
      ...PACKED,
      serveStatic: { immutable: true, maxAge: YEAR_SECONDS * 1000, index: false, fallthrough: false },
    }),
  );
  const page = (request: Request, response: Response) => sendShell(shell, headOf, request, response, sessionOf);
  app.get('/index.html', page);
  app.use(expressStaticGzip(DIST, { ...PACKED, serveStatic: { index: false, maxAge: 3_600_000 } }));
  app.use((request: Request, response: Response, next) => {
    if (!['GET', 'HEAD'].includes(request.method) || NO_PAGE.test(request.path)) return next();
    return page(request, response);
  });
}

const log = new Logger('Pages');

/** If the page's head cannot be determined now, the shell is served unchanged, and its program shows the error. */
async function told(asked: ReturnType<HeadOf>, { path: at }: Request): Promise<FoundPage | null> {
  try {
    return asked === undefined ? { head: null } : await asked;
  } catch (error) {
    log.warn(`The head of ${at} could not be determined: ${(error as Error).message}`);
    return { head: null };
  }
}

/** @param shell the file's text; a page's own head is inserted, unless an access code is required */
export async function sendShell(
  shell: Shell,
  headOf: HeadOf,
  request: Request,
  response: Response,
  sessionOf: SessionOf = async () => null,
): Promise<void> {
  const asked = isPage(request.path) ? headOf(request) : undefined;
  const found = isPage(request.path) ? await told(asked, request) : null;
  const ahead: Ahead = found
    ? await shell.ahead(request, () => sessionOf(request).catch(() => null), found.propertyId)
    : { links: '', isPersonal: false };
  const { links, isPersonal } = ahead;
  response
    .status(found ? 200 : 404)
    // Whether a page with an id exists depends on the caller, and so does what is loaded around a page.
    .set('Cache-Control', asked || isPersonal ? 'private, no-cache' : 'no-cache')
    .vary('Accept-Encoding')
    .type('html');
  const packing = request.acceptsEncodings(['br', 'gzip']);
  const head = shell.demoGate ? null : found?.head;
  const screen = ahead.screen ?? (shell.demoGate || !found?.answers ? '' : await shell.print(request, found.answers));
  const own = [
    ...(head ? [(text: string) => withHead(text, head)] : []),
    ...(links ? [(text: string) => withLinks(text, links, shell.demoGate)] : []),
    ...(screen ? [(text: string) => withScreen(text, screen)] : []),
  ];
  const {
    html,
    brotli,
    gzip: gzipped,
  } = own.length > 0
    ? await packed(
        own.reduce((text, put) => put(text), shell.html.toString()),
        packing,
      )
    : shell;
  if (packing === 'br') response.set('Content-Encoding', 'br').send(brotli);
  else if (packing === 'gzip') response.set('Content-Encoding', 'gzip').send(gzipped);
  else response.send(html);
}

/** As it is asked for alone. */
async function packed(text: string, packing: string | false): Promise<Pick<Shell, 'html' | 'brotli' | 'gzip'>> {
  const html = Buffer.from(text);
  return {
    html,
    brotli: packing === 'br' ? await promisify(brotliCompress)(html, QUICK) : html,
    gzip: packing === 'gzip' ? await promisify(gzip)(html) : html,
  };
}
