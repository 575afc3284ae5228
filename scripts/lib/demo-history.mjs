// A little history for a first visit, made by the same calls and signatures as people make: two months of two loans,
// one paid by autopay, one in arrears; and a verified landlord with an open listing, of which a verified investor holds
// a few tokens. The loans begin in the past, and the history ends today. Made once per data directory; existing data is
// left alone.
import path from 'node:path';
import { readJson, writeJson } from './files.mjs';
import { Person, SAMPLE_LISTING, Sandbox } from './platform-client.mjs';

const PURCHASES = [12, 5];
/** Two loans of two months: the installments of one are collected, those of the other stay unpaid. */
const LOANS = [
  { name: 'Garden Row', address: '48 Garden Row, Springfield, IL 62704', tokens: 20, deposit: 400 },
  { name: 'Mill House', address: '7 Mill Lane, Springfield, IL 62702', tokens: 10, deposit: 0 },
].map((loan) => ({ ...loan, fundingGoal: 10_000, tokenTermMonths: 18, monthlyRent: 3_000, tokenCount: 100 }));
/**
 * How many days ago the loans begin: two months, and enough for an unpaid installment to be in arrears, with any
 * weekends and holidays on the way.
 */
const DAYS_BACK = 78;

/** Nobody is watching, so ledgers need not close as slowly as real ones. */
const QUICK = { closeEveryMs: 150 };

const fileIn = (dataDir) => path.join(dataDir, 'demo.json');
const newYork = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
const dayBefore = (days) => newYork.format(Date.now() - days * 86_400_000);

/** The first day of a demo history; undefined once the history is there, or if it was made without one. */
export function demoBegins({ demoData, dataDir }) {
  if (!demoData) return undefined;
  const { made, from = dayBefore(DAYS_BACK) } = readJson(fileIn(dataDir), {});
  if (made) return undefined;
  writeJson(fileIn(dataDir), { from });
  return from;
}

/** @param runtime the future content of runtime.json */
export async function makeDemoHistory(runtime, dataDir) {
  const file = fileIn(dataDir);
  if (readJson(file, {}).made || !runtime.wallets) return;
  const sandbox = new Sandbox(runtime.sandbox.url);
  const usual = await sandbox.get('/control/ledger');
  await sandbox.post('/control/ledger', QUICK);
  try {
    await makeHistory(runtime);
  } finally {
    await sandbox.post('/control/ledger', usual);
  }
  writeJson(file, { made: true });
}

async function makeHistory(runtime) {
  const of = (role) =>
    new Person(
      runtime,
      runtime.wallets.find((wallet) => wallet.role === role),
    );
  const [landlord, investor] = [of('landlord'), of('investor')];
  await Promise.all([landlord.signIn('landlord'), investor.signIn('investor')]);
  await verifyOnce(landlord, 'landlord', { firstName: 'Lena', lastName: 'Landlord', email: 'lena@example.com' });
  await verifyOnce(investor, 'investor', { firstName: 'Ida', lastName: 'Example', email: 'ida@example.com' });
  for (const terms of LOANS) await lend(landlord, investor, terms);
  await comeToToday(await of('admin').signIn('investor'));
  const own = (await landlord.get('/api/properties?mine=true')).find(({ name }) => name === SAMPLE_LISTING.name);
  const property = own ?? (await landlord.list());
  const bought = await investor.get('/api/transactions');
  const ofSample = bought.filter(({ propertyId }) => propertyId === property.id);
  for (const tokens of PURCHASES.slice(ofSample.length)) await investor.buy(property.id, tokens);
}

/** Sells a few tokens of a listing and closes it. If it has a deposit, pays that and turns on autopay. */
async function lend(landlord, investor, { tokens, deposit, ...terms }) {
  const listed = (await landlord.get('/api/properties?mine=true')).find(({ name }) => name === terms.name);
  const { id, tokensSold } = listed ?? (await landlord.list(terms));
  if (tokensSold === 0) await investor.buy(id, tokens);
  await landlord.post(`/api/properties/${id}/close`);
  const loan = await landlord.get(`/api/loan/${id}`);
  if (deposit === 0 || loan.autoPayEnabled) return;
  if (loan.deposit === 0) {
    const { paymentId } = await landlord.post('/api/rlusd/deposit', { propertyId: id, amount: deposit });
    await landlord.seeThrough(paymentId);
  }
  await landlord.post('/api/loan/setup-autopay', { propertyId: id, autoPayEnabled: true });
}

/** Moves the business date from the past to today. */
async function comeToToday(admin) {
  const moved = await admin.call('POST', '/api/admin/business-date', { body: { date: dayBefore(0) } });
  // 409: the business date was there already.
  if (moved.status >= 400 && moved.status !== 409)
    throw new Error(`The business date did not move: ${moved.body?.detail}`);
}

async function verifyOnce(person, role, fields) {
  const { kycStatus } = await person.get('/api/kyc/status');
  if (kycStatus !== 'verified') await person.verify(role, fields);
}
