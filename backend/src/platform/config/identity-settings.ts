import { parseRlusd, type Micro } from '@tknest/contracts/money';
import { fileURLToPath } from 'node:url';
import { databaseProblem, readClamd, type Clamd } from './encrypted-links.js';

/** `auto`: a clean, complete application is verified at once; `review`: a provider or an officer decides. */
export type KycPolicy = 'auto' | 'review';

export interface PersonaConfig {
  url: string;
  key: string;
  templateId: string;
  /** Two while one is rotated. */
  webhookSecrets: readonly string[];
  /** The sandbox provides this service. */
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
  /** Whether one social security number is one person: not under `auto`, whose people are invented and share theirs. */
  numbersIdentify: boolean;
  /** Null if the deployment does without the provider. */
  persona: PersonaConfig | null;
  sumsub: SumsubConfig | null;
  /** Where the providers' pages lead back to. */
  publicUrl: string;
  supportEmail: string;
  /** How long what the law asks for is kept of an erased person. */
  retentionYears: number;
  /** What a wallet that is not verified may pay others directly in 30 days. */
  directPaymentUnverifiedMax: Micro;
  /** Where it is noted who was erased: a folder, or a database that is not the log's. */
  tombstones: { folder: string } | { url: string };
  /** What looks for malware in uploads; null if nothing does. */
  clamd: Clamd | null;
}

interface Readers {
  wrong(problem: string): void;
  url(name: string, protocols: string[], fallback?: string): string;
  integer(name: string, fallback: number, min: number, max: number): number;
}

/** Reads what concerns identity verification, with a complaint for each variable that is missing or wrong. */
export function readIdentitySettings(env: NodeJS.ProcessEnv, { wrong, url, integer }: Readers): IdentitySettings {
  const production = env.NODE_ENV === 'production';
  const protocols = production ? ['https'] : ['http', 'https'];
  const isSandbox = (address: string) =>
    env.SANDBOX === '1' &&
    URL.canParse(address) &&
    URL.canParse(env.SANDBOX_URL ?? '') &&
    new URL(address).host === new URL(env.SANDBOX_URL!).host;
  const together = (provider: string, names: string[]): boolean => {
    const given = names.filter((name) => env[name]);
    for (const name of given.length > 0 ? names.filter((one) => !env[one]) : [])
      wrong(`${name} is missing: ${provider} needs ${names.join(', ')}`);
    return given.length === names.length;
  };
  const list = (text: string | undefined) =>
    (text ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);

  let persona: PersonaConfig | null = null;
  if (together('Persona', ['PERSONA_API_KEY', 'PERSONA_WEBHOOK_SECRET', 'PERSONA_TEMPLATE_ID'])) {
    const at = url('PERSONA_API_URL', protocols, 'https://api.withpersona.com/api/v1');
    persona = {
      url: at,
      key: env.PERSONA_API_KEY!,
      templateId: env.PERSONA_TEMPLATE_ID!,
      webhookSecrets: list(env.PERSONA_WEBHOOK_SECRET),
      sandbox: isSandbox(at),
    };
  }
  let sumsub: SumsubConfig | null = null;
  if (together('Sumsub', ['SUMSUB_APP_TOKEN', 'SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRET', 'SUMSUB_LEVEL_NAME'])) {
    const at = url('SUMSUB_API_URL', protocols, 'https://api.sumsub.com');
    if (production && env.SUMSUB_APP_TOKEN!.startsWith('sbx:'))
      wrong('SUMSUB_APP_TOKEN is a token of Sumsub’s sandbox, which verifies anyone');
    sumsub = {
      url: at,
      appToken: env.SUMSUB_APP_TOKEN!,
      secretKey: env.SUMSUB_SECRET_KEY!,
      levelName: env.SUMSUB_LEVEL_NAME!,
      webhookSecrets: list(env.SUMSUB_WEBHOOK_SECRET),
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
    numbersIdentify: policy !== 'auto',
    persona,
    sumsub,
    publicUrl: url('PUBLIC_URL', ['http', 'https'], `http://localhost:${env.PORT || 3000}`),
    supportEmail: env.SUPPORT_EMAIL || 'support@example.org',
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
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url?.protocol === 'file:') return { folder: fileURLToPath(url) };
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')
    wrong('TOMBSTONES_URL must begin with postgres:// or file:///');
  const unencrypted = env.NODE_ENV === 'production' && databaseProblem('TOMBSTONES_URL', given);
  if (unencrypted) wrong(unencrypted);
  const log = URL.canParse(env.DATABASE_URL ?? '') ? new URL(env.DATABASE_URL!) : null;
  if (url && url.host === log?.host && url.pathname === log.pathname)
    wrong('TOMBSTONES_URL must not be the database of DATABASE_URL: a restore of it would bring back who was erased');
  return { url: given };
}
