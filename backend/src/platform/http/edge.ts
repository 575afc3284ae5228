import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { UPLOADS } from '@tknest/contracts/rules';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Config } from '../config/config.js';
import { httpDuration } from '../telemetry/metrics.js';
import { sessionHandle } from '../telemetry/security-log.js';
import { TRACE_HEADER, traced } from '../telemetry/trace.js';
import type { SessionRequest } from './access.js';
import type { Shell } from './frontend.js';
import { sendProblem } from './problem.filter.js';

const BODY_LIMIT = '256kb';

/**
 * The middleware that every request passes before any handler.
 * @param bodyMs how long receiving a body may take, in milliseconds
 */
export function prepareEdge(
  app: NestExpressApplication,
  config: Config,
  shell: Shell | null,
  bodyMs: number = UPLOADS.bodyMs,
): void {
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustedProxies.length > 0 ? [...config.trustedProxies] : false);
  app.use(named, securityHeaders(config, shell), measure(config.accessLog), mustBeReadable, endTrickles(bodyMs));
  app.use('/api', keepNothing, refuseOtherSites, refuseOtherBodies);
  // Last, so that the answer to an unreadable body also passes all of the above.
  app.useBodyParser('json', { limit: BODY_LIMIT });
}

/** Not sent: what only browsers of before 2020 read. */
const OLD_BROWSERS = {
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;
const NO_DOCUMENT = /^\/(api|assets)\//i;

/**
 * The security headers. Images of QR codes come from the wallet app, and so does its status socket. What is no document
 * gets the shortest policy, because on a phone the headers of thirty files are as much as two of them.
 */
function securityHeaders(config: Config, shell: Shell | null) {
  const wallet = new URL(config.xaman.url);
  const always = { ...OLD_BROWSERS, strictTransportSecurity: config.production, crossOriginEmbedderPolicy: false };
  const ofDocuments = helmet({
    ...always,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(shell?.scriptHashes ?? [])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        imgSrc: ["'self'", 'data:', wallet.origin],
        connectSrc: ["'self'", wallet.origin, wallet.origin.replace(/^http/, 'ws')],
        upgradeInsecureRequests: config.production ? [] : null,
      },
    },
  });
  const ofOthers = helmet({
    ...always,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xFrameOptions: false,
  });
  return (request: Request, response: Response, next: NextFunction) =>
    (NO_DOCUMENT.test(request.path) ? ofOthers : ofDocuments)(request, response, next);
}

/** Gives the request its id. */
const named = (_request: Request, response: Response, next: NextFunction): void =>
  traced(response, (traceId) => {
    response.setHeader(TRACE_HEADER, traceId);
    next();
  });

const accessLog = new Logger('Access');
/** Asked every few seconds, and nobody's. */
const HEALTH = /^\/api\/health\//;

/**
 * Measures each response.
 * @param isLogged writes a log line for each: the route as declared, its status, time and size, and its session. It
 * contains no wallet, address, path or text that somebody sent. An aborted response, because the caller or the program
 * ended, is logged too, with the bytes sent.
 */
const measure =
  (isLogged: boolean) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const began = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const end = httpDuration.startTimer({ method: request.method });
    // The route as declared, because paths contain ids, of which there are too many for metric labels.
    const callOf = () => {
      const route = (request.route as { path?: unknown } | undefined)?.path;
      return typeof route === 'string' ? route : 'other';
    };
    response.once('finish', () => {
      const call = callOf();
      end({ status: String(response.statusCode), route: call });
      if (isLogged && !HEALTH.test(call))
        accessLog.log(accessLine(request as SessionRequest, response, { call, began }), 'Answered');
    });
    response.once('close', () => {
      if (response.writableFinished || !isLogged) return;
      const line = accessLine(request as SessionRequest, response, { call: callOf(), began });
      accessLog.log({ ...line, bytes: socket.bytesWritten - sentBefore, cut: true }, 'Cut');
    });
    next();
  };

const accessLine = (request: SessionRequest, response: Response, { call, began }: { call: string; began: number }) => ({
  method: request.method,
  call,
  status: response.statusCode,
  ms: Math.round(performance.now() - began),
  bytes: Number(response.getHeader('Content-Length') ?? 0),
  session: request.session ? sessionHandle(request.session.id) : null,
  traceId: response.getHeader(TRACE_HEADER),
});

/** Refuses a malformed URL here, in the same format as all refusals. */
function mustBeReadable(request: Request, response: Response, next: NextFunction): void {
  try {
    decodeURIComponent(request.path);
  } catch {
    return sendProblem(response, {
      status: 400,
      detail: 'The address could not be read because its percent-encoding is malformed',
    });
  }
  next();
}

/** API responses are private: no proxy and no browser may cache them. */
function keepNothing(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Looks at these are recorded in the reader's name, so only the application's own pages read them. */
const RECORDED = '/api/compliance/';

/**
 * Only the platform's own pages may change anything, signed in or not: a page on another site could use up the rate
 * limits of its visitors' network. Browsers send the origin of a request; other programs, such as the wallet app's
 * server, do not. A link from elsewhere, as in a mail, must not record a look in somebody's name either.
 */
export function refuseOtherSites(request: Request, response: Response, next: NextFunction): void {
  const site = request.headers['sec-fetch-site'];
  const isRecorded =
    request.originalUrl.toLowerCase().startsWith(RECORDED) && site !== undefined && site !== 'same-origin';
  if (!isRecorded && (READS.has(request.method) || site !== 'cross-site')) return next();
  sendProblem(response, { status: 403, detail: 'This request came from a page of another site' });
}

/** JSON, which is UTF-8 (RFC 8259), and files: another form or another encoding could be read as something else. */
const BODIES = /^\s*(application\/([\w.+-]+\+)?json|multipart\/form-data)\s*(;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

export function refuseOtherBodies(request: Request, response: Response, next: NextFunction): void {
  const type = request.headers['content-type'];
  // A provider's message is judged by its signature.
  if (request.path.startsWith('/webhooks/')) return next();
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  const charset = CHARSET.exec(type ?? '')?.[1] ?? 'utf-8';
  if (!hasBody || type === undefined || (BODIES.test(type) && /^utf-?8$/i.test(charset))) return next();
  sendProblem(response, { status: 415, detail: 'Send the request as JSON in UTF-8' });
}

/** A slowly sent body occupies a connection and a file, so it must arrive within `limitMs`. */
export const endTrickles = (limitMs: number) => (request: Request, response: Response, next: NextFunction) => {
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent)
      sendProblem(response, { status: 408, detail: `The request was not complete after ${limitMs / 1000} seconds` });
    request.destroy();
  }, limitMs);
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  response.once('close', stop);
  next();
};

const OPEN = /^\/(api\/health\/(live|ready)|metrics)$/;

/** A worker only answers requests about its state, because it has the signing keys. */
export function refuseAllButHealth(app: NestExpressApplication): void {
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.method === 'GET' && OPEN.test(request.path)) return next();
    sendProblem(response, { status: 404, detail: 'This process is a worker. Ask one with ROLE=web.' });
  });
}
