import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { FULL, whereFull } from '../backend/test/support/how-much.js';
import type { Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { ProgramInParts } from './support/program-in-parts.js';
import { SHORT_LIST } from './support/short-list.js';

const BUYERS = 6;
const program = new ProgramInParts(SHORT_LIST);
const masterKey = path.join(program.dataDir, 'master.key');
let propertyId: number;

beforeAll(async () => {
  if (!FULL) return;
  await program.start();
  const landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  ({ id: propertyId } = await landlord.list());
});
afterAll(() => program.remove());

/** Runs `npm run keys -- …` beside the running program. */
async function keys(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: program.dataDir, DATABASE_URL: program.runtime.database };
  for (const name of ['MASTER_KEY', 'MASTER_KEY_FILE']) delete (env as NodeJS.ProcessEnv)[name];
  return (await promisify(execFile)(process.execPath, ['scripts/keys.mjs', ...args], { env })).stdout;
}

/** Verified buyers, each with a payment that waits for its first signature. */
const buyers = (): Promise<{ person: Person; paymentId: string }[]> =>
  Promise.all(
    Array.from({ length: BUYERS }, async () => {
      const person = await (await program.newPerson()).signIn('investor');
      await person.verify('investor');
      const { paymentId } = await person.post(`/api/properties/${propertyId}/purchase`, { tokensToPurchase: 2 });
      return { person, paymentId };
    }),
  );

describe('keys that change while payments are under way', () => {
  whereFull(
    'every payment ends once, the old keys open nothing, and the program starts with the new ones',
    async () => {
      const old = readFileSync(masterKey, 'utf8');
      const paying = await buyers();
      const seenThrough = Promise.all(paying.map(({ person, paymentId }) => person.seeThrough(paymentId)));
      expect(await keys('rotate', 'vault')).toMatch('vault: key 2 is in use');
      expect(await keys('rotate', 'master')).toMatch('wrapped by the new master key');
      expect(await keys('rotate', 'vault')).toMatch('vault: key 3 is in use');
      for (const ended of await seenThrough) expect(ended).toMatchObject({ status: 'completed' });
      expect(await keys('rotate', 'sessions')).toMatch('sessions: key 2');
      expect(await keys('rotate', 'devices')).toMatch('devices: key 2');
      expect(readFileSync(masterKey, 'utf8')).not.toBe(old);
      expect(existsSync(`${masterKey}.next`)).toBe(false);
      await expect(keys('rotate', 'index')).rejects.toThrow(/never replaced/);
      await expect(keys('rotate', 'macs')).rejects.toThrow(/stop every instance first/);
      expect(await keys('list')).not.toMatch(/vault\/[12] |does not open/);

      const late = await buyers();
      await program.kill('backend');
      const current = readFileSync(masterKey, 'utf8');
      writeFileSync(masterKey, old);
      await expect(program.startPart('backend')).rejects.toThrow(/code 78[^]*MASTER_KEY does not open/);
      await expect(keys('list')).rejects.toThrow(/MASTER_KEY does not open/);
      writeFileSync(masterKey, current);
      expect(await keys('rotate', 'macs')).toMatch('macs: key 2 is in use');
      await program.startPart('backend');
      for (const { person, paymentId } of late) {
        await person.signIn('investor');
        expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
      }
      for (const { person } of [...paying, ...late]) expect(await program.onLedger(person.address, 'token')).toBe('2');
      await expectBooksToEqualLedger(program);
    },
  );
});
