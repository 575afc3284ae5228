import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { EventStoreStandIn } from '../backend/test/support/eventstoredb/stand-in.js';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { verified } from './support/verified.js';
import { ProgramInParts } from './support/program-in-parts.js';
import { SHORT_LIST } from './support/short-list.js';

/** The program with its log on EventStoreDB; `npm run test:full` runs whole other suites on it too. */
const standIn = new EventStoreStandIn();
let program: ProgramInParts;
let buyer: Person;
let admin: Person;
let propertyId: number;

beforeAll(async () => {
  await standIn.start();
  program = await new ProgramInParts({ ...SHORT_LIST, EVENTSTORE_URL: standIn.url }).start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  const landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  ({ id: propertyId } = await landlord.list());
  buyer = await program.personOf('investor').signIn('investor');
  await buyer.verify('investor');
  admin = await program.personOf('admin').signIn('investor');
});
afterAll(async () => {
  await program?.remove();
  standIn.stop();
});

const readiness = () => program.visitor().get('/api/health/ready');

describe('the program on EventStoreDB', () => {
  it('sells, through lost answers and dropped subscriptions, and the books equal the ledger', async () => {
    let calls = 0;
    standIn.fault = (call) => (call === 'append' && calls++ % 7 === 3 ? 'lost' : null);
    const dropping = setInterval(() => standIn.dropSubscriptions(), 500);
    try {
      expect(await buyer.buy(propertyId, 3)).toMatchObject({ status: 'completed' });
    } finally {
      clearInterval(dropping);
      standIn.fault = () => null;
    }
    await expectBooksToEqualLedger(program);
    expect(standIn.calls.batchAppend).toBe(0);
    expect((await readiness()).log).toEqual({ store: 'eventstoredb', ready: true, problem: null });
  });

  it('dies in the middle of a purchase and sees it through, once', async () => {
    const intent = randomUUID();
    const buy = () =>
      buyer.post(`/api/properties/${propertyId}/purchase`, { tokensToPurchase: 2 }, { 'Idempotency-Key': intent });
    const death = program.exited('backend');
    await program.crashAt('after-append/PaymentStarted');
    await buy().catch(() => null);
    expect(await death).toBe('SIGKILL');
    await program.startPart('backend');
    const { paymentId } = await buy();
    expect(await buyer.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
    await expectBooksToEqualLedger(program);
  });

  it('shows the record, and it verifies: chain, read models, reconciliation', async () => {
    const { bars, head } = await admin.get('/api/audit/timeline?bars=20');
    expect(bars.at(-1).position).toBe(head);
    expect(Number(head)).toBe(standIn.streams.readable('tknest')!.length);
    expect((await admin.get('/api/audit/events?type=TokensPurchased&limit=9')).events).toHaveLength(2);
    await admin.post('/api/audit/verification/chain');
    const { chain } = await until(
      () => admin.get('/api/audit/verification'),
      (report) => report.chain.state !== 'running' && report.chain.at !== null,
      'the check of the chain',
    );
    expect(chain).toMatchObject({ state: 'whole', broken: null });
    await admin.post('/api/admin/reconciliation', { full: true });
    const compared = await until(
      () => admin.get('/api/admin/reconciliation'),
      ({ lastFull, running }) => lastFull !== null && running === null,
      'the full comparison',
    );
    expect(compared.openFindings).toEqual({});
    expect(compared).toMatchObject({ lastFull: { complete: true, findings: 0 }, openCases: 0 });
    expect(await verified(program)).toContain('Everything matches the log.');
    expect(await fetch(`${program.runtime.url}/metrics`).then((answer) => answer.text())).toContain(
      'event_log_up{store="eventstoredb"} 1',
    );
  });

  it('refuses by name to start on a server that went back to an older state', async () => {
    await program.kill('backend');
    standIn.streams.rewrite('tknest', (events) => events.slice(0, -5));
    await expect(program.startPart('backend')).rejects.toThrow(/restored to an older state, or deleted/);
  });
});
