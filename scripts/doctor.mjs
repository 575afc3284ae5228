// `npm run doctor`: checks everything that `npm start` would need with these settings, and changes nothing. If the
// program runs without `npm start`, `node backend/dist/program/doctor.js` does the same with the settings as they are.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readEnvFile } from './lib/env-file.mjs';
import { backendEnvironment } from './lib/environments.mjs';
import { isFree } from './lib/free-port.mjs';
import { readSettings } from './lib/settings.mjs';

const script = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../backend/dist/program/doctor.js');
/** Placeholders for what `npm start` creates. */
const MADE_AT_START = {
  key: randomBytes(32).toString('hex'),
  uuid: '00000000-0000-4000-8000-000000000000',
  wallet: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp',
  database: 'postgres://localhost/tknest',
};

try {
  if (!fs.existsSync(script)) throw new Error('The program is not built yet: npm run build');
  readEnvFile();
  const settings = readSettings(process.env);
  const { env, skipped } = environmentOf(settings);
  const said = [...skipped.values()];
  for (const [name, port] of ports(settings))
    if (!(await isFree(port)))
      said.push(`${name}: port ${port} is in use. If another program uses it, choose another port.`);
  if (said.length > 0) process.stdout.write(`${said.join('\n')}\n\n`);
  const { status } = spawnSync(process.execPath, [script, '--skip', [...skipped.keys()].join(',')], {
    env,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 2;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function ports({ port, sandboxPort, sandbox }) {
  return [['PORT', port], ...(sandbox ? [['SANDBOX_PORT', sandboxPort]] : [])];
}

/** The settings that the backend will get, and the checks that must be skipped for now, with reasons. */
function environmentOf(settings) {
  const { real, sandbox, databaseUrl } = settings;
  const skipped = new Map();
  if (!databaseUrl) skipped.set('database', 'Database: PostgreSQL comes with the program.');
  if (!real.ledger) skipped.set('ledger', 'Ledger: the sandbox’s.');
  if (!real.xaman) skipped.set('parties', 'Wallet app and providers: the sandbox’s.');
  const url = `http://localhost:${settings.sandboxPort}`;
  const stand = {
    url,
    rlusdIssuer: MADE_AT_START.wallet,
    ledger: `ws://localhost:${settings.sandboxPort}/ledger`,
    faucet: `${url}/faucet`,
  };
  const secrets = new Proxy({}, { get: () => MADE_AT_START.uuid });
  const { ADMIN_WALLETS, COMPLIANCE_WALLETS, ...env } = backendEnvironment(process.env, settings, secrets, {
    databaseUrl: databaseUrl ?? MADE_AT_START.database,
    sandbox: sandbox ? stand : undefined,
  });
  if (!env.MASTER_KEY && !env.MASTER_KEY_FILE) {
    const file = path.join(settings.dataDir, 'master.key');
    Object.assign(env, fs.existsSync(file) ? { MASTER_KEY_FILE: file } : { MASTER_KEY: MADE_AT_START.key });
  }
  return {
    env: { ...env, ...(ADMIN_WALLETS && { ADMIN_WALLETS }), ...(COMPLIANCE_WALLETS && { COMPLIANCE_WALLETS }) },
    skipped,
  };
}
