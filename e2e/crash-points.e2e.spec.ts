import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { FULL, describeWhereFull, whereFull } from '../backend/test/support/how-much.js';
import { ProgramInParts, type Part } from './support/program-in-parts.js';
import { SHORT_LIST } from './support/short-list.js';

const program = new ProgramInParts(SHORT_LIST);
const TOKENS = 2;
const PAID = TOKENS * 102.5;
let propertyId: number;
/** A buyer who already has the TKNEST trust line, so the money legs are requested at once. */
let regular: Person;

beforeAll(async () => {
  await program.start();
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  const landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  ({ id: propertyId } = await landlord.list({ monthlyRent: 100_000, fundingGoal: 1_000_000, tokenCount: 10_000 }));
  regular = await newBuyer();
  expect(await regular.buy(propertyId, TOKENS)).toMatchObject({ status: 'completed' });
});
afterAll(() => program.remove());

async function newBuyer(): Promise<Person> {
  const person = await (await program.newPerson()).signIn('investor');
  await person.verify('investor');
  return person;
}

/** What a wallet's owner does with a request that reaches the phone. */
type OnPhone = (person: Person, payloadUuid: string) => Promise<unknown>;
const signs: OnPhone = (person, uuid) => person.sandbox.sign(person.address, uuid);
const declines: OnPhone = (person, uuid) => person.sandbox.reject(person.address, uuid);

const rlusdOf = async (person: Person) => Number(await program.onLedger(person.address, 'rlusd'));
const tokensOf = async (person: Person) => Number(await program.onLedger(person.address, 'token'));

/** Acts on the phone until the part is dead. */
async function actUntilDead(person: Person, onPhone: OnPhone, part: Part): Promise<void> {
  const acted = new Set<string>();
  await until(
    async () => {
      for (const { payloadUuid } of await person.sandbox.get(`/control/phone/${person.address}/requests`)) {
        if (acted.has(payloadUuid)) continue;
        acted.add(payloadUuid);
        await onPhone(person, payloadUuid);
      }
      return program.isRunning(part);
    },
    (running) => !running,
    `the end of the ${part}`,
  );
}

/** Starts a purchase. Retries with the same intent are the same purchase. */
function purchase(person: Person, intent: string) {
  return person.post(
    `/api/properties/${propertyId}/purchase`,
    { tokensToPurchase: TOKENS },
    { 'Idempotency-Key': intent },
  );
}

/** Buys, crashes at the point, restarts and finishes; returns the outcome, checked on the ledger itself. */
async function buyAcross(point: string, person: Person, onPhone: OnPhone = signs): Promise<string> {
  const before = { rlusd: await rlusdOf(person), tokens: await tokensOf(person) };
  const intent = randomUUID();
  const death = program.exited('backend');
  await program.crashAt(point);
  const [first] = await Promise.all([
    purchase(person, intent).catch(() => null),
    actUntilDead(person, onPhone, 'backend'),
  ]);
  expect(await death).toBe('SIGKILL');
  await program.startPart('backend');
  const { paymentId } = await purchase(person, intent);
  if (first) expect(paymentId).toBe(first.paymentId);
  await expectSettledOnceOrNothing(person, paymentId, before);
  await expectBooksToEqualLedger(program);
  return (await person.status(paymentId)).outcome;
}

async function expectSettledOnceOrNothing(
  person: Person,
  paymentId: string,
  before: { rlusd: number; tokens: number },
): Promise<void> {
  const ended = await person.seeThrough(paymentId);
  const settled = ended.status === 'completed';
  expect({ rlusd: await rlusdOf(person), tokens: await tokensOf(person), feeStatus: ended.feeStatus }).toEqual({
    rlusd: before.rlusd - (settled ? PAID : 0),
    tokens: before.tokens + (settled ? TOKENS : 0),
    feeStatus: settled ? 'paid' : ended.feeStatus,
  });
  expect(settled || ended.error !== null).toBe(true);
}

/** Points that every purchase passes; those in FIRST_PURCHASE only a wallet's first. */
const EVERY_PURCHASE = [
  'after-append/PaymentSubmitted.recipient',
  'after-submit/Payment',
  'after-append/PaymentSubmitted.issuance',
];
const FIRST_PURCHASE = ['after-append/PaymentSubmitted.authorise'];
const MORE = [
  // Events
  'after-append/PaymentStarted',
  'after-append/LegPrepared.recipient',
  'after-append/SignatureRequested.recipient',
  'after-append/SignatureRequested.platform',
  'after-append/LegSigned',
  'after-append/LegSigned:2',
  'before-append/PaymentSubmitted.recipient',
  'before-append/PaymentSubmitted.platform',
  'after-append/PaymentSubmitted.platform',
  'before-append/LegValidated.recipient',
  'after-append/LegValidated.recipient',
  'before-append/LegValidated.platform',
  'after-append/LegValidated.platform',
  'before-append/LegValidated.issuance',
  'after-append/LegValidated.issuance',
  'before-append/PaymentCompleted',
  'after-append/PaymentCompleted',
  // Sign requests, kept transactions and submissions: principal, fee, tokens
  'after-request/Payment',
  'after-request/Payment:2',
  'before-outcome',
  'after-outcome/signed',
  'after-keep/payment',
  'after-keep/payment:2',
  'before-keep/payment:3',
  'after-keep/payment:3',
  'after-submit/Payment:2',
  'after-submit/Payment:3',
  // Loops
  'read-model-page/transactions:3',
  'read-model-page/purchases',
  'read-model-page/properties',
  'process-checkpoint/payment',
  'process-checkpoint/payment:2',
  'timer-fired/payment',
];
const MORE_FIRST = [
  'after-append/LegPrepared.trust-line',
  'after-request/TrustSet',
  'after-append/SignatureRequested.trust-line',
  'after-append/LegSigned.trust-line',
  'after-append/PaymentSubmitted.trust-line',
  'after-submit/TrustSet',
  'before-append/LegValidated.trust-line',
  // The issuer's authorization of the trust line
  'before-keep/payment:2',
  'after-keep/payment:2',
  'after-submit/TrustSet:2',
  'before-append/LegValidated.authorise',
];

describe('kill -9 of the backend at a point, then a start: settled once', () => {
  it.each([...EVERY_PURCHASE, ...(FULL ? MORE : [])])('%s', async (point) => {
    expect(await buyAcross(point, regular)).toBe('settled');
  });

  it.each([...FIRST_PURCHASE, ...(FULL ? MORE_FIRST : [])])('%s, at the first purchase of a wallet', async (point) => {
    expect(await buyAcross(point, await newBuyer())).toBe('settled');
  });

  it.each(['before-append/PaymentCancelled', ...(FULL ? ['after-append/PaymentCancelled'] : [])])(
    '%s, where the wallet declines: nothing is paid and the tokens are free again',
    async (point) => {
      // A new buyer each time: three payments in a row that move no money pause a wallet.
      const wavering = await newBuyer();
      await wavering.buy(propertyId, TOKENS);
      expect(await buyAcross(point, wavering, declines)).toBe('declined');
      expect(await wavering.get(`/api/properties/${propertyId}`)).toMatchObject({ tokensReserved: 0 });
    },
  );

  it('before-append/LatePrincipalFound: a principal that landed after the cancel is accounted for once', async () => {
    const before = { rlusd: await rlusdOf(regular), tokens: await tokensOf(regular) };
    const { paymentId, signRequests } = await purchase(regular, randomUUID());
    const { hex } = await regular.sandbox.sign(
      regular.address,
      signRequests.find(({ leg }: { leg: string }) => leg === 'recipient').payloadUuid,
    );
    await until(
      () => regular.status(paymentId),
      ({ legs }) =>
        legs.some(({ leg, state }: { leg: string; state: string }) => leg === 'recipient' && state === 'signed'),
      'the signature',
    );
    await regular.post(`/api/rlusd/payments/${paymentId}/cancel`);
    const death = program.exited('backend');
    await program.crashAt('before-append/LatePrincipalFound');
    await program.sandbox.ledger('submit', { tx_blob: hex });
    expect(await death).toBe('SIGKILL');
    await program.startPart('backend');
    await until(
      () => regular.status(paymentId),
      ({ status }) => status === 'completed' || status === 'processing',
      'the payment coming back',
    );
    const ended = await regular.seeThrough(paymentId);
    expect(ended).toMatchObject({ status: 'completed', outcome: 'settled' });
    expect(await tokensOf(regular)).toBe(before.tokens + TOKENS);
    await expectBooksToEqualLedger(program);
  });
});

describe('kill -9 of what the backend stands on, in the middle of a purchase: settled once', () => {
  /** Kills and restarts the parts after so many signatures; the purchase must still settle. */
  async function buyWhile(parts: readonly Part[], signatures: number): Promise<void> {
    const before = { rlusd: await rlusdOf(regular), tokens: await tokensOf(regular) };
    const { paymentId, signRequests } = await purchase(regular, randomUUID());
    for (const { payloadUuid } of signRequests.slice(0, signatures)) await signs(regular, payloadUuid);
    await Promise.all(parts.map((part) => program.kill(part)));
    for (const part of ['database', 'sandbox', 'backend'] as const)
      if (parts.includes(part)) await program.startPart(part);
    await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
    await until(
      () => regular.call('GET', '/api/health/ready').catch(() => ({ status: 0 })),
      ({ status }) => status === 200,
      'the program being ready again',
    );
    await expectSettledOnceOrNothing(regular, paymentId, before);
    await expectBooksToEqualLedger(program);
    expect(await regular.status(paymentId)).toMatchObject({ outcome: 'settled' });
  }

  whereFull('PostgreSQL, with nothing signed', () => buyWhile(['database'], 0));
  whereFull('PostgreSQL, with both legs signed', () => buyWhile(['database'], 2));
  whereFull('the sandbox, with one leg signed', () => buyWhile(['sandbox'], 1));
  whereFull('the sandbox, with both legs signed', () => buyWhile(['sandbox'], 2));
  it('PostgreSQL and the sandbox at once', () => buyWhile(['database', 'sandbox'], 2));
});

describeWhereFull('kill -9 of anything at any moment, again and again', () => {
  it.each(Array.from({ length: 25 }, (_, round) => round + 1))('round %d', async (round) => {
    const people = [regular, ...(await Promise.all([newBuyer(), newBuyer()]))];
    const before = await Promise.all(
      people.map(async (person) => ({ rlusd: await rlusdOf(person), tokens: await tokensOf(person) })),
    );
    const intents = people.map(() => randomUUID());
    await Promise.all(people.map((person, index) => purchase(person, intents[index]!)));
    const parts = ([['backend'], ['database', 'backend'], ['sandbox'], ['backend', 'sandbox', 'database']] as const)[
      round % 4
    ]!;
    const moment = (round * 397) % 2500;
    const signing = new AbortController();
    const phones = Promise.all(people.map((person) => signWhile(person, signing.signal)));
    await new Promise((resolve) => setTimeout(resolve, moment));
    signing.abort();
    await phones;
    await Promise.all(parts.map((part) => program.kill(part)));
    for (const part of ['database', 'sandbox', 'backend'] as const)
      if ((parts as readonly Part[]).includes(part)) await program.startPart(part);
    await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
    await until(
      () => regular.call('GET', '/api/health/ready').catch(() => ({ status: 0 })),
      ({ status }) => status === 200,
      'the program being ready again',
    );
    await Promise.all(
      people.map(async (person, index) =>
        expectSettledOnceOrNothing(person, (await purchase(person, intents[index]!)).paymentId, before[index]!),
      ),
    );
    // Only at the end: while any payment is in progress, the ledger is ahead of the books.
    await expectBooksToEqualLedger(program);
  });

  async function signWhile(person: Person, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      for (const { payloadUuid } of await person.sandbox.get(`/control/phone/${person.address}/requests`))
        await signs(person, payloadUuid);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
});
