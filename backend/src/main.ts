import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { QueryBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { EXIT_CONFIGURATION } from './tool.js';
import { AskReadiness } from '#features/platform-info/module.public.js';
import { InvalidConfiguration, readConfig, type Config } from '#platform/config/config.js';
import { prepareFolder, UnusableFolder } from '#platform/data-folder.js';
import { ForeignFunctions } from '#platform/database/grants.js';
import { NotMigrated } from '#platform/database/migrate.js';
import { prepareDatabase } from '#platform/database/prepare-database.js';
import { StoreUnavailable, type Position, LogRefused } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import { BeforeFirstRelease, claimLog, NewerGeneration, refuseOtherGenerations } from '#platform/generation.js';
import { prepareEdge, refuseAllButHealth } from '#platform/http/edge.js';
import { readShell, serveFrontend } from '#platform/http/frontend.js';
import { Draining } from '#platform/http/draining.js';
import { sessionOf } from '#platform/http/page-files.js';
import { headsFor, PageHeads } from '#platform/http/page-heads.js';
import { describeApi } from '#platform/http/openapi.js';
import { startPage } from '#platform/http/start-page.js';
import { PROGRAM } from '#platform/program.js';
import { SessionService } from '#platform/sessions/session-service.js';
import { armCrashPoint, listenForCrashPoints } from '#platform/telemetry/crash-points.js';
import { JsonLogger } from '#platform/telemetry/logger.js';
import { KeyRing, RoleDoesNotFit } from '#platform/vault/key-ring.js';
import { NoRing, RingLost } from '#platform/vault/prepare-ring.js';
import { WrongMasterKey, WrongSignerKey } from '#platform/vault/ring-rows.js';

/** How long a web process waits for the first worker. */
const FIRST_START_MS = 120_000;
const LOOK_EVERY_MS = 1_000;

/** `--accept-log-at POSITION`: an operator continues with a log that lost its end. @throws InvalidConfiguration */
function acceptedPosition(args: readonly string[]): Position | null {
  const flag = '--accept-log-at';
  const given = args.find((arg) => arg === flag || arg.startsWith(`${flag}=`));
  if (given === undefined) return null;
  const value = given === flag ? args[args.indexOf(flag) + 1] : given.slice(flag.length + 1);
  if (!/^\d{1,20}$/.test(value ?? '') || !Number.isSafeInteger(Number(value)))
    throw new InvalidConfiguration([`${flag} takes a position of the log, not "${value ?? ''}"`]);
  return toPosition(Number(value));
}

/**
 * Starts the backend.
 * @throws InvalidConfiguration, UnusableFolder, NotMigrated, ForeignFunctions, NewerGeneration,
 *   BeforeFirstRelease, LogRefused, StoreUnavailable, WrongMasterKey, WrongSignerKey, RoleDoesNotFit, RingLost
 */
export async function start(env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<NestExpressApplication> {
  const config = readConfig(env);
  const acceptAt = acceptedPosition(args);
  if (config.crashAt) armCrashPoint(config.crashAt, env);
  await prepareFolder('DATA_DIR', config.dataDir);
  if (config.role !== 'web' && 'folder' in config.tombstones)
    await prepareFolder('TOMBSTONES_URL', config.tombstones.folder);
  const ring = new KeyRing(config);
  await onceMade(config, async () => {
    await refuseOtherGenerations(config.migrateUrl ?? config.databaseUrl, config.eventStore);
    await prepareDatabase(config);
    await claimLog(config, PROGRAM, acceptAt, ring);
  });
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config, ring), {
    rawBody: true,
    // Only JSON is read, by `prepareEdge`.
    bodyParser: false,
    logger: new JsonLogger(),
    forceCloseConnections: true,
  });
  app.use(app.get(Draining).follow);
  const isWorker = config.role === 'worker';
  const shell = isWorker ? null : readShell({ demoGate: config.accessCode !== '' });
  if (isWorker) refuseAllButHealth(app);
  prepareEdge(app, config, shell);
  const queries = app.get(QueryBus);
  app.use(startPage(async () => (await queries.execute(new AskReadiness())).waitsFor));
  const sessions = app.get(SessionService);
  serveFrontend(app.getHttpAdapter().getInstance(), shell, headsFor(app.get(PageHeads), sessions), sessionOf(sessions));
  if (config.apiDocs && !isWorker) describeApi(app);
  const { host, port } = config;
  const server = await (host === null ? app.listen(port) : app.listen(port, host));
  // A proxy in front must not send a request over a connection that is about to be closed.
  server.keepAliveTimeout = config.keepAliveSeconds * 1_000;
  return app;
}

/**
 * At the first start, a migrator and a worker create the tables and the keys; a web process waits for them.
 * @throws NotMigrated, NoRing if they do not appear in time
 */
async function onceMade({ role }: Pick<Config, 'role'>, claim: () => Promise<void>): Promise<void> {
  for (const end = performance.now() + FIRST_START_MS; ; await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))) {
    try {
      return await claim();
    } catch (error) {
      const comes = error instanceof NoRing || error instanceof NotMigrated;
      if (role !== 'web' || !comes || performance.now() > end) throw error;
    }
  }
}

/** Errors after which another start would not help: an operator must act. */
const SETTLED = [
  InvalidConfiguration,
  UnusableFolder,
  NotMigrated,
  ForeignFunctions,
  NewerGeneration,
  BeforeFirstRelease,
  LogRefused,
  WrongMasterKey,
  WrongSignerKey,
  RoleDoesNotFit,
  RingLost,
];

/** Ends the process in order at the first signal: with exit code 0, unless the program has set another. */
function endInOrder(starting: Promise<NestExpressApplication>): void {
  const log = new Logger('Ending');
  let app: NestExpressApplication | undefined;
  let ending: Promise<void> | undefined;
  void starting.then((started) => (app = started)).catch(() => undefined);
  const end = async (signal: string) => {
    log.log(`${signal}: no longer ready`);
    await app?.close();
    log.log('Ended');
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    process.on(signal, () => {
      ending ??= end(signal).catch((error: unknown) => {
        log.error({ err: error }, 'The program could not end in order');
        process.exit(1);
      });
    });
}

if (process.argv[1]?.endsWith('main.js')) {
  listenForCrashPoints(process.env);
  const starting = start(process.env, process.argv.slice(2));
  endInOrder(starting);
  starting.catch((error: unknown) => {
    const settled = SETTLED.some((kind) => error instanceof kind);
    const told = settled || error instanceof StoreUnavailable;
    process.stderr.write(`${(error as Error)[told ? 'message' : 'stack']}\n`);
    process.exit(settled ? EXIT_CONFIGURATION : 1);
  });
}
