import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { AppModule } from './app.module.js';
import { InvalidConfiguration, readConfig, type Config } from './platform/config/config.js';
import { migrate } from './platform/database/migrate.js';
import { readShell, serveFrontend, type Shell } from './platform/http/frontend.js';
import { describeApi } from './platform/http/openapi.js';
import { httpDuration } from './platform/telemetry/metrics.js';
import { armCrashPoint, listenForCrashPoints } from './platform/telemetry/crash-points.js';
import { JsonLogger } from './platform/telemetry/logger.js';

const EXIT_CONFIGURATION = 78;
const BODY_LIMIT = '256kb';

/** The security headers. Images of QR codes come from the wallet app, and so does its status socket. */
function securityHeaders(config: Config, shell: Shell | null) {
  const wallet = new URL(config.xaman.url);
  return helmet({
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
    strictTransportSecurity: config.production,
    crossOriginEmbedderPolicy: false,
  });
}

function measure(request: Request, response: Response, next: NextFunction): void {
  const end = httpDuration.startTimer({ method: request.method });
  response.once('finish', () => end({ status: String(response.statusCode) }));
  next();
}

/** Starts the backend. @throws InvalidConfiguration */
export async function start(env: NodeJS.ProcessEnv): Promise<NestExpressApplication> {
  const config = readConfig(env);
  if (config.crashAt) armCrashPoint(config.crashAt, env);
  await migrate(config.databaseUrl);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config), {
    rawBody: true,
    bodyParser: true,
    logger: new JsonLogger(),
    forceCloseConnections: true,
  });
  app.useBodyParser('json', { limit: BODY_LIMIT });
  app.disable('x-powered-by');
  app.set('trust proxy', 'loopback');
  const shell = readShell({ demoGate: config.accessCode !== '' });
  app.use(securityHeaders(config, shell), measure);
  serveFrontend(app.getHttpAdapter().getInstance(), shell);
  describeApi(app);
  app.enableShutdownHooks();
  await app.listen(config.port);
  return app;
}

if (process.argv[1]?.endsWith('main.js')) {
  listenForCrashPoints(process.env);
  start(process.env).catch((error: unknown) => {
    process.stderr.write(`${error instanceof InvalidConfiguration ? error.message : (error as Error).stack}\n`);
    process.exit(error instanceof InvalidConfiguration ? EXIT_CONFIGURATION : 1);
  });
}
