import { existsSync, readFileSync } from 'node:fs';
import { isRandom, nextTo, parseKey } from './master-key.js';

/**
 * The role of a process. `web` answers requests and signs nothing; `worker` runs the processes and signs; `all` does
 * both.
 */
export const ROLES = ['all', 'web', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export interface RoleSettings {
  role: Role;
  /** 32 bytes that wrap the keys that only workers open; null if this process has none. */
  signerKey: Buffer | null;
  /** The file from which it was read. */
  signerKeyFile: string | null;
}

const KEY_BYTES = 32;
const APPROVALS = 'XAMAN_APPROVALS_KEY and XAMAN_APPROVALS_SECRET';

/** From ROLE and SIGNER_KEY_FILE. A web process must not be given the signer key; a worker needs it. */
export function readRoleSettings(env: NodeJS.ProcessEnv, wrong: (problem: string) => void): RoleSettings {
  const role = (env.ROLE || 'all') as Role;
  if (!ROLES.includes(role)) wrong(`ROLE must be ${ROLES.join(', ')}, not "${role}"`);
  const signerKeyFile = env.SIGNER_KEY_FILE || null;
  if (role === 'web' && signerKeyFile) wrong('SIGNER_KEY_FILE must not be given where ROLE=web: only workers sign');
  if (role === 'worker' && !signerKeyFile)
    wrong('SIGNER_KEY_FILE is missing: ROLE=worker signs with the keys it wraps');
  return {
    role,
    signerKey: role === 'web' ? null : readSignerKey(signerKeyFile, env.NODE_ENV === 'production', wrong),
    signerKeyFile,
  };
}

/**
 * The second application at Xaman. In `ROLE=all` it may be the first one: that process has the secrets of both anyway.
 * @param of the role, the first application, and whether acts take two people
 */
export function readApprovals(
  env: NodeJS.ProcessEnv,
  of: { role: Role; key: string; secret: string; fourEyes: boolean },
  uuid: (name: string) => string,
  wrong: (problem: string) => void,
): { key: string; secret: string } | null {
  const isGiven = Boolean(env.XAMAN_APPROVALS_KEY || env.XAMAN_APPROVALS_SECRET);
  if (of.role === 'web') {
    if (isGiven) wrong(`${APPROVALS} must not be given where ROLE=web: only workers ask for approvals`);
    return null;
  }
  if (!isGiven && of.role === 'worker' && of.fourEyes)
    wrong(`${APPROVALS} are missing: ROLE=worker asks for approvals through an application of its own`);
  if (!isGiven) return { key: of.key, secret: of.secret };
  const approvals = { key: uuid('XAMAN_APPROVALS_KEY'), secret: uuid('XAMAN_APPROVALS_SECRET') };
  if (of.role === 'worker' && approvals.key === of.key)
    wrong('XAMAN_APPROVALS_KEY is XAMAN_API_KEY: where ROLE=worker, it must be another application');
  return approvals;
}

function readSignerKey(file: string | null, production: boolean, wrong: (problem: string) => void): Buffer | null {
  if (!file) return null;
  try {
    const key = parseKey(readFileSync(file, 'utf8').trim());
    if (production && key.length === KEY_BYTES && !isRandom(key)) wrong('The key in SIGNER_KEY_FILE is not random');
    if (key.length === KEY_BYTES) return key;
    wrong('The key in SIGNER_KEY_FILE must be 32 bytes, as 64 hexadecimal digits or base64');
  } catch {
    wrong(`SIGNER_KEY_FILE: ${file} cannot be read`);
  }
  return null;
}

/** Every possible signer key: as with the master key, a new key is in a second file during a rotation. */
export function signerKeysNow({ signerKey, signerKeyFile }: Partial<RoleSettings>): Buffer[] {
  const files = signerKeyFile ? [signerKeyFile, nextTo(signerKeyFile)].filter((file) => existsSync(file)) : [];
  const found = files.map((file) => parseKey(readFileSync(file, 'utf8').trim()));
  return [...(signerKey ? [signerKey] : []), ...found].filter(({ length }) => length === KEY_BYTES);
}
