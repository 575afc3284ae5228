// Reads and checks the settings of `npm start` and fills in defaults. One error lists all problems.
import path from 'node:path';

const KNOWN_RLUSD_ISSUERS = {
  MAINNET: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
  TESTNET: 'rQhWct2fv4Vc4KRjRgMrxa8xPN9Zx9iLKV',
};

/** The settings that replace each simulated service with the real one. */
const REAL_BY = {
  ledger: 'XRPL_URL',
  xaman: 'XAMAN_API_KEY',
  persona: 'PERSONA_API_KEY',
  sumsub: 'SUMSUB_APP_TOKEN',
  rates: 'FRED_API_KEY',
};

/** @throws {Error} whose message lists every problem */
export function readSettings(env) {
  const problems = [];
  const port = (name, usual) => {
    const value = Number(env[name] || usual);
    if (!Number.isInteger(value) || value < 1 || value > 65535)
      problems.push(`${name} must be a port from 1 to 65535, not "${env[name]}"`);
    return value;
  };
  const url = (name, protocols) => {
    const value = env[name];
    if (!value) return undefined;
    const fits = (name === 'XRPL_URL' ? value.split(',') : [value])
      .map((one) => one.trim())
      .every((one) => URL.canParse(one) && protocols.includes(new URL(one).protocol));
    if (!fits) problems.push(`${name} must begin with ${protocols.map((each) => `${each}//`).join(' or ')}`);
    return value;
  };

  const production = env.NODE_ENV === 'production';
  const real = Object.fromEntries(Object.entries(REAL_BY).map(([party, name]) => [party, Boolean(env[name])]));
  const settings = {
    production,
    port: port('PORT', 3000),
    sandboxPort: port('SANDBOX_PORT', 3001),
    dataDir: path.resolve(env.DATA_DIR || '.data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    accessCode: env.DEMO_ACCESS_CODE ?? 'LEDGER2024',
    demoData: demoDataOf(env, problems),
    real,
    /** The sandbox simulates every service that is not configured; in production none. */
    sandbox: !production && Object.values(real).includes(false),
  };
  settings.migrateUrl = url('MIGRATE_URL', ['postgres:', 'postgresql:']);
  url('XRPL_URL', ['ws:', 'wss:']);
  url('SANDBOX_LEDGER_URL', ['ws:', 'wss:']);
  settings.network = env.XRPL_NETWORK || (real.ledger ? networkOf(env.XRPL_URL) : 'SANDBOX');
  settings.rlusdIssuer = env.RLUSD_ISSUER || (real.ledger ? KNOWN_RLUSD_ISSUERS[settings.network] : undefined);

  if (settings.migrateUrl && !settings.databaseUrl) problems.push('MIGRATE_URL needs DATABASE_URL, which is missing');
  if (settings.port === settings.sandboxPort && settings.sandbox) problems.push('PORT and SANDBOX_PORT must differ');
  if (production && !real.ledger) problems.push('XRPL_URL is missing: the sandbox does not run if NODE_ENV=production');
  if (production && !real.xaman)
    problems.push('XAMAN_API_KEY is missing: the sandbox does not run if NODE_ENV=production');
  if (production && !env.MASTER_KEY && !env.MASTER_KEY_FILE)
    problems.push('MASTER_KEY or MASTER_KEY_FILE is required if NODE_ENV=production');
  if (real.xaman && !env.XAMAN_API_SECRET) problems.push('XAMAN_API_KEY is set, but XAMAN_API_SECRET is missing');
  if (real.ledger && env.SANDBOX_LEDGER_URL) problems.push('XRPL_URL and SANDBOX_LEDGER_URL exclude each other');
  if (real.ledger && !settings.rlusdIssuer)
    problems.push(`RLUSD_ISSUER is missing, and the network ${settings.network} has no default one`);
  if (problems.length > 0)
    throw new Error(`The settings are wrong:\n${problems.map((each) => `  - ${each}`).join('\n')}`);
  return settings;
}

/**
 * `full` (the default) creates demo data, `none` starts with an empty log. Demo data needs the sandbox.
 */
function demoDataOf(env, problems) {
  const value = env.DEMO_DATA || 'full';
  if (value !== 'full' && value !== 'none') problems.push(`DEMO_DATA must be full or none, not "${value}"`);
  return value === 'full' && !env.XRPL_URL && !env.XAMAN_API_KEY && env.NODE_ENV !== 'production';
}

function networkOf(url = '') {
  return /altnet|testnet/i.test(url) ? 'TESTNET' : /devnet/i.test(url) ? 'DEVNET' : 'MAINNET';
}
