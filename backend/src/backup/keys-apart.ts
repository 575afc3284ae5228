import fs from 'node:fs';
import path from 'node:path';
import { nextTo } from '#platform/config/master-key.js';
import { keysFit } from './keys-fit.js';
import { keysOf } from './settings.js';
import { Told } from './told.js';

type Env = NodeJS.ProcessEnv;

/** A key file as it was before the backup began. */
export interface KeyFile {
  file: string;
  bytes: Buffer;
}

/**
 * The existing key files that the settings name, and those about to replace them: during a key rotation, or after an
 * interrupted one, the newer key opens the database.
 */
export function readKeyFiles({ MASTER_KEY_FILE, SIGNER_KEY_FILE }: Env): KeyFile[] {
  return [MASTER_KEY_FILE, SIGNER_KEY_FILE]
    .flatMap((file) => (file ? [file, nextTo(file)] : []))
    .filter((file) => fs.existsSync(file))
    .map((file) => ({ file, bytes: fs.readFileSync(file) }));
}

/** Checked before anything is backed up. @throws Told if the keys cannot be copied there */
export function mayTakeKeys(keys: readonly KeyFile[], place: string, folder: string): void {
  const isWithin = (inner: string, outer: string) => !path.relative(outer, inner).startsWith('..');
  if (isWithin(place, folder) || isWithin(folder, place))
    throw new Told('Store the keys apart from the backup: anyone who has both can read everything.');
  if (keys.length === 0)
    throw new Told('MASTER_KEY is a setting, so there is no key file to copy. Leave out --keys-to.');
  const names = keys.map(({ file }) => path.basename(file));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Told(`Two key files are named ${twice}. Copy them yourself, each to its own folder.`);
  fs.mkdirSync(place, { recursive: true, mode: 0o700 });
  for (const name of names)
    if (fs.existsSync(path.join(place, name)))
      throw new Told(`${path.join(place, name)} already exists. Name another folder for the keys.`);
}

/**
 * Copies the keys to the given folder, and tries them on the backup.
 * @returns the names of the copied files, for a message
 * @throws Told if they do not open it, because a key was replaced in the meantime
 */
export async function putKeys(keys: readonly KeyFile[], place: string, folder: string, env: Env): Promise<string> {
  const copyOf = (file: string) => path.join(place, path.basename(file));
  for (const { file, bytes } of keys) fs.writeFileSync(copyOf(file), bytes, { mode: 0o600, flag: 'wx', flush: true });
  const copies = Object.fromEntries(
    (['MASTER_KEY_FILE', 'SIGNER_KEY_FILE'] as const).map((name) => [name, env[name] && copyOf(env[name])]),
  );
  try {
    await keysFit(folder, keysOf({ ...env, ...copies }));
  } catch (error) {
    if (!(error instanceof Told)) throw error;
    throw new Told(
      `The keys in ${place} do not open the backup in ${folder}. If a key was replaced meanwhile, remove both and ` +
        `take another backup. ${error.message}`,
    );
  }
  const names = keys.map(({ file }) => path.basename(file)).join(', ');
  return env.MASTER_KEY ? `${names}. MASTER_KEY is a setting: keep it there too` : names;
}
