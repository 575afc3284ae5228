import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { InvalidConfiguration, readConfig } from './platform/config/config.js';
import { prepareFolder, UnusableFolder } from './platform/data-folder.js';
import { migrate } from './platform/database/migrate.js';
import { StoreUnavailable } from './platform/event-store/event-store.js';
import { LogRefused } from './platform/event-store/log-refused.js';
import { claimLog, NewerGeneration } from './platform/generation.js';
import { prepareEdge } from './platform/http/edge.js';
import { readShell, serveFrontend } from './platform/http/frontend.js';
import { describeApi } from './platform/http/openapi.js';
import { armCrashPoint, listenForCrashPoints } from './platform/telemetry/crash-points.js';
import { JsonLogger } from './platform/telemetry/logger.js';

const EXIT_CONFIGURATION = 78;
/** The program's name in the log. */
const PROGRAM = '0.2.0';

/** Starts the backend. @throws InvalidConfiguration, UnusableFolder, NewerGeneration, LogRefused, StoreUnavailable */
export async function start(env: NodeJS.ProcessEnv): Promise<NestExpressApplication> {
  const config = readConfig(env);
  if (config.crashAt) armCrashPoint(config.crashAt, env);
  await prepareFolder('DATA_DIR', config.dataDir);
  if ('folder' in config.tombstones) await prepareFolder('TOMBSTONES_URL', config.tombstones.folder);
  await migrate(config.databaseUrl);
  await claimLog(config, PROGRAM);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config), {
    rawBody: true,
    bodyParser: true,
    logger: new JsonLogger(),
    forceCloseConnections: true,
  });
  const shell = readShell({ demoGate: config.accessCode !== '' });
  prepareEdge(app, config, shell);
  serveFrontend(app.getHttpAdapter().getInstance(), shell);
  describeApi(app);
  app.enableShutdownHooks();
  await app.listen(config.port);
  return app;
}

if (process.argv[1]?.endsWith('main.js')) {
  listenForCrashPoints(process.env);
  start(process.env).catch((error: unknown) => {
    const settled = [InvalidConfiguration, UnusableFolder, NewerGeneration, LogRefused].some(
      (kind) => error instanceof kind,
    );
    const told = settled || error instanceof StoreUnavailable;
    process.stderr.write(`${(error as Error)[told ? 'message' : 'stack']}\n`);
    process.exit(settled ? EXIT_CONFIGURATION : 1);
  });
}
