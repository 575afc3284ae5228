/** Checks of this machine: the runtime, the folders, and who may read the keys. */
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#platform/config/config.js';
import { ok, warning, reasonOf, failure, type Finding } from './finding.js';

/** The oldest Node version that can run the program: `engines` of package.json. */
const NODE: readonly [major: number, minor: number] = [20, 19];
const GIB = 1024 ** 3;
const DISK_LEAST = GIB;
const DISK_ENOUGH = 10 * GIB;
/** Permission bits of group and others. */
const NOT_THE_OWNER = 0o077;

export function runtimeFindings(version = process.versions.node): Finding[] {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  const old = major < NODE[0] || (major === NODE[0] && minor < NODE[1]);
  return [old ? failure('Node', `${version} is too old: install ${NODE.join('.')} or newer`) : ok('Node', version)];
}

/** @param free free bytes on the disk with the data */
export function diskFinding(free: number): Finding {
  const words = `${Math.floor((free / GIB) * 10) / 10} GiB are free`;
  if (free < DISK_LEAST) return failure('Disk', `${words}: the database needs at least 1 GiB to continue writing`);
  return free < DISK_ENOUGH ? warning('Disk', `${words}: add space soon`) : ok('Disk', words);
}

/** Checks folders into which the program writes, and files that only the program may read. */
export function folderFindings(config: Config): Finding[] {
  const { dataDir, checkpointDir, tombstones, masterKeyFile, signerKeyFile } = config;
  const ofData = folderFinding('DATA_DIR', dataDir);
  const findings = [ofData];
  if (checkpointDir) findings.push(folderFinding('CHECKPOINT_DIR', checkpointDir));
  if ('folder' in tombstones) findings.push(folderFinding('TOMBSTONES_URL', tombstones.folder));
  if (ofData.level !== 'failure') {
    const { bavail, bsize } = statfsSync(nearest(dataDir));
    findings.push(diskFinding(bavail * bsize));
  }
  if (masterKeyFile) findings.push(keyFileFinding('MASTER_KEY_FILE', masterKeyFile));
  if (signerKeyFile) findings.push(keyFileFinding('SIGNER_KEY_FILE', signerKeyFile));
  return findings;
}

/** The folder, or the one where it would be created: the doctor may run as another user than the program. */
function nearest(folder: string): string {
  const whole = path.resolve(folder);
  if (!existsSync(whole)) return nearest(path.dirname(whole));
  if (!statSync(whole).isDirectory()) throw new Error(`${whole} is not a folder`);
  return whole;
}

function folderFinding(name: string, folder: string): Finding {
  try {
    accessSync(nearest(folder), constants.R_OK | constants.W_OK | constants.X_OK);
    return ok(name, path.resolve(folder));
  } catch (error) {
    return failure(name, `${path.resolve(folder)} cannot be written: ${reasonOf(error)}`);
  }
}

function keyFileFinding(name: string, file: string): Finding {
  if (!existsSync(file)) return failure(name, `${file} does not exist`);
  // Windows has no such permissions.
  if (process.platform !== 'win32' && (statSync(file).mode & NOT_THE_OWNER) !== 0)
    return failure(name, `others on this machine may read ${file}: chmod 600 ${file}`);
  return ok(name, file);
}
