import { readTombstones } from '#platform/config/identity-settings.js';
import { masterKeysNow, readMasterKey } from '#platform/config/master-key.js';
import { readRoleSettings, signerKeysNow } from '#platform/config/role-settings.js';
import { readEventStore } from '#platform/config/log-settings.js';
import type { WrappingKeys } from './keys-fit.js';
import type { BackedUp } from './take.js';
import { Told } from './told.js';

type Wrong = (problem: string) => void;

/** The locations of database, log and tombstones in the settings. @throws Told naming what is wrong */
export const placeOf = (env: NodeJS.ProcessEnv): BackedUp =>
  complete((wrong) => ({
    databaseUrl: env.DATABASE_URL ?? '',
    eventStore: readEventStore(env, env.NODE_ENV === 'production', wrong),
    tombstones: readTombstones(env, wrong),
  }));

/** The operator's keys in the settings. @throws Told naming what is wrong */
export const keysOf = (env: NodeJS.ProcessEnv): WrappingKeys =>
  complete((wrong) => ({
    masters: masterKeysNow(readMasterKey(env, wrong)),
    signers: signerKeysNow(readRoleSettings({ SIGNER_KEY_FILE: env.SIGNER_KEY_FILE }, wrong)),
  }));

function complete<Settings>(read: (wrong: Wrong) => Settings): Settings {
  const problems: string[] = [];
  const settings = read((problem) => void problems.push(problem));
  if (problems.length > 0) throw new Told(problems.join('\n'));
  return settings;
}
