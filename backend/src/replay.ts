/**
 * `node dist/replay.js --verify [--name <read model>] [--ledger <WebSocket> --issuer <address>]` with DATABASE_URL, and
 * EVENTSTORE_URL if the log is there: rebuilds every read model from the log into scratch schemas, compares with the
 * live ones and checks the hash chain; with MASTER_KEY or MASTER_KEY_FILE also that this platform wrote each event;
 * with a node of the ledger the log is also compared with the anchors of that issuer. Runs with or without the live
 * program. Exit code 1 if something differs, 2 if it could not check, 78 if the data is of another generation.
 */
import 'reflect-metadata';
import type { OnModuleInit } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { parseArgs } from 'node:util';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import { runTool } from './tool.js';
import { AnchorsOnLedger } from '#features/anchoring/module.public.js';
import { replay, type LedgerAnchors, type ReplayDeps } from '#features/audit/module.public.js';
import { readConfig } from '#platform/config/config.js';
import { readEventStore } from '#platform/config/log-settings.js';
import { POOL } from '#platform/database/pool.js';
import { EVENT_STORE } from '#platform/event-store/event-store.js';
import { refuseOtherGenerations } from '#platform/generation.js';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { STORED_LOG, type StoredLog } from '#platform/event-store/stored-log.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';

/** How long to wait for a node's first answer, in milliseconds. */
const LEDGER_WITHIN_MS = 20_000;
/** Replaying only uses the database, so settings for outside services may be anything well-formed. */
const NOWHERE = {
  MASTER_KEY: '0'.repeat(64),
  RLUSD_ISSUER: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  XRPL_URL: 'wss://nowhere.invalid',
  XAMAN_API_KEY: '00000000-0000-4000-8000-000000000000',
  XAMAN_API_SECRET: '00000000-0000-4000-8000-000000000000',
};

/**
 * Creates the program without starting it: modules register their read models, but providers, which connect, follow the
 * log or schedule jobs, are not started.
 */
export async function assemble(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = process.env,
  ledger: string = NOWHERE.XRPL_URL,
): Promise<ReplayDeps & { readAnchors(issuer: string): Promise<LedgerAnchors>; end(): Promise<void> }> {
  const { EVENTSTORE_URL, EVENTSTORE_STREAM, MASTER_KEY, MASTER_KEY_FILE, SIGNER_KEY_FILE } = env;
  const hasKey = Boolean(MASTER_KEY || MASTER_KEY_FILE);
  const outside = { ...NOWHERE, XRPL_URL: ledger, ...(hasKey ? { MASTER_KEY, MASTER_KEY_FILE, SIGNER_KEY_FILE } : {}) };
  const config = readConfig({ ...outside, DATABASE_URL: databaseUrl, EVENTSTORE_URL, EVENTSTORE_STREAM });
  const app = await NestFactory.create(AppModule.with(config), { logger: false, abortOnError: false });
  for (const { instance } of app.get(ModulesContainer).values())
    await (instance as Partial<OnModuleInit> | undefined)?.onModuleInit?.();
  // Without the keys of events, only the chain is checked.
  if (hasKey) await app.get(KeyRing).open(app.get(POOL));
  const [pool, db, log] = [app.get<Pool>(POOL), app.get(DataSource), app.get<StoredLog>(STORED_LOG)];
  return {
    log,
    db,
    store: app.get(EVENT_STORE),
    projections: app.get(ProjectionRegistry).all(),
    async readAnchors(issuer) {
      const connection = app.get(XrplConnection);
      connection.start();
      await new Promise<void>((resolve, reject) => {
        connection.once('ledger', () => resolve());
        const unanswered = new Error(`No ledger node answers at ${ledger}`);
        setTimeout(() => reject(unanswered), LEDGER_WITHIN_MS).unref();
      });
      return app.get(AnchorsOnLedger, { strict: false }).read(undefined, issuer);
    },
    async end() {
      await app.get(XrplConnection).stop();
      await log.close();
      await db.destroy();
      await pool.end();
    },
  };
}

async function main(): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const { values } = parseArgs({
    options: {
      verify: { type: 'boolean' },
      name: { type: 'string' },
      ledger: { type: 'string' },
      issuer: { type: 'string' },
    },
  });
  const url = process.env.DATABASE_URL;
  // The issuer's address is not taken from the log, because the log is what is being verified.
  if (!values.verify || !url || Boolean(values.ledger) !== Boolean(values.issuer)) {
    say('usage: DATABASE_URL=… replay --verify [--name <read model>] [--ledger <WebSocket> --issuer <address>]');
    return 2;
  }
  const { ledger, issuer } = values;
  await refuseOtherGenerations(
    url,
    readEventStore(process.env, false, () => undefined),
  );
  const parts = await assemble(url, process.env, ledger);
  try {
    const projections = parts.projections.filter(({ name }) => values.name === undefined || name === values.name);
    if (projections.length === 0) {
      say(`There is no read model ${values.name}. Known: ${parts.projections.map(({ name }) => name).join(', ')}`);
      return 2;
    }
    const anchors = ledger ? await parts.readAnchors(issuer!) : undefined;
    return (await replay({ ...parts, projections, anchors }, say)) ? 0 : 1;
  } finally {
    await parts.end();
  }
}

if (process.argv[1]?.endsWith('replay.js')) {
  runTool(main);
}
