import { Person } from '../../scripts/lib/platform-client.mjs';
import type { Program } from './program.js';

export type Cast = Record<'visitor' | 'investor' | 'landlord' | 'admin' | 'auditor' | 'stranger', Person>;

/**
 * Starts a program with a person of every role signed in, landlord and investor verified, and a stranger who has
 * nothing to do with them.
 */
export async function startWithEverybody(program: Program): Promise<Cast> {
  await program.start();
  const cast = {
    visitor: new Person(program.runtime, null),
    landlord: await program.personOf('landlord').signIn('landlord'),
    investor: await (await program.newPerson()).signIn('investor'),
    admin: await program.personOf('admin').signIn('landlord'),
    auditor: await program.personOf('auditor').signIn('investor'),
    stranger: await (await program.newPerson()).signIn('investor'),
  };
  await cast.landlord.verify('landlord');
  await cast.investor.verify('investor');
  return cast;
}

/** … and three houses of the landlord, 1 to 3. */
export async function startWithThreeHouses(program: Program): Promise<Cast> {
  const cast = await startWithEverybody(program);
  for (const name of ['Sample Court', 'Example Terrace', 'Specimen House']) await cast.landlord.list({ name });
  return cast;
}

export const REASON = 'The title of this house is disputed';

/** A control of the office, by an admin. */
export const controlBy = (admin: Person, path: string, body: object = { reason: REASON }) =>
  admin.call('POST', `/api/admin/${path}`, { body });
