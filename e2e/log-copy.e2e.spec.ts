import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EventStoreStandIn } from '../backend/test/support/eventstoredb/stand-in.js';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { describeWhereFull } from '../backend/test/support/how-much.js';
import { ProgramInParts } from './support/program-in-parts.js';
import { SHORT_LIST } from './support/short-list.js';

/** `npm run log -- copy` between two starts of the program. */
const standIn = new EventStoreStandIn();
const program = new ProgramInParts(SHORT_LIST);
let buyer: Person;
let propertyId: number;

describeWhereFull('a copied log', () => {
  beforeAll(async () => {
    await standIn.start();
    await program.start();
    await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
    const landlord = await program.personOf('landlord').signIn('landlord');
    await landlord.verify('landlord');
    ({ id: propertyId } = await landlord.list());
    buyer = await program.personOf('investor').signIn('investor');
    await buyer.verify('investor');
  });
  afterAll(async () => {
    await program.remove();
    standIn.stop();
  });

  const copy = async (from: string, to: string) => {
    const env = { ...process.env, DATABASE_URL: program.runtime.database, EVENTSTORE_URL: standIn.url };
    const { stdout } = await promisify(execFile)(
      'node',
      ['backend/dist/program/log.js', 'copy', '--from', from, '--to', to],
      {
        env,
      },
    );
    return /Copied: (\d+) events, head hash (\w+)/.exec(stdout)!.slice(1);
  };

  it('a program whose log was copied to EventStoreDB goes on there, with the same positions and the same books', async () => {
    expect(await buyer.buy(propertyId, 3)).toMatchObject({ status: 'completed' });
    await program.readModelsCaughtUp();
    await program.kill('backend');
    const [events] = await copy('database', 'eventstore');
    expect(Number(events)).toBeGreaterThan(20);
    program.inherit({ EVENTSTORE_URL: standIn.url });
    await program.startPart('backend');
    await until(
      () => program.visitor().get('/api/health/ready'),
      ({ log }) => log.store === 'eventstoredb' && log.ready,
      'the log on EventStoreDB',
    );
    expect(await buyer.buy(propertyId, 2)).toMatchObject({ status: 'completed' });
    expect((await buyer.get('/api/portfolio')).tokens).toBe(5);
    await expectBooksToEqualLedger(program);
  });
});
