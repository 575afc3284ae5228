import { existsSync, readFileSync } from 'node:fs';

export interface MasterKeys {
  /** 32 bytes; it wraps every key of the key ring. */
  masterKey: Buffer;
  /** The file from which it was read; null if MASTER_KEY contains it. */
  masterKeyFile: string | null;
}

/** The file that holds a new key during a key rotation. */
export const nextTo = (file: string): string => `${file}.next`;

/** Reads MASTER_KEY or the file in MASTER_KEY_FILE. */
export function readMasterKey(env: NodeJS.ProcessEnv, wrong: (problem: string) => void): MasterKeys {
  const masterKeyFile = env.MASTER_KEY ? null : env.MASTER_KEY_FILE || null;
  if (env.MASTER_KEY && env.MASTER_KEY_FILE) wrong('Give MASTER_KEY or MASTER_KEY_FILE, not both');
  let text = env.MASTER_KEY;
  if (masterKeyFile) {
    try {
      text = readFileSync(masterKeyFile, 'utf8').trim();
    } catch {
      wrong(`MASTER_KEY_FILE: ${masterKeyFile} cannot be read`);
      return { masterKey: Buffer.alloc(0), masterKeyFile };
    }
  }
  const masterKey = parseKey(text ?? '');
  const name = masterKeyFile ? 'The key in MASTER_KEY_FILE' : 'MASTER_KEY';
  if (masterKey.length !== 32) wrong(`${name} must be 32 bytes, as 64 hexadecimal digits or base64`);
  else if (env.NODE_ENV === 'production' && !isRandom(masterKey))
    wrong(`${name} is not random: make one with openssl rand -hex 32`);
  return { masterKey, masterKeyFile };
}

const DISTINCT_MIN = 16;
/**
 * Whether random bytes could look like this. Of 10⁹ random keys of 32 bytes, fewer than one has under 16 different
 * bytes or is plain text; a repeated, counted or typed one has.
 */
export function isRandom(key: Buffer): boolean {
  const steps = new Set(key.map((byte, at) => byte - (key[at - 1] ?? 0)).slice(1));
  return new Set(key).size >= DISTINCT_MIN && steps.size >= DISTINCT_MIN && key.some((byte) => byte > 0x7e);
}

/** Parses 64 hexadecimal digits or base64. The result is not 32 bytes long if the text is not a key. */
export const parseKey = (text: string): Buffer =>
  /^[0-9a-fA-F]{64}$/.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');

/**
 * All candidates for the current master key during a rotation: the one that was read at the start, the one in the file
 * now, and the one that will replace it.
 */
export function masterKeysNow({ masterKey, masterKeyFile }: MasterKeys): Buffer[] {
  const files = masterKeyFile ? [masterKeyFile, nextTo(masterKeyFile)].filter((file) => existsSync(file)) : [];
  const found = files.map((file) => parseKey(readFileSync(file, 'utf8').trim())).filter(({ length }) => length === 32);
  return [masterKey, ...found];
}
