import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { ProgramInParts } from './support/program-in-parts.js';
import { SHORT_LIST } from './support/short-list.js';
import { StoredFolder } from './support/stored-folder.js';

/** Version 0.1.0 was killed while eleven people paid; today's program starts on its data. */
const stored = new StoredFolder('0.1.0');
const program = new ProgramInParts(SHORT_LIST);
const { propertyId, people } = stored.cast;
const RLUSD_AT_FIRST = 100_000;
const ONE_TOKEN = 102.5;

/** How far each payment had come, and how it ends: an unsigned payment has expired since. */
const PHASES: Record<string, { bought: number; outcome: string; before: number }> = {
  completed: { before: 1, bought: 3, outcome: 'settled' },
  declined: { before: 1, bought: 0, outcome: 'declined' },
  'cancelled-signed': { before: 1, bought: 0, outcome: 'cancelled' },
  'reserved-unasked': { before: 1, bought: 0, outcome: 'expired' },
  'nothing-signed': { before: 1, bought: 0, outcome: 'expired' },
  'one-signed': { before: 1, bought: 0, outcome: 'expired' },
  'line-unsigned': { before: 0, bought: 0, outcome: 'expired' },
  'line-submitted': { before: 0, bought: 0, outcome: 'expired' },
  'authorise-submitted': { before: 0, bought: 0, outcome: 'expired' },
  'both-signed-untold': { before: 1, bought: 0, outcome: 'expired' },
  'money-submitted': { before: 1, bought: 2, outcome: 'settled' },
  'issuance-submitted': { before: 1, bought: 2, outcome: 'settled' },
};

beforeAll(async () => {
  stored.writeFiles(program.dataDir);
  await program.startOn((url) => stored.fill(url));
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
});
afterAll(() => program.remove());

it('names every phase that the recording holds', () => {
  expect(Object.keys(PHASES).sort()).toEqual(Object.keys(people).sort());
  const states = new Set(Object.values(people).flatMap(({ was }) => Object.entries(was).map((leg) => leg.join(' '))));
  for (const phase of ['recipient signed', 'recipient submitted', 'platform submitted', 'issuance submitted'])
    expect(states).toContain(phase);
  for (const phase of ['trust-line submitted', 'authorise submitted']) expect(states).toContain(phase);
});

it.each(Object.entries(PHASES))('a payment that stood at “%s” ends properly', async (phase, expected) => {
  const person = await program.personFor(people[phase]!).signIn('investor');
  const ended = await until(
    () => person.status(people[phase]!.paymentId),
    ({ status, feeStatus, outcome }) =>
      status === 'failed' || (status === 'completed' && outcome === 'settled' && feeStatus !== 'open'),
    'its end',
  );
  expect({
    outcome: ended.outcome,
    rlusd: Number(await program.onLedger(person.address, 'rlusd')),
    tokens: Number(await program.onLedger(person.address, 'token')),
  }).toEqual({
    outcome: expected.outcome,
    rlusd: RLUSD_AT_FIRST - ONE_TOKEN * (expected.before + expected.bought),
    tokens: expected.before + expected.bought,
  });
});

it('nothing stays reserved, and people go on buying', async () => {
  const newcomer: Person = await (await program.newPerson()).signIn('investor');
  await newcomer.verify('investor');
  expect(await newcomer.buy(propertyId, 2)).toMatchObject({ status: 'completed', outcome: 'settled' });
  // Verifications lapse a year after the recording, so an earlier buyer only looks.
  const returning = await program.personFor(people['issuance-submitted']!).signIn('investor');
  expect(await returning.get('/api/portfolio')).toMatchObject({ tokens: 3 });
  expect(await newcomer.get(`/api/properties/${propertyId}`)).toMatchObject({ tokensReserved: 0 });
  await expectBooksToEqualLedger(program);
});

it('what happened before this version is nobody’s news, and what happens now is', async () => {
  const settled = async (phase: string) =>
    (
      await program
        .personFor(people[phase]!)
        .signIn('investor')
        .then((person) => person.get('/api/notifications'))
    )
      .filter(({ kind }: { kind: string }) => kind === 'payment-settled')
      .map(({ read }: { read: boolean }) => read);
  expect(await settled('completed')).toEqual([true, true]);
  expect(await settled('issuance-submitted')).toEqual([false, true]);
});

it('what was journaled before opens no case, and everything follows from the log', async () => {
  const admin = await program.personOf('admin').signIn();
  const report = await admin.post('/api/admin/reconciliation', { full: true });
  expect(report.openFindings).toEqual({});
  expect(report).toMatchObject({ openCases: 0, lastFull: { findings: 0, complete: true } });
  expect(report.rows.filter(({ verdict }: { verdict: string }) => verdict !== 'matches')).toEqual([]);
  expect(report.rows.length).toBeGreaterThan(10);
  for (const [check, of] of [
    ['chain', 'chain'],
    ['read-models', 'readModels'],
  ] as const) {
    await admin.post(`/api/audit/verification/${check}`);
    const found = await until(
      () => admin.get('/api/audit/verification'),
      (view) => view[of].state !== 'running' && view[of].at !== null,
      check,
    );
    expect(found[of].state).toBe(check === 'chain' ? 'whole' : 'equal');
  }
});
