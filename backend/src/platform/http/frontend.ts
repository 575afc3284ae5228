import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express, Request, Response } from 'express';
import expressStaticGzip from 'express-static-gzip';

const DIST = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../frontend/dist');

/** Every route of the specification's table, and those it refers to; any other path is the 404 page, also on a hard reload. */
const ROUTES = [
  '/', '/dashboard', '/integrated-dashboard', '/auth', '/wallet-auth', '/kyc', '/kyc-test', '/kyc-test-mode', '/kyc-verification', '/ai-recommendations', '/checkout', '/token-checkout',
  '/tokens', '/auto-tokens', '/landlord-payments', '/landlord-payback', '/trust-line-setup', '/rlusd-test', '/rlusd-payment', '/admin', '/wallet-guide', '/easy-setup', '/simple-investment', '/terms',
];
const BELOW = ['/admin/', '/audit', '/properties/', '/payments/', '/statements', '/notifications', '/parts'];
const YEAR_SECONDS = 31_536_000;

/** The build lays a brotli and a gzip file beside each text (scripts/lib/compress.mjs); whoever accepts one gets it. */
const PACKED = { enableBrotli: true, orderPreference: ['br', 'gz'], index: false as const };

/** Serves the built pages: hashed assets for ever, the shell never cached. */
export function serveFrontend(app: Express): void {
  const assets = path.join(DIST, 'assets');
  if (existsSync(assets)) app.use('/assets', expressStaticGzip(assets, { ...PACKED, serveStatic: { immutable: true, maxAge: YEAR_SECONDS * 1000, index: false, fallthrough: false } }));
  if (existsSync(DIST)) app.use(expressStaticGzip(DIST, { ...PACKED, serveStatic: { index: false, maxAge: 3_600_000 } }));
  app.use((request: Request, response: Response, next) => {
    if (!['GET', 'HEAD'].includes(request.method) || /^\/(api|docs|metrics)(\/|$)/.test(request.path)) return next();
    const shell = path.join(DIST, 'index.html');
    if (!existsSync(shell)) return next();
    const known = ROUTES.includes(request.path.replace(/(.)\/$/, '$1')) || BELOW.some((prefix) => request.path.startsWith(prefix));
    response.status(known ? 200 : 404).set('Cache-Control', 'no-cache').type('html').send(readFileSync(shell));
  });
}
