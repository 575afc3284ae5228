import path from 'node:path';
import { ledgersKept } from './empty-options.js';

/** The sandbox's settings. */
export interface SandboxConfig {
  /** 0 means any free port. */
  port: number;
  /** The address at which it listens; absent: localhost. */
  host?: string;
  /** Absent: everything lives in memory. */
  dataDir?: string;
  /** A real stand-alone node to use instead of the sandbox's own ledger. */
  ledgerUrl?: string;
  backendUrl: string;
  /** Name of the network as wallets report it (`nodetype`). */
  network: string;
  closeEveryMs: number | null;
  /** Closed ledgers that the sandbox's own ledger keeps, the newest; absent: all. */
  history?: number;
  xaman: {
    apiKey: string;
    apiSecret: string;
    /** The second application, which only workers use. */
    approvals: { apiKey: string; apiSecret: string };
    webhookWaitsMs: number[];
  };
  persona: { apiKey: string; webhookSecret: string; webhookWaitsMs: number[] };
  sumsub: { appToken: string; secretKey: string; webhookSecret: string; webhookWaitsMs: number[] };
  fred: { apiKey: string };
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits between delivery attempts, as the providers document them. */
const WAITS = {
  xaman: [10 * SECOND, 60 * SECOND, 600 * SECOND, 600 * SECOND],
  persona: [10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR],
  sumsub: [5 * MINUTE, HOUR, 5 * HOUR, 18 * HOUR],
};

/** Reads and validates the environment; every error names its variable. */
export function readConfig(env: NodeJS.ProcessEnv): SandboxConfig {
  if (env.NODE_ENV === 'production') throw new Error('The sandbox does not run where NODE_ENV=production.');
  return {
    port: port(env.SANDBOX_PORT ?? '3001'),
    ...(env.SANDBOX_HOST ? { host: env.SANDBOX_HOST } : {}),
    dataDir: path.resolve(env.DATA_DIR ?? '.data'),
    ledgerUrl: url('SANDBOX_LEDGER_URL', env.SANDBOX_LEDGER_URL, ['ws:', 'wss:']),
    backendUrl: url('BACKEND_URL', env.BACKEND_URL, ['http:', 'https:']) ?? 'http://localhost:3000',
    network: env.XRPL_NETWORK || 'SANDBOX',
    closeEveryMs: 1000,
    ...(env.SANDBOX_HISTORY ? { history: ledgersKept('SANDBOX_HISTORY', env.SANDBOX_HISTORY) } : {}),
    xaman: {
      apiKey: env.XAMAN_API_KEY || '5a4d0b0c-0000-4000-8000-00000000c0de',
      apiSecret: env.XAMAN_API_SECRET || '5a4d0b0c-0000-4000-8000-0000005ec3e7',
      approvals: {
        apiKey: env.XAMAN_APPROVALS_KEY || '5a4d0b0c-0000-4000-8000-00000000a99c',
        apiSecret: env.XAMAN_APPROVALS_SECRET || '5a4d0b0c-0000-4000-8000-00005ec3a99c',
      },
      webhookWaitsMs: waits('XAMAN_WEBHOOK_WAITS', env.XAMAN_WEBHOOK_WAITS) ?? WAITS.xaman,
    },
    persona: {
      apiKey: env.PERSONA_API_KEY || 'persona_sandbox_key',
      webhookSecret: env.PERSONA_WEBHOOK_SECRET || 'wbhsec_sandbox',
      webhookWaitsMs: waits('PERSONA_WEBHOOK_WAITS', env.PERSONA_WEBHOOK_WAITS) ?? WAITS.persona,
    },
    sumsub: {
      appToken: env.SUMSUB_APP_TOKEN || 'sbx:sandbox',
      secretKey: env.SUMSUB_SECRET_KEY || 'sumsub_sandbox_secret',
      webhookSecret: env.SUMSUB_WEBHOOK_SECRET || 'sumsub_sandbox_webhook',
      webhookWaitsMs: waits('SUMSUB_WEBHOOK_WAITS', env.SUMSUB_WEBHOOK_WAITS) ?? WAITS.sumsub,
    },
    fred: { apiKey: env.FRED_API_KEY || 'sandboxsandboxsandboxsandboxsand' },
  };
}

function port(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65535)
    throw new Error(`SANDBOX_PORT must be a port, not "${text}".`);
  return value;
}

function url(name: string, text: string | undefined, protocols: string[]): string | undefined {
  if (!text) return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new Error(`${name} must be a ${protocols.join(' or ')}// address, not "${text}".`);
  }
  return text.replace(/\/$/, '');
}

/** Comma-separated milliseconds. */
function waits(name: string, text: string | undefined): number[] | undefined {
  if (!text) return undefined;
  const values = text.split(',').map(Number);
  if (values.some((value) => !Number.isFinite(value) || value < 0))
    throw new Error(`${name} must be milliseconds, separated by commas, not "${text}".`);
  return values;
}
