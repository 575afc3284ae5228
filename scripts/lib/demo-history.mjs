// A little history for a first visit, made by the same calls and signatures that people would cause: a verified
// landlord with an open listing, a verified investor who holds a few of its tokens. Made once per data directory; what
// is there already is left alone.
import path from 'node:path';
import { readJson, writeJson } from './files.mjs';
import { Person } from './platform-client.mjs';

const LISTING = {
  name: 'Sample Court',
  address: '12 Example Street, Springfield, IL 62701',
  monthlyRent: 2500,
  fundingGoal: 25_000,
  fundingPurpose: 'New boiler and insulated windows in eight flats',
  tokenTermMonths: 42,
  monthlyRate: 6.5,
  tokenPrice: 100,
  tokenCount: 250,
  redemptionClause: 'Landlord has the right to redeem all tokens with 30-day notice.',
};
const PURCHASES = [12, 5];

/** @param runtime what runtime.json will say */
export async function makeDemoHistory(runtime, dataDir) {
  const file = path.join(dataDir, 'demo.json');
  if (readJson(file, {}).made || !runtime.wallets) return;
  const of = (role) =>
    new Person(
      runtime,
      runtime.wallets.find((wallet) => wallet.role === role),
    );
  const [landlord, investor] = [of('landlord'), of('investor')];
  await Promise.all([landlord.signIn('landlord'), investor.signIn('investor')]);
  await verifyOnce(landlord, 'landlord', { firstName: 'Lena', lastName: 'Landlord', email: 'lena@example.com' });
  await verifyOnce(investor, 'investor', { firstName: 'Ida', lastName: 'Example', email: 'ida@example.com' });
  const [own] = await landlord.get('/api/properties?mine=true');
  const property = own ?? (await landlord.list(LISTING));
  const bought = await investor.get('/api/transactions');
  for (const tokens of PURCHASES.slice(bought.length)) await investor.buy(property.id, tokens);
  writeJson(file, { made: true });
}

async function verifyOnce(person, role, fields) {
  const { kycStatus } = await person.get('/api/kyc/status');
  if (kycStatus !== 'verified') await person.verify(role, fields);
}
