import { Person } from '../../scripts/lib/platform-client.mjs';
import type { Program } from './program.js';

export type Cast = Record<'visitor' | 'investor' | 'landlord' | 'admin' | 'auditor' | 'stranger', Person>;

/**
 * Starts a program with somebody of every role signed in, landlord and investor verified, and somebody who has nothing
 * to do with them.
 */
export async function startWithEverybody(program: Program): Promise<Cast> {
  await program.start();
  const wallet = await program.sandbox.newWallet();
  // Who audits is a setting: it takes a second start.
  await program.stop();
  await program.start({ AUDITOR_WALLETS: wallet.address });
  const cast = {
    visitor: new Person(program.runtime, null),
    landlord: await program.personOf('landlord').signIn('landlord'),
    investor: await (await program.newPerson()).signIn('investor'),
    admin: await program.personOf('admin').signIn('landlord'),
    auditor: await program.personFor(wallet).signIn('investor'),
    stranger: await (await program.newPerson()).signIn('investor'),
  };
  await cast.landlord.verify('landlord');
  await cast.investor.verify('investor');
  return cast;
}
