// Secrets of one data directory, made at the first start and kept.
import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readJson, writeJson, writePrivately } from './files.mjs';

const hex = (bytes) => randomBytes(bytes).toString('hex');

/** Passwords and the sandbox parties' keys; secrets that a newer version needs are added. */
export function readSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json');
  const known = readJson(file, {});
  const secrets = {
    databasePassword: hex(16),
    applicationPassword: hex(16),
    xamanApiKey: randomUUID(),
    xamanApiSecret: randomUUID(),
    xamanApprovalsKey: randomUUID(),
    xamanApprovalsSecret: randomUUID(),
    personaApiKey: `persona_sandbox_${hex(16)}`,
    personaWebhookSecret: `wbhsec_${hex(16)}`,
    sumsubAppToken: `sbx:${hex(12)}`,
    sumsubSecretKey: hex(16),
    sumsubWebhookSecret: hex(16),
    fredApiKey: hex(16),
    ...known,
  };
  if (Object.keys(secrets).length !== Object.keys(known).length) writeJson(file, secrets);
  return secrets;
}

/** The file with the key that wraps every key of the vault. Without it, encrypted data is lost. */
export function masterKeyFile(dataDir) {
  const file = path.join(dataDir, 'master.key');
  if (!fs.existsSync(file)) writePrivately(file, hex(32) + '\n');
  return file;
}
