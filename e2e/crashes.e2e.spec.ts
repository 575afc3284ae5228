import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { whereFull } from '../backend/test/support/how-much.js';
import { Program } from './support/program.js';
import { itOnOwnLedger } from './support/real-node.js';
import { SHORT_LIST } from './support/short-list.js';

const program = new Program(SHORT_LIST, { ownCluster: true });
let propertyId: number;

beforeAll(async () => {
  await program.start();
  const landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  ({ id: propertyId } = await landlord.list());
});
afterAll(() => program.remove());

interface Request {
  leg: string;
  payloadUuid: string;
}

/** A verified buyer who already has the TKNEST trust line, so both money legs are requested at once. */
async function buyer(): Promise<Person> {
  const person = await (await program.newPerson()).signIn('investor');
  await person.verify('investor');
  return person;
}

/** Starts a purchase and signs the trust line; returns when both money legs wait for their signature. */
async function untilMoneyLegs(person: Person): Promise<{ paymentId: string; recipient: Request; platform: Request }> {
  const { paymentId, signRequests } = await person.post(`/api/properties/${propertyId}/purchase`, {
    tokensToPurchase: 2,
  });
  await person.sandbox.sign(person.address, signRequests[0].payloadUuid);
  const { signRequests: open } = await until(
    () => person.status(paymentId),
    (payment) => payment.signRequests.length === 2,
    'the money legs',
  );
  const of = (leg: string) => open.find((request: Request) => request.leg === leg);
  return { paymentId, recipient: of('recipient'), platform: of('platform') };
}

/** kill -9 of everything, restart, finish: settled once, or failed with nothing paid. */
async function expectOnceOrNothing(person: Person, paymentId: string): Promise<void> {
  await program.powerCut();
  await program.start();
  await program.sandbox.delete('/control/faults');
  await program.sandbox.post('/control/ledger', { closeEveryMs: 1000 });
  const ended = await person.seeThrough(paymentId);
  const settled = ended.status === 'completed';
  expect(Number(await program.onLedger(person.address, 'rlusd'))).toBe(settled ? 100_000 - 205 : 100_000);
  expect(await program.onLedger(person.address, 'token')).toBe(settled ? '2' : '0');
  expect(settled || ended.error !== null).toBe(true);
  await expectBooksToEqualLedger(program);
}

describe('kill -9 of everything, then a start: settled once, or failed with nothing paid', () => {
  whereFull('after the request', async () => {
    const person = await buyer();
    const { paymentId } = await person.post(`/api/properties/${propertyId}/purchase`, { tokensToPurchase: 2 });
    await expectOnceOrNothing(person, paymentId);
  });

  whereFull('with one leg signed', async () => {
    const person = await buyer();
    const { paymentId, recipient } = await untilMoneyLegs(person);
    await person.sandbox.sign(person.address, recipient.payloadUuid);
    await expectOnceOrNothing(person, paymentId);
  });

  it('with both legs signed and nobody told', async () => {
    const person = await buyer();
    const { paymentId, recipient, platform } = await untilMoneyLegs(person);
    await program.sandbox.post('/control/faults', { party: 'xaman', kind: 'lose-webhook' });
    await person.sandbox.sign(person.address, recipient.payloadUuid);
    await person.sandbox.sign(person.address, platform.payloadUuid);
    await expectOnceOrNothing(person, paymentId);
  });

  itOnOwnLedger('it keeps its open ledger')('with the principal in the open ledger, which is lost too', async () => {
    const person = await buyer();
    const { paymentId, recipient, platform } = await untilMoneyLegs(person);
    await program.sandbox.post('/control/ledger', { closeEveryMs: null });
    await person.sandbox.sign(person.address, recipient.payloadUuid);
    await person.sandbox.sign(person.address, platform.payloadUuid);
    await until(
      () => person.status(paymentId),
      ({ status }) => status === 'processing',
      'submission',
    );
    await expectOnceOrNothing(person, paymentId);
  });

  // `crash-points` kills the backend there in every run.
  whereFull('with the principal validated, before the issuance reaches the ledger', async () => {
    const person = await buyer();
    const { paymentId, recipient, platform } = await untilMoneyLegs(person);
    await program.sandbox.post('/control/ledger', { closeEveryMs: null });
    await person.sandbox.sign(person.address, recipient.payloadUuid);
    await person.sandbox.sign(person.address, platform.payloadUuid);
    await until(
      () => person.status(paymentId),
      ({ status }) => status === 'processing',
      'submission',
    );
    await program.sandbox.post('/control/faults', { party: 'ledger', kind: 'error', match: 'submit' });
    await program.sandbox.ledger('ledger_accept');
    await until(
      () => person.status(paymentId),
      ({ legs }) =>
        legs.some(({ leg, state }: { leg: string; state: string }) => leg === 'issuance' && state === 'submitted'),
      'issuance',
    );
    await expectOnceOrNothing(person, paymentId);
    expect((await person.status(paymentId)).status).toBe('completed');
  });

  it('ends in order within ten seconds at SIGTERM, and a second start goes on', async () => {
    expect(await program.stop()).toBeLessThan(10_000);
    await program.start();
    const [property] = (await (await program.newPerson()).call('GET', '/api/properties')).body;
    expect(property).toMatchObject({ id: propertyId, tokensReserved: 0 });
  });
});
