import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decode, hashes, Wallet } from 'xrpl';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { whereFull } from '../backend/test/support/how-much.js';
import { isValidated, sendPastThePlatform, sequenceOf, TOKEN, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Each rule of "Payments" in the contract; the titles quote it. */
const program = new Program({ ...SHORT_LIST, PAYMENT_EXPIRY_MINUTES: '1' });
const PACE_MS = 200;
let landlord: Person;
let admin: Person;
let property: any;
/** Started first and checked last, because it takes a minute to expire. */
let forgotten: { person: Person; paymentId: string; late: { payloadUuid: string }; recipientHex: string };
/** Started first too; their last signature arrives as they expire. */
let inTheLastMoment: { person: Person; paymentId: string; expiresAt: string; last: { payloadUuid: string } }[];
/** Every blob that a phone has signed in this suite. */
const blobs: string[] = [];

beforeAll(async () => {
  await program.start();
  await pace(PACE_MS);
  [landlord, admin] = await Promise.all([
    program.personOf('landlord').signIn('landlord'),
    program.personOf('admin').signIn('investor'),
  ]);
  await landlord.verify('landlord');
  property = await landlord.list({ monthlyRent: 100_000, fundingGoal: 1_000_000, tokenCount: 10_000 });
  const person = await investor();
  const { paymentId, signRequests } = await direct(person, landlord.address);
  const recipientHex = await sign(person, signRequests, 'recipient');
  const late = requestOf(signRequests, 'platform');
  await program.sandbox.post(`/control/phone/${person.address}/${late.payloadUuid}/open`);
  forgotten = { person, paymentId, late, recipientHex };
  inTheLastMoment = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const one = await investor();
      const begun = await direct(one, landlord.address);
      await sign(one, begun.signRequests, 'recipient');
      const last = requestOf(begun.signRequests, 'platform');
      // A request that was opened in time may be signed at any time.
      await program.sandbox.post(`/control/phone/${one.address}/${last.payloadUuid}/open`);
      return { person: one, paymentId: begun.paymentId, expiresAt: begun.expiresAt, last };
    }),
  );
});
afterAll(() => program.remove());

interface Request {
  leg: string;
  payloadUuid: string;
}
type Leg = { leg: string; state: string };

const pace = (closeEveryMs: number | null) => program.sandbox.post('/control/ledger', { closeEveryMs });
const requestOf = (requests: Request[], leg: string) => requests.find((request) => request.leg === leg)!;
const stateOf = (payment: { legs: Leg[] }, leg: string) => payment.legs.find((one) => one.leg === leg)?.state;
const rlusdOf = async (person: Person) => Number(await program.onLedger(person.address, 'rlusd'));
const tokensOf = async (person: Person) => Number(await program.onLedger(person.address, 'token'));
const onPhone = (person: Person) => program.sandbox.get(`/control/phone/${person.address}/requests`);
const hashOf = (blob: string) => hashes.hashSignedTx(blob);
const signatureIn = (blob: string) => (decode(blob) as { TxnSignature: string }).TxnSignature;
const caseOf = async (paymentId: string) =>
  (await admin.get('/api/admin/cases?status=all&limit=100')).find(
    (one: { paymentId: string | null }) => one.paymentId === paymentId,
  );
const eventsOf = async (paymentId: string) =>
  (await admin.get(`/api/audit/events?stream=payment-${paymentId}&limit=1000`)).events as { type: string; data: any }[];
const follow = (person: Person, paymentId: string, holds: (payment: any) => boolean, what: string) =>
  until(() => person.status(paymentId), holds, what);

/** A person with a wallet and a session; with `verified` also a verification. */
async function investor({
  verified = false,
  ...wallet
}: { verified?: boolean; xrp?: number; rlusd?: number } = {}): Promise<Person> {
  const person = await (await program.newPerson({ xrp: 100, rlusd: 10_000, ...wallet })).signIn('investor');
  if (verified) await person.verify('investor');
  return person;
}

const direct = (person: Person, recipientWallet: string, fields = {}) =>
  person.post('/api/rlusd/process-payment', { recipientWallet, amount: 100, ...fields });
const purchase = (person: Person, tokensToPurchase = 1, id = property.id) =>
  person.post(`/api/properties/${id}/purchase`, { tokensToPurchase });

/** Waits until so many ledgers have closed. */
async function closings(count: number): Promise<void> {
  const index = async () =>
    (await program.sandbox.ledger('ledger', { ledger_index: 'validated' })).ledger_index as number;
  const from = await index();
  await until(index, (now) => now >= from + count, 'ledgers closing');
}

async function sign(person: Person, requests: Request[], leg: string, how = {}): Promise<string> {
  const { hex } = await person.sandbox.sign(person.address, requestOf(requests, leg).payloadUuid, how);
  blobs.push(hex);
  return hex;
}

/** A purchase with its trust line signed, up to the point where both money legs wait. */
async function untilMoneyLegs(
  person: Person,
  tokens = 1,
  id = property.id,
): Promise<{ paymentId: string; signRequests: Request[] }> {
  const { paymentId, signRequests } = await purchase(person, tokens, id);
  if (requestOf(signRequests, 'trust-line')) await sign(person, signRequests, 'trust-line');
  const payment = await follow(
    person,
    paymentId,
    ({ signRequests: open }) =>
      open.some(({ leg }: Leg) => leg === 'recipient') && open.some(({ leg }: Leg) => leg === 'platform'),
    'the money legs',
  );
  return { paymentId, signRequests: payment.signRequests };
}

describe('A call that starts a payment', () => {
  it('answers 202 with paymentId, figures, expiry and sign requests', async () => {
    const person = await investor();
    const { status, body } = await person.call('POST', '/api/rlusd/process-payment', {
      body: { recipientWallet: landlord.address, amount: 100 },
    });
    expect(status).toBe(202);
    const text = expect.any(String);
    const request = (leg: string) => ({
      leg,
      payloadUuid: text,
      qrCode: text,
      deepLink: text,
      websocket: text,
      expiresAt: text,
    });
    expect(body).toEqual({
      success: true,
      paymentId: text,
      status: 'pending',
      amount: 100,
      platformFee: 2.5,
      totalAmount: 102.5,
      expiresAt: text,
      signRequests: [request('recipient'), request('platform')],
    });
    expect(await person.status(body.paymentId)).toMatchObject({
      id: body.paymentId,
      status: 'pending',
      txHashes: { recipient: null, platform: null },
      error: null,
      amount: 100,
      platformFee: 2.5,
      totalAmount: 102.5,
      propertyId: null,
      tokens: null,
      expiresAt: body.expiresAt,
      feeStatus: 'open',
      signRequests: [request('recipient'), request('platform')],
      legs: [
        { leg: 'recipient', state: 'waiting', txHash: null, result: null },
        { leg: 'platform', state: 'waiting', txHash: null, result: null },
      ],
    });
    const done = await person.seeThrough(body.paymentId);
    expect(done).toMatchObject({
      status: 'completed',
      feeStatus: 'paid',
      signRequests: [],
      legs: [
        { state: 'validated', result: 'tesSUCCESS' },
        { state: 'validated', result: 'tesSUCCESS' },
      ],
    });
    expect(
      await Promise.all([done.txHashes.recipient, done.txHashes.platform].map((hash) => isValidated(program, hash))),
    ).toEqual([true, true]);
  });

  it('/api/rlusd/payments?open=true lists one’s own, so that a reload, or another device, goes on where one was; cancel withdraws', async () => {
    const person = await investor();
    const { paymentId } = await direct(person, landlord.address);
    const elsewhere = await program.newPerson();
    const otherDevice = await Object.assign(elsewhere, { wallet: person.wallet, address: person.address }).signIn(
      'investor',
    );
    expect(await otherDevice.get('/api/rlusd/payments?open=true')).toMatchObject([
      { id: paymentId, signRequests: [{ leg: 'recipient' }, { leg: 'platform' }] },
    ]);
    expect(await landlord.get('/api/rlusd/payments?open=true')).toEqual([]);
    expect(await otherDevice.post(`/api/rlusd/payments/${paymentId}/cancel`)).toMatchObject({
      status: 'failed',
      outcome: 'cancelled',
      signRequests: [],
    });
    expect(await person.get('/api/rlusd/payments?open=true')).toEqual([]);
    await until(
      () => onPhone(person),
      (requests) => requests.length === 0,
      'the requests being withdrawn',
    );
  });

  it('One open payment per wallet: another start, of any kind, answers 409 with the open one’s paymentId', async () => {
    const person = await investor({ verified: true });
    const { paymentId } = await direct(person, landlord.address);
    for (const [path, body] of [
      ['/api/rlusd/process-payment', { recipientWallet: landlord.address, amount: 5 }],
      [`/api/properties/${property.id}/purchase`, { tokensToPurchase: 1 }],
    ] as const) {
      expect(await person.call('POST', path, { body })).toMatchObject({ status: 409, body: { paymentId } });
    }
    await person.post(`/api/rlusd/payments/${paymentId}/cancel`);
    expect(await direct(person, landlord.address)).toMatchObject({ status: 'pending' });
  });

  it('/api/rlusd/payment takes whole tokens: another amount is refused, and the message names the price and the nearest amounts', async () => {
    const person = await investor({ verified: true });
    const answer = await person.call('POST', '/api/rlusd/payment', { body: { propertyId: property.id, amount: 250 } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        detail: 'One token costs 100.00 RLUSD: choose 200.00 RLUSD or 300.00 RLUSD',
        tokenPrice: 100,
        nearest: [200, 300],
      },
    });
    expect(await person.post('/api/rlusd/payment', { propertyId: property.id, amount: 300 })).toMatchObject({
      amount: 300,
      platformFee: 7.5,
    });
  });
});

describe('The trust line', () => {
  it('A purchase by a wallet whose TKNEST line is missing begins with leg "trust-line" (limit 1,000,000,000) alone; it is signed, validated and authorised before the money legs are created', async () => {
    const person = await investor({ verified: true });
    const { paymentId, signRequests } = await purchase(person);
    expect(signRequests.map(({ leg }: Leg) => leg)).toEqual(['trust-line']);
    expect((await onPhone(person))[0].txjson).toMatchObject({
      TransactionType: 'TrustSet',
      LimitAmount: { currency: TOKEN, issuer: program.runtime.accounts.issuer, value: '1000000000' },
    });
    await person.seeThrough(paymentId);
    const events = (await eventsOf(paymentId)).map(({ type, data }) => `${type} ${data.leg ?? data.line ?? ''}`.trim());
    const inOrder = [
      'LegSigned trust-line',
      'LegValidated trust-line',
      'LegValidated authorise',
      'TokenLineChecked ready',
      'LegPrepared recipient',
      'LegSigned recipient',
    ].map((event) => events.indexOf(event));
    expect(inOrder).toEqual([...inOrder].sort((a, b) => a - b));
    expect(inOrder).not.toContain(-1);
    expect(await tokensOf(person)).toBe(1);
  });

  it('… and so it does where the line is too small', async () => {
    const person = await investor({ verified: true });
    await untilValidated(
      program,
      await sendPastThePlatform(program, person, {
        TransactionType: 'TrustSet',
        LimitAmount: { currency: TOKEN, issuer: program.runtime.accounts.issuer, value: '1' },
      }),
    );
    const { paymentId, signRequests } = await purchase(person, 2);
    expect(signRequests.map(({ leg }: Leg) => leg)).toEqual(['trust-line']);
    expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
    expect(await tokensOf(person)).toBe(2);
  });
});

describe('The two money legs', () => {
  it('are created together with consecutive sequences read from the validated ledger, and both are signed, in any order, before either is submitted', async () => {
    const person = await investor();
    const sequence = await sequenceOf(program, person.address);
    const { paymentId, signRequests } = await direct(person, landlord.address);
    expect((await onPhone(person)).map(({ txjson }: any) => txjson.Sequence)).toEqual([sequence, sequence + 1]);
    await sign(person, signRequests, 'platform');
    await follow(person, paymentId, (payment) => stateOf(payment, 'platform') === 'signed', 'the fee’s signature');
    await closings(3);
    expect(await sequenceOf(program, person.address)).toBe(sequence);
    expect(await person.status(paymentId)).toMatchObject({ status: 'pending' });
    await sign(person, signRequests, 'recipient');
    expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed', feeStatus: 'paid' });
  });

  const stranger = Wallet.generate().seed!;
  it.each<[string, string, object]>([
    ['account: a key without authority', 'recipient', { key: stranger }],
    ['destination', 'recipient', { tamper: 'destination' }],
    ['amount', 'recipient', { tamper: 'amount' }],
    ['amount of the fee', 'platform', { tamper: 'amount' }],
    ['currency', 'recipient', { tamper: 'currency' }],
    ['issuer', 'recipient', { tamper: 'issuer' }],
    ['flags', 'recipient', { tamper: 'flags' }],
    ['memo', 'recipient', { tamper: 'memo' }],
    ['sequence', 'platform', { sequence: 7 }],
    ['LastLedgerSequence', 'recipient', { lastLedgerSequence: 4_000_000_000 }],
    ['a signature that is none', 'recipient', { tamper: 'signature' }],
    ['network', 'recipient', { network: 'TESTNET' }],
  ])('any departure voids the leg, and it is asked again: %s', async (_, leg, how) => {
    const person = await investor();
    const before = await rlusdOf(person);
    const { paymentId, signRequests } = await direct(person, landlord.address, { memo: 'Rent of May' });
    const other = leg === 'recipient' ? 'platform' : 'recipient';
    await sign(person, signRequests, other);
    await sign(person, signRequests, leg, how);
    const asked = await follow(
      person,
      paymentId,
      ({ signRequests: open }) =>
        open.some((one: Request) => one.leg === leg && one.payloadUuid !== requestOf(signRequests, leg).payloadUuid),
      'the leg being asked again',
    );
    expect(asked).toMatchObject({ status: 'pending' });
    expect((await eventsOf(paymentId)).filter(({ type }) => type === 'LegVoided').map(({ data }) => data.leg)).toEqual([
      leg,
    ]);
    expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed', feeStatus: 'paid' });
    expect(await rlusdOf(person)).toBe(before - 102.5);
  });

  it('Immediately before submission the account’s sequence is compared: if it moved, the unsubmitted legs are void and asked again', async () => {
    const person = await investor();
    const { paymentId, signRequests } = await direct(person, landlord.address);
    const old = await sign(person, signRequests, 'recipient');
    await untilValidated(
      program,
      await sendPastThePlatform(program, person, {
        TransactionType: 'Payment',
        Destination: landlord.address,
        Amount: '1000',
      }),
    );
    await sign(person, signRequests, 'platform');
    const again = await follow(
      person,
      paymentId,
      ({ signRequests: open }) =>
        open.length === 2 &&
        open.every((one: Request) => !signRequests.some(({ payloadUuid }: Request) => payloadUuid === one.payloadUuid)),
      'both legs being asked again',
    );
    expect(again).toMatchObject({ status: 'pending' });
    expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
    expect(await isValidated(program, hashOf(old))).toBe(false);
  });

  it('The fee leg goes after the principal is validated; where its sequence is gone it is asked again, and an old fee blob is never sent', async () => {
    const person = await investor();
    const before = await rlusdOf(person);
    const { paymentId, signRequests } = await direct(person, landlord.address);
    const oldFee = await sign(person, signRequests, 'platform');
    // The wallet app charges its own fee with the next sequence, which was meant for the platform fee.
    await sign(person, signRequests, 'recipient', { serviceFee: true });
    const asked = await follow(
      person,
      paymentId,
      ({ signRequests: open, legs }) =>
        open.some(
          (one: Request) =>
            one.leg === 'platform' && one.payloadUuid !== requestOf(signRequests, 'platform').payloadUuid,
        ) && legs[0].state === 'validated',
      'the fee being asked again',
    );
    expect(asked.feeStatus).toBe('open');
    // A payment waits only for its principal; the fee is still collected afterwards.
    await sign(person, asked.signRequests, 'platform');
    await follow(
      person,
      paymentId,
      ({ feeStatus, status }) => feeStatus === 'paid' && status === 'completed',
      'the fee',
    );
    expect(await rlusdOf(person)).toBe(before - 102.5);
    expect(await isValidated(program, hashOf(oldFee))).toBe(false);
  });

  it('A fee that could not be collected stays feeStatus "unpaid", visible', async () => {
    const person = await investor();
    const before = await rlusdOf(person);
    const { paymentId, signRequests } = await direct(person, landlord.address);
    await sign(person, signRequests, 'platform');
    await sign(person, signRequests, 'recipient', { serviceFee: true });
    const asked = await follow(
      person,
      paymentId,
      ({ signRequests: open, legs }) =>
        open.some(
          (one: Request) =>
            one.leg === 'platform' && one.payloadUuid !== requestOf(signRequests, 'platform').payloadUuid,
        ) && legs[0].state === 'validated',
      'the fee being asked again',
    );
    await person.sandbox.reject(person.address, requestOf(asked.signRequests, 'platform').payloadUuid);
    expect(
      await follow(person, paymentId, ({ feeStatus }) => feeStatus === 'unpaid', 'the fee being given up'),
    ).toMatchObject({ status: 'completed', signRequests: [], txHashes: { platform: null } });
    expect(await rlusdOf(person)).toBe(before - 100);
  });
});

describe('Cancel and expiry', () => {
  it('Cancel is possible until submission begins', async () => {
    const person = await investor();
    const { paymentId, signRequests } = await direct(person, landlord.address);
    await pace(null);
    try {
      for (const leg of ['recipient', 'platform']) await sign(person, signRequests, leg);
      await follow(person, paymentId, ({ status }) => status === 'processing', 'submission');
      expect(await person.call('POST', `/api/rlusd/payments/${paymentId}/cancel`)).toMatchObject({
        status: 409,
        body: { detail: 'Too late to cancel: the payment is on its way to the ledger' },
      });
    } finally {
      await pace(PACE_MS);
    }
    expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
  });

  it('Reservations end there, and a signature that comes later is recorded and never submitted', async () => {
    const person = await investor({ verified: true });
    const { paymentId, signRequests } = await untilMoneyLegs(person);
    const reserved = (await person.get(`/api/properties/${property.id}`)).tokensReserved;
    const late = requestOf(signRequests, 'recipient');
    // An opened request cannot be withdrawn any more.
    await person.sandbox.post(`/control/phone/${person.address}/${late.payloadUuid}/open`);
    await person.post(`/api/rlusd/payments/${paymentId}/cancel`);
    expect((await person.get(`/api/properties/${property.id}`)).tokensReserved).toBe(reserved - 1);
    const hex = await sign(person, signRequests, 'recipient');
    const recorded = await until(
      () => eventsOf(paymentId),
      (events) => events.some(({ type }) => type === 'LateSignatureRecorded'),
      'the late signature',
    );
    expect(recorded.find(({ type }) => type === 'LateSignatureRecorded')!.data).toMatchObject({
      leg: 'recipient',
      hash: hashOf(hex),
    });
    await closings(5);
    expect(await isValidated(program, hashOf(hex))).toBe(false);
    expect(await person.status(paymentId)).toMatchObject({ status: 'failed', outcome: 'cancelled' });
  });
});

describe('A principal that lands after all', () => {
  it('opens a case, and tokens are issued if any are left', async () => {
    const person = await investor({ verified: true });
    const { paymentId, signRequests } = await untilMoneyLegs(person);
    const hex = await sign(person, signRequests, 'recipient');
    await follow(person, paymentId, (payment) => stateOf(payment, 'recipient') === 'signed', 'the signature');
    await person.post(`/api/rlusd/payments/${paymentId}/cancel`);
    await program.sandbox.ledger('submit', { tx_blob: hex });
    await follow(person, paymentId, ({ status }) => status !== 'failed', 'the payment coming back');
    expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed', outcome: 'settled' });
    expect(await tokensOf(person)).toBe(1);
    expect(await caseOf(paymentId)).toMatchObject({
      kind: 'late-principal',
      status: 'open',
      details: { remedy: 'issue' },
    });
    await expectBooksToEqualLedger(program);
  });

  it('buys nothing where it is not what was asked: a late signature of another amount, sent by the wallet itself', async () => {
    const person = await investor({ verified: true });
    const { paymentId, signRequests } = await untilMoneyLegs(person);
    await program.sandbox.post(
      `/control/phone/${person.address}/${requestOf(signRequests, 'recipient').payloadUuid}/open`,
    );
    await person.post(`/api/rlusd/payments/${paymentId}/cancel`);
    const hex = await sign(person, signRequests, 'recipient', { tamper: 'amount', submit: true });
    await untilValidated(program, hashOf(hex));
    await until(
      () => eventsOf(paymentId),
      (events) => events.some(({ type, data }) => type === 'LegVoided' && data.leg === 'recipient'),
      'the signature being looked at',
    );
    await closings(5);
    expect(await person.status(paymentId)).toMatchObject({ status: 'failed', outcome: 'cancelled' });
    expect(await tokensOf(person)).toBe(0);
    await expectBooksToEqualLedger(program);
  });

  it('otherwise the owner is asked to refund; a refund is a payment that the owner signs, linked by refundOf, once', async () => {
    const few = await landlord.list({
      name: 'Last Token Yard',
      tokenCount: 10,
      tokenPrice: 1000,
      fundingGoal: 10_000,
      tokenTermMonths: 36,
    });
    const [person, other] = await Promise.all([
      investor({ verified: true }),
      investor({ verified: true, rlusd: 50_000 }),
    ]);
    const before = await rlusdOf(person);
    const { paymentId, signRequests } = await untilMoneyLegs(person, 1, few.id);
    const hex = await sign(person, signRequests, 'recipient');
    await follow(person, paymentId, (payment) => stateOf(payment, 'recipient') === 'signed', 'the signature');
    await person.post(`/api/rlusd/payments/${paymentId}/cancel`);
    expect(await other.buy(few.id, 10)).toMatchObject({ status: 'completed' });
    const refund = (who: Person) => who.call('POST', `/api/rlusd/payments/${paymentId}/refund`, { body: {} });
    expect((await refund(landlord)).status).toBe(409);
    await program.sandbox.ledger('submit', { tx_blob: hex });
    const opened = await until(() => caseOf(paymentId), Boolean, 'the case');
    expect(opened).toMatchObject({
      kind: 'late-principal',
      status: 'open',
      details: { remedy: 'refund', payee: landlord.address },
    });
    expect(await rlusdOf(person)).toBe(before - 1000);
    // Only the recipient of the payment can refund it.
    expect((await refund(person)).status).toBe(403);
    expect((await refund(other)).status).toBe(404);
    expect((await landlord.get('/api/rlusd/payments?refundable=true')).map(({ id }: { id: string }) => id)).toEqual([
      paymentId,
    ]);
    // Declined once with nothing paid; then two simultaneous calls get the same refund, and it is signed.
    const declined = (await refund(landlord)).body;
    expect(declined).toMatchObject({
      success: true,
      status: 'pending',
      amount: 1000,
      platformFee: 0,
      totalAmount: 1000,
      signRequests: [{ leg: 'recipient' }],
    });
    expect(await landlord.seeThrough(declined.paymentId, { how: () => 'reject' })).toMatchObject({
      status: 'failed',
      outcome: 'declined',
      refundOf: paymentId,
    });
    const [first, second] = await Promise.all([refund(landlord), refund(landlord)]);
    expect(new Set([first.body.paymentId, second.body.paymentId]).size).toBe(1);
    expect(await refund(landlord)).toMatchObject({ status: 202, body: { paymentId: first.body.paymentId } });
    expect(await landlord.seeThrough(first.body.paymentId)).toMatchObject({
      status: 'completed',
      kind: 'refund',
      refundOf: paymentId,
      payee: person.address,
      feeStatus: 'none',
      legs: [{ leg: 'recipient', state: 'validated' }],
    });
    expect(await rlusdOf(person)).toBe(before);
    expect(await refund(landlord)).toMatchObject({ status: 409, body: { paymentId: first.body.paymentId } });
    expect(await person.status(paymentId)).toMatchObject({
      outcome: 'cancelled',
      refund: { paymentId: first.body.paymentId, status: 'completed' },
    });
    expect(
      await until(
        () => caseOf(paymentId),
        ({ status }) => status === 'resolved',
        'the case being resolved',
      ),
    ).toMatchObject({ resolution: 'refunded' });
    expect(await landlord.get('/api/rlusd/payments?refundable=true')).toEqual([]);
    expect(await tokensOf(person)).toBe(0);
    await expectBooksToEqualLedger(program);
  });
});

describe('Once the principal is validated the status never becomes "failed"', () => {
  it.each([
    ['gone', '0'],
    ['too small', '1'],
  ])(
    'where the line is %s the purchase stays processing with a new trust-line request, and issuance is repeated until done',
    async (_, limit) => {
      const person = await investor({ verified: true });
      if (limit !== '0') expect(await person.buy(property.id, 1)).toMatchObject({ status: 'completed' });
      const held = await tokensOf(person);
      const { paymentId, signRequests } = await untilMoneyLegs(person);
      await pace(null);
      try {
        for (const leg of ['platform', 'recipient']) await sign(person, signRequests, leg);
        await follow(person, paymentId, (payment) => stateOf(payment, 'recipient') === 'submitted', 'submission');
        const sequence = await sequenceOf(program, person.address);
        await sendPastThePlatform(program, person, {
          TransactionType: 'TrustSet',
          Sequence: sequence + 1,
          LimitAmount: { currency: TOKEN, issuer: program.runtime.accounts.issuer, value: limit },
        });
        await program.sandbox.ledger('ledger_accept');
      } finally {
        await pace(PACE_MS);
      }
      const asked = await follow(
        person,
        paymentId,
        ({ signRequests: open }) => open.some(({ leg }: Leg) => leg === 'trust-line'),
        'the line being asked for again',
      );
      expect(asked).toMatchObject({ status: 'processing', txHashes: { recipient: expect.any(String) } });
      expect(await person.seeThrough(paymentId)).toMatchObject({ status: 'completed' });
      expect(await tokensOf(person)).toBe(held + 1);
    },
  );
});

describe('Refused at the call, and looked at again before submission with nothing sent', () => {
  it('buyer lacks amount + fee', async () => {
    const person = await investor({ rlusd: 102.49 });
    expect(
      await person.call('POST', '/api/rlusd/process-payment', {
        body: { recipientWallet: landlord.address, amount: 100 },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'payer-balance', detail: expect.stringContaining('needs 102.50 RLUSD') },
    });
    const spender = await investor({ rlusd: 102.5 });
    const { paymentId, signRequests } = await direct(spender, landlord.address);
    const { rlusdIssuer: issuer, rlusdCurrency: currency } = program.runtime.accounts;
    await sign(spender, signRequests, 'recipient');
    await untilValidated(
      program,
      await sendPastThePlatform(program, spender, {
        TransactionType: 'Payment',
        Destination: landlord.address,
        Amount: { currency, issuer, value: '1' },
      }),
    );
    await sign(spender, signRequests, 'platform');
    expect(await spender.seeThrough(paymentId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('needs 102.50 RLUSD'),
      txHashes: { recipient: null, platform: null },
    });
    expect(await rlusdOf(spender)).toBe(101.5);
  });

  it('XRP for fees and reserves', async () => {
    // One XRP is the account's reserve: nothing is left for fees.
    const poor = await investor({ verified: true, xrp: 1 });
    expect(
      await poor.call('POST', `/api/properties/${property.id}/purchase`, { body: { tokensToPurchase: 1 } }),
    ).toMatchObject({ status: 409, body: { code: 'payer-xrp' } });
  });

  it('the owner cannot receive RLUSD', async () => {
    const [person, unready, leaving] = await Promise.all([
      investor(),
      program.newPerson({ xrp: 50 }),
      program.newPerson({ xrp: 50, rlusd: 0 }),
    ]);
    expect(
      await person.call('POST', '/api/rlusd/process-payment', {
        body: { recipientWallet: unready.address, amount: 100 },
      }),
    ).toMatchObject({ status: 409, body: { code: 'payee-cannot-receive' } });
    const { paymentId, signRequests } = await direct(person, leaving.address);
    const before = await rlusdOf(person);
    const { rlusdIssuer: issuer, rlusdCurrency: currency } = program.runtime.accounts;
    await sign(person, signRequests, 'recipient');
    await untilValidated(
      program,
      await sendPastThePlatform(program, leaving, {
        TransactionType: 'TrustSet',
        LimitAmount: { currency, issuer, value: '0' },
      }),
    );
    await sign(person, signRequests, 'platform');
    expect(await person.seeThrough(paymentId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no RLUSD trust line'),
      txHashes: { recipient: null },
    });
    expect(await rlusdOf(person)).toBe(before);
  });
});

describe('Signed blobs are cheques', () => {
  it('events hold hash, sequence and LastLedgerSequence, and no blob', async () => {
    const { status, body: log } = await admin.call('GET', '/api/audit/events.jsonl');
    expect(status).toBe(200);
    const text = typeof log === 'string' ? log : JSON.stringify(log);
    expect(blobs.length).toBeGreaterThan(20);
    for (const blob of blobs) {
      expect(text).not.toContain(blob);
      // Nor the signature, without which the blob is worthless.
      expect(text).not.toContain(signatureIn(blob));
    }
    expect((await eventsOf(forgotten.paymentId)).find(({ type }) => type === 'LegSigned')!.data).toMatchObject({
      hash: hashOf(forgotten.recipientHex),
      sequence: expect.any(Number),
      lastLedgerSequence: expect.any(Number),
    });
  });
});

describe('What takes its time', () => {
  it('Expiry against a signature: whichever is recorded first wins; paid in full, or expired with nothing paid', async () => {
    const ended = await Promise.all(
      inTheLastMoment.map(async ({ person, paymentId, expiresAt, last }, index) => {
        await until(
          async () => Date.now(),
          (now) => now >= new Date(expiresAt).getTime() - 500 + index * 150,
          'the last moment',
        );
        await person.sandbox.sign(person.address, last.payloadUuid);
        const { outcome } = await person.seeThrough(paymentId);
        return { outcome, rlusd: await rlusdOf(person) };
      }),
    );
    for (const one of ended)
      expect([
        { outcome: 'settled', rlusd: 10_000 - 102.5 },
        { outcome: 'expired', rlusd: 10_000 },
      ]).toContainEqual(one);
  });

  it('The request expires unsigned: expired; a later signature is recorded and never submitted', async () => {
    const { person, paymentId, late, recipientHex } = forgotten;
    expect(
      await until(
        () => person.status(paymentId),
        ({ status }) => status !== 'pending',
        'the expiry',
      ),
    ).toMatchObject({
      status: 'failed',
      outcome: 'expired',
      error: 'The request was not signed in time. No money moved.',
    });
    const { hex } = await person.sandbox.sign(person.address, late.payloadUuid);
    await until(
      () => eventsOf(paymentId),
      (events) => events.some(({ type }) => type === 'LateSignatureRecorded'),
      'the late signature',
    );
    await closings(5);
    expect(await Promise.all([hex, recipientHex].map((blob) => isValidated(program, hashOf(blob))))).toEqual([
      false,
      false,
    ]);
  });

  // The calendar processes the eight hundred days one by one.
  whereFull(
    'a verification has lapsed: refused at the call, and with nothing sent where it lapses in the middle',
    async () => {
      const [person, later] = await Promise.all([investor({ verified: true }), investor({ verified: true })]);
      const before = await rlusdOf(person);
      const { paymentId, signRequests } = await untilMoneyLegs(person);
      await sign(person, signRequests, 'recipient');
      const inTwoYears = new Date(Date.now() + 800 * 86_400_000).toISOString().slice(0, 10);
      await admin.post('/api/admin/business-date', { date: inTwoYears });
      await sign(person, signRequests, 'platform');
      expect(await person.seeThrough(paymentId)).toMatchObject({
        status: 'failed',
        error: 'Your identity verification has lapsed. No money moved.',
      });
      expect(await rlusdOf(person)).toBe(before);
      expect(
        await later.call('POST', `/api/properties/${property.id}/purchase`, { body: { tokensToPurchase: 1 } }),
      ).toMatchObject({ status: 403, body: { kycRequired: 'investor' } });
      await later.verify('investor');
      expect(await later.buy(property.id, 1)).toMatchObject({ status: 'completed' });
      await expectBooksToEqualLedger(program);
    },
  );
});
