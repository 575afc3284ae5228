import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { describeWhereFull, FULL } from '../backend/test/support/how-much.js';
import { EventStoreStandIn } from '../backend/test/support/eventstoredb/stand-in.js';
import { Person, until } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { ProgramInRoles, type WorkerName } from './support/program-in-roles.js';
import { SHORT_LIST } from './support/short-list.js';

const TOKENS = 2;
const POINTS = [
  'after-append/PaymentSubmitted.recipient',
  'after-append/PaymentSubmitted.authorise',
  'before-append/LegValidated.issuance',
  'process-checkpoint/payment',
];
const LEDGER = { closeEveryMs: 100 };

const BUYERS = 100;

describeWhereFull.each([['PostgreSQL'], ['EventStoreDB']])('two of each, the log on %s', (store) => {
  const standIn = store === 'EventStoreDB' ? new EventStoreStandIn() : null;
  let program: ProgramInRoles;
  let landlord: Person;
  let propertyId: number;
  beforeAll(async () => {
    if (!FULL) return;
    await standIn?.start();
    const log: Record<string, string> = standIn ? { EVENTSTORE_URL: standIn.url } : {};
    program = await new ProgramInRoles({ webs: 2, workers: 2 }, { ...SHORT_LIST, ...log }).start();
    await program.sandbox.post('/control/ledger', LEDGER);
    landlord = await program.personOf('landlord').signIn('landlord');
    await landlord.verify('landlord');
    ({ id: propertyId } = await landlord.list({ monthlyRent: 100_000, fundingGoal: 1_000_000, tokenCount: 10_000 }));
  });
  afterAll(async () => {
    await program?.remove();
    if (FULL) standIn?.stop();
  });

  /** The processes that a worker runs. */
  const doneBy = async (name: WorkerName): Promise<string[]> => {
    const { processes } = (await (await fetch(`${program.urlOf(name)}/api/health/ready`)).json()) as {
      processes: { name: string; state: string }[];
    };
    return processes.filter(({ state }) => state === 'running').map((one) => one.name);
  };
  const both = async () => [await doneBy('worker-1'), await doneBy('worker-2')] as const;
  const sharedOut = () =>
    until(
      both,
      ([one, other]) =>
        one.length > 1 && other.length > 1 && new Set([...one, ...other]).size === one.length + other.length,
      'both workers at work',
    );

  const buyer = async (web: 'web-1' | 'web-2') => {
    const { wallet } = await program.newPerson();
    const url = program.urlOf(web).replace('127.0.0.1', 'localhost');
    const person = await new Person({ ...program.runtime, url }, wallet).signIn('investor');
    await person.verify('investor');
    return person;
  };

  it('shares the processes out, and one worker does all of them once the other is gone', async () => {
    const [one, other] = await sharedOut();
    const workers = async () =>
      ((await (await fetch(`${program.urlOf('web-1')}/api/health/ready`)).json()) as { workers: number }).workers;
    expect(await workers()).toBe(2);
    await program.kill('worker-2');
    const all = one.length + other.length;
    await until(
      () => doneBy('worker-1'),
      (done) => done.length === all,
      'the worker that is left doing everything',
    );
    await until(workers, (many) => many === 1, 'the web process noticing');
    await program.startPart('worker-2');
    await sharedOut();
  });

  it('buys through both web processes at once', async () => {
    const people = await Promise.all([buyer('web-1'), buyer('web-2'), buyer('web-1'), buyer('web-2')]);
    const ended = await Promise.all(people.map((person) => person.buy(propertyId, TOKENS)));
    for (const one of ended) expect(one).toMatchObject({ status: 'completed', feeStatus: 'paid' });
    for (const { address } of people) expect(await program.onLedger(address, 'token')).toBe(String(TOKENS));
    await expectBooksToEqualLedger(program);
  });

  it(`${BUYERS} buyers at once for ${BUYERS} tokens, half through each web process: all settle`, async () => {
    const { id } = await landlord.list({ tokenCount: BUYERS, fundingGoal: 10_000, tokenTermMonths: 36 });
    const people: Person[] = [];
    for (let at = 0; at < BUYERS; at += 10) {
      const ten = Array.from({ length: 10 }, (_, one) => buyer(one % 2 ? 'web-1' : 'web-2'));
      people.push(...(await Promise.all(ten)));
    }
    const ended = await Promise.all(people.map((person) => person.buy(id, 1)));
    expect(ended.map(({ status }) => status)).toEqual(people.map(() => 'completed'));
    expect(await landlord.get(`/api/properties/${id}`)).toMatchObject({ tokensSold: BUYERS, status: 'funded' });
    await expectBooksToEqualLedger(program);
  }, 600_000);

  it('sells, closes and pays out', async () => {
    const { id } = await landlord.list();
    const investor = await buyer('web-1');
    expect(await investor.buy(id, 3)).toMatchObject({ status: 'completed' });
    await landlord.post(`/api/properties/${id}/close`);
    const { payoutEscrow } = program.runtime.accounts;
    const order = { propertyId: id, paybackAmount: 100, investorWallet: payoutEscrow, type: 'loan_payback' };
    const { paymentId } = await landlord.post('/api/rlusd/payback', order);
    await landlord.seeThrough(paymentId);
    const run = async () =>
      (await landlord.get(`/api/payouts?propertyId=${id}`)).find((one: any) => one.id === `payback-${paymentId}`);
    await until(run, (seen) => seen?.status === 'completed', 'the payout run');
    await expectBooksToEqualLedger(program);
  });

  it.each(POINTS)('a purchase is settled once though workers die at %s', async (point) => {
    const person = await buyer('web-2');
    // The worker that reaches the point dies and is restarted; the other one may die there too.
    const died = new Set<WorkerName>();
    const revived = program.workers.map(async (name) => {
      await program.exited(name);
      died.add(name);
      await program.startPart(name);
    });
    for (const name of program.workers) await program.crashAt(point, name);
    const order = { tokensToPurchase: TOKENS };
    const intent = { 'Idempotency-Key': randomUUID() };
    const { paymentId } = await person.post(`/api/properties/${propertyId}/purchase`, order, intent);
    expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed', feeStatus: 'paid' });
    expect(died.size).toBeGreaterThan(0);
    expect(await program.onLedger(person.address, 'token')).toBe(String(TOKENS));
    // The next test starts with workers that have no crash point.
    for (const name of program.workers) if (!died.has(name)) await program.kill(name);
    await Promise.all(revived);
    await expectBooksToEqualLedger(program);
  });

  it('a web process dies after it has begun a purchase, and the other one shows how it ended', async () => {
    const person = await buyer('web-2');
    const intent = { 'Idempotency-Key': randomUUID() };
    const death = program.exited('web-2');
    await program.crashAt('after-append/PaymentStarted', 'web-2');
    const order = { tokensToPurchase: TOKENS };
    await person.post(`/api/properties/${propertyId}/purchase`, order, intent).catch(() => null);
    expect(await death).toBe('SIGKILL');
    const elsewhere = await new Person(program.runtime, person.wallet).signIn('investor');
    const { paymentId } = await elsewhere.post(`/api/properties/${propertyId}/purchase`, order, intent);
    expect(await elsewhere.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
    expect(await program.onLedger(person.address, 'token')).toBe(String(TOKENS));
    await program.startPart('web-2');
    await expectBooksToEqualLedger(program);
  });
});
