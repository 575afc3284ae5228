import { isDay, parseRlusd, type Day, type Micro } from '@tknest/contracts/money';
import { isValidClassicAddress } from 'xrpl';
import { readMasterKey, type MasterKeys } from './master-key.js';
import { databaseProblem, linkProblem } from './encrypted-links.js';
import { readApprovals, readRoleSettings, type RoleSettings } from './role-settings.js';
import { readServerSettings, type ServerSettings } from './server-settings.js';
import { readUploadSettings, type UploadSettings } from './upload-settings.js';
import { readIdentitySettings, type IdentitySettings } from './identity-settings.js';
import { readMailSettings, type MailSettings } from './mail-settings.js';
import { readEventStore, type EventStoreSettings } from './log-settings.js';
import { parseCrashPoint, type CrashPoint } from '../telemetry/crash-points.js';
import { readRevenueSettings, type RevenueSettings } from './revenue-settings.js';
import { isIP } from 'node:net';

/** All settings of the program; `docs/settings.md` lists every variable. */
export interface Config
  extends IdentitySettings, MailSettings, MasterKeys, RoleSettings, ServerSettings, UploadSettings {
  port: number;
  /** The address at which it listens: outside production the sandbox's, so this machine alone; null: all. */
  host: string | null;
  databaseUrl: string;
  /** The same database under the role that owns the log; null if `databaseUrl` does both. */
  migrateUrl: string | null;
  /** The EventStoreDB server that stores the log; null for the database. */
  eventStore: EventStoreSettings | null;
  dataDir: string;
  /** The file in which the program announces its address once it is ready. Null if there is no launcher. */
  announcementFile: string | null;
  production: boolean;
  /** True if the sandbox provides the outside services. */
  sandbox: boolean;
  accessCode: string;
  rateLimits: boolean;
  /** Personal documents and changes by admins require a sign-in within the last ten minutes. */
  freshSignature: boolean;
  /** New requests that the wallet app takes in a minute, from all instances together. */
  walletRequestsPerMinute: number;
  /** Addresses whose `X-Forwarded-For` is trusted; if empty, the connection's own address counts. */
  trustedProxies: readonly string[];
  /** The API's description and its page are served to everybody. */
  apiDocs: boolean;
  /** Whether each response is written to the program's log. */
  accessLog: boolean;
  /** The bearer token that `/metrics` requires; null if it is open. */
  metricsToken: string | null;
  /** The point at which the process kills itself, in tests; sandbox only. */
  crashAt: CrashPoint | null;
  /** The day in the past on which the business calendar begins; sandbox only. */
  calendarFrom: Day | null;
  sessionIdleMinutes: number;
  sessionMaxHours: number;
  paymentExpiryMinutes: number;
  /** After how many days a listing is closed, counted from its first settled purchase. */
  listingOpenDays: number;
  /** After how many days of the business calendar a paid purchase ends if the wallet refuses the tokens. */
  deliveryDays: number;
  /** The highest network fee for a transaction on the ledger, in drops: above it, the transaction waits. */
  maxNetworkFeeDrops: bigint;
  /** How often the log is anchored on the ledger while it grows, in minutes. */
  anchorEveryMinutes: number;
  /** A folder into which each signed checkpoint of the log is written once; null for none. */
  checkpointDir: string | null;
  /** Whether admins may issue to and pay lists of wallets. */
  bulkOperations: boolean;
  /** Whether acts that move the platform's money take two people. */
  fourEyes: boolean;
  adminWallets: ReadonlySet<string>;
  /**
   * The person to whom each wallet of an admin or officer belongs; a wallet without a name counts as a person of its
   * own.
   */
  persons: ReadonlyMap<string, string>;
  auditorWallets: ReadonlySet<string>;
  /** Wallets that may send XRP to the platform's accounts: those of `XRP_FUNDING_WALLETS`, and the admins'. */
  xrpFunders: ReadonlySet<string>;
  /** Wallets of compliance officers. */
  complianceWallets: ReadonlySet<string>;
  /** From this amount on, nothing is signed for RLUSD that came in until the nodes of two operators show it. */
  confirmFrom: Micro;
  /** Daily caps (UTC) on what proposals pay out and issue; tokens in millionths. */
  dailyCaps: { rlusd: Micro; tokens: Micro };
  /** Where fees are withdrawn to. */
  revenue: RevenueSettings;
  /** The only key with which each wallet of the office signs, by its address; by default its master key. */
  officeKeys: ReadonlyMap<string, string>;
  /** Other wallets that admins and officers have declared as their own; they give no role. */
  privateWallets: ReadonlySet<string>;
  /** `urls` are nodes of one network: the first that answers is used, the others supply history that it lacks. */
  xrpl: {
    urls: readonly string[];
    network: string;
    faucetUrl: string | null;
    rlusdIssuer: string;
    explorer: string | null;
  };
  xaman: {
    url: string;
    key: string;
    secret: string;
    /** The application through which workers ask people to sign what they decide; null in a web process. */
    approvals: { key: string; secret: string } | null;
  };
  fred: { url: string; key: string | null };
  census: { url: string };
  /** The sandbox's faucet, if the ledger is the sandbox's too. */
  demoFaucetUrl: string | null;
  /** Where the sandbox's landlords are asked for rent; same condition as above. */
  demoLandlordUrl: string | null;
  sanctions: {
    /** The list's location: a URL or a folder below which its files have their published names. */
    source: { url: string } | { file: string };
    /** Lists of other publishers with their own URL or file. */
    own: { eu?: string; uk?: string; un?: string };
    /** If the last complete fetch is older than this, nobody is approved. */
    maxAgeHours: number;
    /** The sandbox's own list, whose age is not judged. */
    sandboxList: boolean;
  };
}

export const CONFIG = Symbol('Config');

const TOKEN_MIN = 16;
const STAFF = /^(?:[\w.-]{1,40}:)?r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const STAFF_WORDS = 'an XRPL address, or a person and their address as "person:address"';
const walletIn = (item: string): string => item.slice(item.indexOf(':') + 1);

/** Everything that is wrong with the settings, at once. */
export class InvalidConfiguration extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'InvalidConfiguration';
  }
}

/** Reads and validates the settings. @throws InvalidConfiguration naming each variable that is missing or wrong */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const wrong = (problem: string) => void problems.push(problem);
  const production = env.NODE_ENV === 'production';
  const text = (name: string, fallback?: string): string => {
    // An empty variable counts as unset, because a compose file passes '' for variables that are not set.
    const value = env[name] || fallback;
    if (!value && fallback === undefined) wrong(`${name} is missing`);
    return value ?? '';
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const raw = env[name];
    if (raw === undefined || raw === '') return fallback;
    const value = Number(raw);
    if (!Number.isInteger(value) || value < min || value > max)
      wrong(`${name} must be a whole number from ${min} to ${max}, not "${raw}"`);
    return value;
  };
  const mustBeEncrypted = (name: string, address: string) => {
    const problem = production && linkProblem(name, address);
    if (problem) wrong(problem);
  };
  const url = (name: string, protocols: string[], fallback?: string): string => {
    const value = text(name, fallback);
    if (value && !protocols.some((protocol) => value.startsWith(`${protocol}://`)))
      wrong(`${name} must begin with ${protocols.join(':// or ')}://`);
    mustBeEncrypted(name, value);
    return value.replace(/\/$/, '');
  };
  const list = (name: string, fits: (item: string) => boolean, what: string): string[] => {
    const items = (env[name] ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
    for (const item of items) if (!fits(item)) wrong(`${name}: "${item}" is not ${what}`);
    return items;
  };
  const wallets = (name: string) => new Set(list(name, isValidClassicAddress, 'an XRPL address'));
  const persons = new Map<string, string>();
  /** `person:address`, or just an address. Wallets of the same person count as one person. */
  const staff = (name: string) => {
    const items = list(name, (item) => STAFF.test(item) && isValidClassicAddress(walletIn(item)), STAFF_WORDS);
    for (const item of items) {
      const said = item.replace(/:.*/s, '');
      const [wallet, person] = [walletIn(item), said === item ? item : said.toLowerCase()];
      if (said !== item && isValidClassicAddress(said)) wrong(`${name}: "${said}" is an address, not a person`);
      if (production && person === item) wrong(`${name}: say whose ${item} is, as "person:${item}"`);
      const before = persons.get(wallet);
      if (before !== undefined && before !== person && before !== wallet && person !== wallet)
        wrong(`${name}: ${wallet} is named as ${before}'s and as ${person}'s`);
      if (before === undefined || before === wallet) persons.set(wallet, person);
    }
    return new Set(items.map(walletIn));
  };
  const proxies = (name: string) => {
    const all = list(name, isNetwork, 'an address or a network');
    const wide = production ? all.find(isWide) : undefined;
    if (wide) wrong(`${name}: ${wide} is not a network of proxies: every visitor could state any address`);
    return all;
  };
  /** Comma-separated addresses of nodes, at least one. */
  const nodes = (name: string, protocols: string[]): string[] => {
    const all = text(name)
      .split(',')
      .map((one) => one.trim().replace(/\/$/, ''))
      .filter(Boolean);
    if (!all.every((one) => protocols.some((protocol) => one.startsWith(`${protocol}://`))))
      wrong(`${name} must begin with ${protocols.join(':// or ')}://`);
    for (const one of all) mustBeEncrypted(name, one);
    return all;
  };
  const uuid = (name: string): string => {
    const value = text(name);
    if (value && !/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(value)) wrong(`${name} must be a lower-case UUID`);
    return value;
  };
  const onOff = (name: string, fallback: 'on' | 'off'): boolean => {
    const value = env[name] || fallback;
    if (value !== 'on' && value !== 'off') wrong(`${name} must be on or off, not "${value}"`);
    return value === 'on';
  };

  const sandbox = env.SANDBOX === '1';
  if (production && sandbox) wrong('SANDBOX=1 is refused if NODE_ENV=production');
  if (sandbox && !isOfSandbox(env))
    wrong('SANDBOX=1 is refused with a real ledger: XRPL_URL must be the ledger of SANDBOX_URL');
  const rateLimits = onOff('RATE_LIMITS', 'on');
  if (!rateLimits && !sandbox) wrong('RATE_LIMITS=off is for the sandbox only');
  const freshSignature = onOff('FRESH_SIGNATURE', sandbox ? 'off' : 'on');
  if (!freshSignature && !sandbox) wrong('FRESH_SIGNATURE=off is for the sandbox only');
  if (env.METRICS_TOKEN && env.METRICS_TOKEN.length < TOKEN_MIN)
    wrong(`METRICS_TOKEN must have at least ${TOKEN_MIN} characters`);
  if (production && env.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    wrong('NODE_TLS_REJECT_UNAUTHORIZED=0 is refused where NODE_ENV=production: no certificate would be checked');
  if (env.CRASH_AT && !sandbox) wrong('CRASH_AT is for the sandbox only');
  const calendarAsked = env.CALENDAR_FROM || null;
  const calendarFrom = calendarAsked && isDay(calendarAsked) ? calendarAsked : null;
  if (calendarAsked && !sandbox) wrong('CALENDAR_FROM is for the sandbox only');
  if (calendarAsked && !calendarFrom) wrong('CALENDAR_FROM must be a day as YYYY-MM-DD');
  const xaman = { key: uuid('XAMAN_API_KEY'), secret: uuid('XAMAN_API_SECRET') };
  const fourEyes = onOff('FOUR_EYES', sandbox ? 'off' : 'on');
  if (!fourEyes && !sandbox) wrong('FOUR_EYES=off is for the sandbox only');
  for (const name of ['DATABASE_URL', 'MIGRATE_URL']) {
    const unencrypted = production && databaseProblem(name, env[name] ?? '');
    if (unencrypted) wrong(unencrypted);
  }
  const named = [env.DATABASE_URL ?? '', env.MIGRATE_URL ?? ''].filter((one) => URL.canParse(one));
  if (new Set(named.map((one) => new URL(one).pathname)).size > 1)
    wrong('MIGRATE_URL must name the database of DATABASE_URL, under the role that owns the log');
  const faucetUrl = env.XRPL_FAUCET_URL ? url('XRPL_FAUCET_URL', ['http', 'https']) : null;
  const issuer = text('RLUSD_ISSUER');
  if (issuer && !isValidClassicAddress(issuer)) wrong(`RLUSD_ISSUER: "${issuer}" is not an XRPL address`);

  const [adminWallets, complianceWallets] = [staff('ADMIN_WALLETS'), staff('COMPLIANCE_WALLETS')];
  const auditorWallets = wallets('AUDITOR_WALLETS');
  const officeKeys = new Map([...adminWallets, ...complianceWallets, ...auditorWallets].map((one) => [one, one]));
  for (const item of list('OFFICE_KEYS', isKeyOfWallet, 'a wallet and the address of its key, as "wallet:key"')) {
    const [wallet = '', key = ''] = item.split(':');
    if (!officeKeys.has(wallet)) wrong(`OFFICE_KEYS: ${wallet} is not a wallet of the office`);
    officeKeys.set(wallet, key);
  }

  const ownLedger = sandbox && !production && faucetUrl === `${env.SANDBOX_URL}/faucet`;
  const roleSettings = readRoleSettings(env, wrong);
  const config: Config = {
    port: integer('PORT', 3000, 1, 65535),
    host: production ? null : env.SANDBOX_HOST || '127.0.0.1',
    databaseUrl: url('DATABASE_URL', ['postgres', 'postgresql']),
    migrateUrl: env.MIGRATE_URL ? url('MIGRATE_URL', ['postgres', 'postgresql']) : null,
    eventStore: readEventStore(env, production, wrong),
    dataDir: text('DATA_DIR', '.data'),
    announcementFile: env.ANNOUNCEMENT_FILE || null,
    ...readMasterKey(env, wrong),
    ...roleSettings,
    production,
    sandbox,
    accessCode: env.DEMO_ACCESS_CODE ?? 'LEDGER2024',
    rateLimits,
    freshSignature,
    anchorEveryMinutes: integer('ANCHOR_EVERY_MINUTES', 60, 5, 10_080),
    checkpointDir: env.CHECKPOINT_DIR || null,
    walletRequestsPerMinute: integer('WALLET_REQUESTS_PER_MINUTE', sandbox ? 300 : 30, 5, 10_000),
    trustedProxies: proxies('TRUSTED_PROXIES'),
    apiDocs: onOff('API_DOCS', production ? 'off' : 'on'),
    accessLog: onOff('ACCESS_LOG', production ? 'on' : 'off'),
    metricsToken: env.METRICS_TOKEN || null,
    crashAt: env.CRASH_AT ? readCrashPoint(env.CRASH_AT, wrong) : null,
    calendarFrom,
    sessionIdleMinutes: integer('SESSION_IDLE_MINUTES', 30, 1, 1440),
    sessionMaxHours: integer('SESSION_MAX_HOURS', 12, 1, 168),
    paymentExpiryMinutes: integer('PAYMENT_EXPIRY_MINUTES', 10, 1, 1440),
    listingOpenDays: integer('LISTING_OPEN_DAYS', 90, 1, 3650),
    deliveryDays: integer('DELIVERY_DAYS', 7, 0, 90),
    maxNetworkFeeDrops: BigInt(integer('MAX_NETWORK_FEE_DROPS', 50_000, 10, 1_000_000)),
    bulkOperations: onOff('BULK_OPERATIONS', 'off'),
    fourEyes,
    confirmFrom: parseRlusd(integer('CONFIRM_FROM', 10_000, 1, 1_000_000_000)),
    dailyCaps: {
      rlusd: parseRlusd(integer('DAILY_PAYOUT_MAX', sandbox ? 1_000_000_000 : 100_000, 0, 1_000_000_000)),
      tokens: parseRlusd(integer('DAILY_ISSUANCE_MAX', sandbox ? 1_000_000_000 : 1_000_000, 0, 1_000_000_000)),
    },
    revenue: readRevenueSettings(env, sandbox, wrong, integer),
    adminWallets,
    auditorWallets,
    xrpFunders: new Set([...wallets('XRP_FUNDING_WALLETS'), ...adminWallets]),
    complianceWallets,
    officeKeys,
    // Admins and officers declare these as their own; they give no role.
    privateWallets: staff('PRIVATE_WALLETS'),
    persons,
    xrpl: {
      urls: nodes('XRPL_URL', ['ws', 'wss']),
      network: text('XRPL_NETWORK', 'MAINNET'),
      faucetUrl,
      rlusdIssuer: issuer,
      explorer: env.XRPL_EXPLORER_URL ? url('XRPL_EXPLORER_URL', ['http', 'https']) : null,
    },
    xaman: {
      url: url('XAMAN_API_URL', ['http', 'https'], 'https://xumm.app'),
      ...xaman,
      approvals: readApprovals(env, { ...xaman, role: roleSettings.role, fourEyes }, uuid, wrong),
    },
    fred: {
      url: url('FRED_API_URL', ['http', 'https'], 'https://api.stlouisfed.org/fred'),
      key: env.FRED_API_KEY || null,
    },
    sanctions: readSanctions(env, sandbox, wrong, url, integer),
    demoFaucetUrl: ownLedger ? faucetUrl : null,
    demoLandlordUrl: ownLedger ? `${env.SANDBOX_URL}/landlord` : null,
    census: { url: url('CENSUS_API_URL', ['http', 'https'], 'https://geocoding.geo.census.gov') },
    ...readIdentitySettings(env, { wrong, url, integer }),
    ...readMailSettings(env, production, wrong),
    ...readUploadSettings(env, integer),
    ...readServerSettings(production, integer),
  };
  if (problems.length > 0) throw new InvalidConfiguration(problems);
  return config;
}

/** Whether every ledger address is the sandbox's own, or the node behind the sandbox. */
function isOfSandbox({ XRPL_URL = '', SANDBOX_URL = '', SANDBOX_LEDGER_URL }: NodeJS.ProcessEnv): boolean {
  const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : null);
  const own = hostOf(SANDBOX_URL);
  return XRPL_URL.split(',')
    .map((address) => address.trim())
    .every((address) => (own !== null && hostOf(address) === own) || address === SANDBOX_LEDGER_URL);
}

const OFAC = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

function readSanctions(
  env: NodeJS.ProcessEnv,
  sandbox: boolean,
  wrong: (problem: string) => void,
  url: (name: string, protocols: string[], fallback?: string) => string,
  integer: (name: string, fallback: number, min: number, max: number) => number,
): Config['sanctions'] {
  const { SANCTIONS_FILE: file, SANCTIONS_URL: given } = env;
  if (given && file) wrong('Give SANCTIONS_URL or SANCTIONS_FILE, not both');
  const protocols = ['http', 'https'];
  const at = url('SANCTIONS_URL', protocols, OFAC);
  const own: Config['sanctions']['own'] = {};
  for (const list of ['eu', 'uk', 'un'] as const) {
    const name = `SANCTIONS_${list.toUpperCase()}`;
    const place = env[name];
    if (place) own[list] = /^\w+:\/\//.test(place) ? url(name, protocols) : place;
  }
  return {
    source: file ? { file } : { url: at },
    own,
    maxAgeHours: integer('SANCTIONS_MAX_AGE_HOURS', 48, 1, 8760),
    sandboxList: sandbox && !file && env.SANDBOX_URL !== undefined && at === `${env.SANDBOX_URL}/ofac`,
  };
}

function readCrashPoint(text: string, wrong: (problem: string) => void): CrashPoint | null {
  try {
    return parseCrashPoint(text);
  } catch (error) {
    wrong(`CRASH_AT: ${(error as Error).message}`);
    return null;
  }
}

const isKeyOfWallet = (item: string): boolean =>
  item.split(':').length === 2 && item.split(':').every((one) => isValidClassicAddress(one));

/** Wider than what one organization uses as private addresses (RFC 1918, RFC 4193). */
const isWide = (network: string): boolean => {
  const [address, prefix] = network.split('/');
  return prefix !== undefined && Number(prefix) < (isIP(address!) === 6 ? 32 : 8);
};

/** An address, or one with the length of its prefix: `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address, prefix, ...more] = text.split('/');
  const bits = isIP(address!) === 6 ? 128 : 32;
  return (
    more.length === 0 && isIP(address!) > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && +prefix <= bits))
  );
}
