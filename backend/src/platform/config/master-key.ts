import { readFileSync } from 'node:fs';

/** The 32 bytes that wrap every key of the vault, from MASTER_KEY or the file that MASTER_KEY_FILE names. */
export function readMasterKey(env: NodeJS.ProcessEnv, wrong: (problem: string) => void): Buffer {
  let text = env.MASTER_KEY;
  if (text && env.MASTER_KEY_FILE) wrong('Give MASTER_KEY or MASTER_KEY_FILE, not both');
  if (!text && env.MASTER_KEY_FILE) {
    try {
      text = readFileSync(env.MASTER_KEY_FILE, 'utf8').trim();
    } catch {
      wrong(`MASTER_KEY_FILE: ${env.MASTER_KEY_FILE} cannot be read`);
      return Buffer.alloc(0);
    }
  }
  const key = /^[0-9a-fA-F]{64}$/.test(text ?? '') ? Buffer.from(text!, 'hex') : Buffer.from(text ?? '', 'base64');
  const name = env.MASTER_KEY_FILE && !env.MASTER_KEY ? 'The key in MASTER_KEY_FILE' : 'MASTER_KEY';
  if (key.length !== 32) wrong(`${name} must be 32 bytes, as 64 hexadecimal digits or base64`);
  return key;
}
