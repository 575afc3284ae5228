import { parseRlusd, type Micro } from '@tknest/contracts/money';
import { fileURLToPath } from 'node:url';
import { databaseProblem, readClamd, type Clamd } from './encrypted-links.js';

/** `auto`: a complete application without hits is verified immediately; `review`: a provider or an officer decides. */
export type KycPolicy = 'auto' | 'review';

export interface PersonaConfig {
  url: string;
  key: string;
  templateId: string;
  /** Two during a rotation. */
  webhookSecrets: readonly string[];
  /** Whether the sandbox provides this service. */
  sandbox: boolean;
}
export interface SumsubConfig {
  url: string;
  appToken: string;
  secretKey: string;
  levelName: string;
  webhookSecrets: readonly string[];
  sandbox: boolean;
}

/** How people are verified; `docs/settings.md` explains each variable. */
export interface IdentitySettings {
  kycPolicy: KycPolicy;
  /** Percent of the clean applications that wait for an officer all the same. */
  kycReviewShare: number;
  /**
   * Whether a social security number identifies a person: not under `auto`, where people are invented and share theirs.
   */
  numbersIdentify: boolean;
  /** Null if the deployment does not use the provider. */
  persona: PersonaConfig | null;
  sumsub: SumsubConfig | null;
  /** The URL to which the providers' pages return. */
  publicUrl: string;
  supportEmail: string;
  /** Days between the decision to erase a person and the erasure, in which it can be stopped. */
  erasureDelayDays: number;
  /** How long legally required data of an erased person is kept. */
  retentionYears: number;
  /** The most that an unverified wallet may pay others directly in 30 days. */
  directPaymentUnverifiedMax: Micro;
  /** Where notes about erasures are stored: a folder, or a database other than the log's. */
  tombstones: { folder: string } | { url: string };
  /** The malware scanner for uploads; null if there is none. */
  clamd: Clamd | null;
}

interface Readers {
  wrong(problem: string): void;
  url(name: string, protocols: string[], fallback?: string): string;
  integer(name: string, fallback: number, min: number, max: number): number;
}

const parsed = (address = ''): URL | null => (URL.canParse(address) ? new URL(address) : null);

/** Reads the settings for identity verification, with a complaint for each variable that is missing or wrong. */
export function readIdentitySettings(env: NodeJS.ProcessEnv, { wrong, url, integer }: Readers): IdentitySettings {
  const production = env.NODE_ENV === 'production';
  const protocols = ['http', 'https'];
  const sandbox = env.SANDBOX === '1' ? parsed(env.SANDBOX_URL) : null;
  const isSandbox = (address: string) => sandbox !== null && parsed(address)?.host === sandbox.host;
  /** The values of settings that need each other; null if none or not all of them are given. */
  const together = <Names extends readonly string[]>(provider: string, ...names: Names) => {
    const values = names.map((name) => env[name] ?? '');
    const missing = names.filter((name) => !env[name]);
    if (missing.length === 0) return values as { [At in keyof Names]: string };
    if (missing.length < names.length)
      for (const name of missing) wrong(`${name} is missing: ${provider} needs ${names.join(', ')}`);
    return null;
  };
  const list = (text: string | undefined) =>
    (text ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);

  let persona: PersonaConfig | null = null;
  const ofPersona = together('Persona', 'PERSONA_API_KEY', 'PERSONA_WEBHOOK_SECRET', 'PERSONA_TEMPLATE_ID');
  if (ofPersona) {
    const [key, webhookSecret, templateId] = ofPersona;
    const at = url('PERSONA_API_URL', protocols, 'https://api.withpersona.com/api/v1');
    persona = {
      url: at,
      key,
      templateId,
      webhookSecrets: list(webhookSecret),
      sandbox: isSandbox(at),
    };
  }
  let sumsub: SumsubConfig | null = null;
  const ofSumsub = together(
    'Sumsub',
    'SUMSUB_APP_TOKEN',
    'SUMSUB_SECRET_KEY',
    'SUMSUB_WEBHOOK_SECRET',
    'SUMSUB_LEVEL_NAME',
  );
  if (ofSumsub) {
    const [appToken, secretKey, webhookSecret, levelName] = ofSumsub;
    const at = url('SUMSUB_API_URL', protocols, 'https://api.sumsub.com');
    if (production && appToken.startsWith('sbx:'))
      wrong('SUMSUB_APP_TOKEN is a token of Sumsub’s sandbox, which verifies anyone');
    sumsub = {
      url: at,
      appToken,
      secretKey,
      levelName,
      webhookSecrets: list(webhookSecret),
      sandbox: isSandbox(at),
    };
  }
  const allSandbox = isSandbox(env.XRPL_URL ?? '') && persona?.sandbox === true && sumsub?.sandbox === true;
  const policy = env.KYC_POLICY || (allSandbox ? 'auto' : 'review');
  if (policy !== 'auto' && policy !== 'review') wrong(`KYC_POLICY must be auto or review, not "${policy}"`);
  if (policy === 'auto' && !allSandbox)
    wrong('KYC_POLICY=auto is for the sandbox only: ledger, Persona and Sumsub must be the sandbox’s');
  return {
    kycPolicy: policy === 'auto' ? 'auto' : 'review',
    kycReviewShare: integer('KYC_REVIEW_SHARE', allSandbox ? 0 : 10, 0, 100),
    numbersIdentify: policy !== 'auto',
    persona,
    sumsub,
    publicUrl: url('PUBLIC_URL', ['http', 'https'], `http://localhost:${env.PORT || 3000}`),
    supportEmail: env.SUPPORT_EMAIL || 'support@example.org',
    erasureDelayDays: integer('ERASURE_DELAY_DAYS', env.SANDBOX === '1' ? 0 : 3, 0, 30),
    retentionYears: integer('RETENTION_YEARS', 10, 1, 100),
    directPaymentUnverifiedMax: parseRlusd(
      integer('DIRECT_PAYMENT_UNVERIFIED_MAX', env.SANDBOX === '1' ? 1_000_000 : 1_000, 0, 1_000_000_000),
    ),
    tombstones: readTombstones(env, wrong),
    clamd: readClamd(env.ANTIVIRUS_URL, wrong),
  };
}

/** From TOMBSTONES_URL, or else DATA_DIR. */
export function readTombstones(
  env: NodeJS.ProcessEnv,
  wrong: (problem: string) => void,
): IdentitySettings['tombstones'] {
  const given = env.TOMBSTONES_URL;
  if (!given) return { folder: env.DATA_DIR || '.data' };
  const url = parsed(given);
  if (url?.protocol === 'file:') return { folder: fileURLToPath(url) };
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')
    wrong('TOMBSTONES_URL must begin with postgres:// or file:///');
  const unencrypted = env.NODE_ENV === 'production' && databaseProblem('TOMBSTONES_URL', given);
  if (unencrypted) wrong(unencrypted);
  const log = parsed(env.DATABASE_URL);
  if (url && url.host === log?.host && url.pathname === log.pathname)
    wrong('TOMBSTONES_URL must not be the database of DATABASE_URL: a restore of it would bring back who was erased');
  return { url: given };
}
