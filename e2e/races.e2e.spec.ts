import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { FULL, whereFull } from '../backend/test/support/how-much.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

const program = new Program(SHORT_LIST);
const BUYERS = FULL ? 200 : 30;
let landlord: Person;

beforeAll(async () => {
  await program.start();
  landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
});
afterAll(() => program.remove());

async function buyers(count: number): Promise<Person[]> {
  const made: Person[] = [];
  for (let at = 0; at < count; at += 10) {
    made.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(10, count - at) }, async () => {
          const person = await (await program.newPerson()).signIn('investor');
          await person.verify('investor');
          return person;
        }),
      )),
    );
  }
  return made;
}

describe('races', () => {
  whereFull(
    '100 buyers at once for 100 tokens: 100 settle, and nobody is told of a conflict',
    async () => {
      const property = await landlord.list({
        tokenCount: 100,
        tokenPrice: 100,
        fundingGoal: 10_000,
        tokenTermMonths: 36,
      });
      const people = await buyers(100);
      const answers = await Promise.all(
        people.map((person) =>
          person.call('POST', `/api/properties/${property.id}/purchase`, { body: { tokensToPurchase: 1 } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(202));
      const ended = await Promise.all(answers.map(({ body }, index) => people[index]!.seeThrough(body.paymentId)));
      expect(ended.map(({ status }) => status)).toEqual(Array(100).fill('completed'));
      expect(await landlord.get(`/api/properties/${property.id}`)).toMatchObject({ tokensSold: 100, status: 'funded' });
      await expectBooksToEqualLedger(program);
    },
    600_000,
  );

  it(`${BUYERS} buyers of the last 10 tokens: exactly 10 are sold`, async () => {
    const property = await landlord.list({
      tokenCount: 10,
      tokenPrice: 1000,
      fundingGoal: 10_000,
      tokenTermMonths: 36,
    });
    const people = await buyers(BUYERS);
    const answers = await Promise.all(
      people.map((person) =>
        person.call('POST', `/api/properties/${property.id}/purchase`, { body: { tokensToPurchase: 1 } }),
      ),
    );
    const started = answers.flatMap(({ status, body }, index) =>
      status === 202 ? [{ person: people[index]!, paymentId: body.paymentId as string }] : [],
    );
    expect(started).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(BUYERS - 10);
    const ended = await Promise.all(started.map(({ person, paymentId }) => person.seeThrough(paymentId)));
    expect(ended.map(({ status }) => status)).toEqual(Array(10).fill('completed'));
    expect(await landlord.get(`/api/properties/${property.id}`)).toMatchObject({
      tokensSold: 10,
      tokensReserved: 0,
      tokensAvailable: 0,
      status: 'funded',
    });
    await expectBooksToEqualLedger(program);
  });

  it('a double click, two tabs and two devices start one payment', async () => {
    const property = await landlord.list();
    const [person] = await buyers(1);
    const body = { tokensToPurchase: 1 };
    const headers = { 'Idempotency-Key': 'one-intent' };
    const [first, second] = await Promise.all([
      person!.call('POST', `/api/properties/${property.id}/purchase`, { body, headers }),
      person!.call('POST', `/api/properties/${property.id}/purchase`, { body, headers }),
    ]);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(first.body.paymentId).toBe(second.body.paymentId);
    const other = await person!.call('POST', `/api/properties/${property.id}/purchase`, {
      body: { tokensToPurchase: 2 },
      headers,
    });
    expect(other.status).toBe(409);
    const elsewhere = await person!.call('POST', `/api/properties/${property.id}/purchase`, { body });
    expect(elsewhere).toMatchObject({ status: 409, body: { paymentId: first.body.paymentId } });
    expect(await person!.post(`/api/rlusd/payments/${first.body.paymentId}/cancel`)).toMatchObject({
      status: 'failed',
      outcome: 'cancelled',
    });
    expect((await person!.get(`/api/properties/${property.id}`)).tokensReserved).toBe(0);
  });

  it('a cancel against the submission: whichever is recorded first wins, and never both', async () => {
    const property = await landlord.list();
    const [person] = await buyers(1);
    const { paymentId } = await person!.post(`/api/properties/${property.id}/purchase`, { tokensToPurchase: 1 });
    const [ended] = await Promise.all([
      person!.seeThrough(paymentId),
      new Promise((resolve) => setTimeout(resolve, 2_500)).then(() =>
        person!.call('POST', `/api/rlusd/payments/${paymentId}/cancel`),
      ),
    ]);
    const paid = 100_000 - Number(await program.onLedger(person!.address, 'rlusd'));
    expect(paid).toBe(ended.status === 'completed' ? 102.5 : 0);
    await expectBooksToEqualLedger(program);
  });

  it('two devices of one wallet start at the same moment: one payment, and the other device is told which', async () => {
    const property = await landlord.list();
    const [person] = await buyers(1);
    const start = () =>
      person!.call('POST', `/api/properties/${property.id}/purchase`, { body: { tokensToPurchase: 1 } });
    const answers = await Promise.all([start(), start(), start(), start()]);
    const [started, ...more] = answers.filter(({ status }) => status === 202);
    expect(more).toEqual([]);
    expect(answers.filter(({ status }) => status === 409).map(({ body }) => body.paymentId)).toEqual(
      Array(3).fill(started!.body.paymentId),
    );
    expect((await person!.get(`/api/properties/${property.id}`)).tokensReserved).toBe(1);
    expect(await person!.seeThrough(started!.body.paymentId)).toMatchObject({ status: 'completed' });
    await expectBooksToEqualLedger(program);
  });

  it('cancels at every moment around the second signature: each payment is settled once or cancelled with nothing paid', async () => {
    const property = await landlord.list();
    const people = await buyers(8);
    const ended = await Promise.all(
      people.map(async (person, index) => {
        const { paymentId } = await person.post(`/api/properties/${property.id}/purchase`, { tokensToPurchase: 1 });
        const last = { at: 0 };
        const cancelling = until(() => last.at, Boolean, 'the last signature').then(async () => {
          await new Promise((resolve) => setTimeout(resolve, index * 60));
          return (await person.call('POST', `/api/rlusd/payments/${paymentId}/cancel`)).status;
        });
        const how = ({ leg }: { leg: string }) => {
          if (leg === 'platform') last.at = Date.now();
          return {};
        };
        const payment = await person.seeThrough(paymentId, { how });
        return {
          outcome: payment.outcome,
          answer: await cancelling,
          paid: 100_000 - Number(await program.onLedger(person.address, 'rlusd')),
          tokens: await program.onLedger(person.address, 'token'),
        };
      }),
    );
    for (const one of ended) {
      expect([
        { outcome: 'settled', answer: 409, paid: 102.5, tokens: '1' },
        { outcome: 'cancelled', answer: 200, paid: 0, tokens: '0' },
      ]).toContainEqual(one);
    }
    await expectBooksToEqualLedger(program);
  });

  it('a close of a listing against a purchase: the sale ends, and the purchase is refused or ends unpaid', async () => {
    const people = await buyers(5);
    for (const person of people) {
      const property = await landlord.list();
      const [closed, bought] = await Promise.all([
        landlord.call('POST', `/api/properties/${property.id}/close`),
        person.call('POST', `/api/properties/${property.id}/purchase`, { body: { tokensToPurchase: 1 } }),
      ]);
      expect(closed).toMatchObject({ status: 200, body: { delivering: 0 } });
      expect([202, 409]).toContain(bought.status);
      if (bought.status === 202) {
        const ended = (payment: { status: string }) => payment.status === 'failed';
        await until(() => person.status(bought.body.paymentId), ended, 'the end of the purchase');
      }
      expect(await landlord.get(`/api/properties/${property.id}`)).toMatchObject({ status: 'closed', tokensSold: 0 });
    }
  });

  it('a listing is closed while tokens are reserved: what has moved no money ends with it', async () => {
    const property = await landlord.list();
    const [person] = await buyers(1);
    const { paymentId } = await person!.post(`/api/properties/${property.id}/purchase`, { tokensToPurchase: 1 });
    expect(await landlord.post(`/api/properties/${property.id}/close`)).toMatchObject({
      status: 'closed',
      delivering: 0,
    });
    expect(await person!.status(paymentId)).toMatchObject({
      status: 'failed',
      error: 'The sale of this property has ended. No money moved.',
    });
    expect(
      (await person!.call('POST', `/api/properties/${property.id}/purchase`, { body: { tokensToPurchase: 1 } })).status,
    ).toBe(409);
  });
});
