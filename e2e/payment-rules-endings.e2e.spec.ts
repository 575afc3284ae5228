import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addBusinessDays, addDays, type Day } from '@tknest/contracts/money';
import { LOAN } from '@tknest/contracts/rules';
import { Wallet } from 'xrpl';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { whereFull } from '../backend/test/support/how-much.js';
import { expectBooksToEqualLedger } from './support/books.js';
import { isValidated, sendPastThePlatform, sequenceOf, TOKEN, untilValidated } from './support/own-transactions.js';
import { hashOf, type Leg, PACE_MS, paymentsInSteps, requestOf, stateOf } from './support/payments-in-steps.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Rules of "Payments" in the contract about how payments end, and what comes late; the titles quote it. */
const program = new Program({ ...SHORT_LIST, PAYMENT_EXPIRY_MINUTES: '1' });
const {
  begin,
  pace,
  rlusdOf,
  tokensOf,
  eventsOf,
  follow,
  investor,
  direct,
  closings,
  sign,
  untilMoneyLegs,
  expectNoBlobInLog,
} = paymentsInSteps(program);
let landlord: Person;
let admin: Person;
let property: any;
/** Started first and checked last, because it takes a minute to expire. */
let forgotten: { person: Person; paymentId: string; late: { payloadUuid: string }; recipientHex: string };
/** Started first too; their last signature arrives as they expire. */
let inTheLastMoment: { person: Person; paymentId: string; expiresAt: string; last: { payloadUuid: string } }[];

beforeAll(async () => {
  ({ landlord, admin, property } = await begin());
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

const caseOf = async (paymentId: string) =>
  (await admin.get('/api/admin/cases?status=all&limit=100')).find(
    (one: { paymentId: string | null }) => one.paymentId === paymentId,
  );

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
    expect(await person.status(paymentId)).toMatchObject({ outcome: 'cancelled', couldLand: true });
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
    // Signed only after the end: what was signed before keeps its tokens.
    await program.sandbox.post(
      `/control/phone/${person.address}/${requestOf(signRequests, 'recipient').payloadUuid}/open`,
    );
    await person.post(`/api/rlusd/payments/${paymentId}/cancel`);
    expect(await other.buy(few.id, 10)).toMatchObject({ status: 'completed' });
    const hex = await sign(person, signRequests, 'recipient');
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
      payee: program.runtime.accounts.payoutEscrow,
      feeStatus: 'none',
      legs: [{ leg: 'recipient', state: 'validated' }],
    });
    await until(
      () => rlusdOf(person),
      (held) => held === before,
      'the run that delivers the refund',
    );
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

describe('Signed blobs are cheques', () => {
  it('events hold hash, sequence and LastLedgerSequence, and no blob', async () => {
    await expectNoBlobInLog(20);
    expect((await eventsOf(forgotten.paymentId)).find(({ type }) => type === 'LegSigned')!.data).toMatchObject({
      hash: hashOf(forgotten.recipientHex),
      sequence: expect.any(Number),
      lastLedgerSequence: expect.any(Number),
    });
  });
});

describe('What a wallet sends itself', () => {
  it('a copy of a signed repayment, under a ticket on the last day of grace: it counts on that day, without arrears', async () => {
    const { id } = await landlord.list({ name: 'Ticket Mews' });
    const buyer = await investor({ verified: true });
    expect(await buyer.buy(id, 10)).toMatchObject({ status: 'completed' });
    await landlord.post(`/api/properties/${id}/close`);
    const loan = () => landlord.get(`/api/loan/${id}`);
    const ticket = (await sequenceOf(program, landlord.address)) + 1;
    const made = { TransactionType: 'TicketCreate', TicketCount: 1 };
    await untilValidated(program, await sendPastThePlatform(program, landlord, made));
    const arrears = addBusinessDays((await loan()).nextPaymentDue as Day, LOAN.graceBusinessDays);
    const moveTo = (date: Day) => admin.post('/api/admin/business-date', { date });
    await moveTo(addDays(arrears, -1));
    const { due } = await loan();
    const order = { propertyId: id, paymentAmount: due, investorWallet: program.runtime.accounts.payoutEscrow };
    const { paymentId } = await landlord.post('/api/loan/payment', order);
    const prepared = (await eventsOf(paymentId)).find(
      ({ type, data }) => type === 'LegPrepared' && data.leg === 'recipient',
    )!;
    const copy = { ...prepared.data.transaction, Sequence: 0, TicketSequence: ticket };
    const { tx_blob: blob, hash } = Wallet.fromSeed(landlord.wallet.seed).sign(copy);
    await program.sandbox.ledger('submit', { tx_blob: blob });
    await untilValidated(program, hash);
    // The ledger in which somebody moves the calendar is of the later day.
    await closings(2);
    await moveTo(arrears);
    expect(await loan()).toMatchObject({ arrears: 0 });
    // The request for the fee expires about when the copy is found, and is made again.
    await follow(landlord, paymentId, (payment) => stateOf(payment, 'recipient') === 'validated', 'the copy');
    const paid = await until(
      () => landlord.seeThrough(paymentId).catch(() => landlord.status(paymentId)),
      ({ status }) => status === 'completed',
      'the repayment',
    );
    expect(paid).toMatchObject({ txHashes: { recipient: hash } });
    expect(await loan()).toMatchObject({ due: 0 });
    const { events } = await admin.get(`/api/audit/events?stream=loan-${id}&limit=100`);
    const seen = events.map(({ type, data }: { type: string; data: { date: string } }) => [type, data.date]);
    expect(seen).toContainEqual(['RepaymentReceived', addDays(arrears, -1)]);
    expect(seen.filter(([type]: [string]) => type.startsWith('LoanArrears') || type === 'LoanInArrears')).toEqual([]);
    await expectBooksToEqualLedger(program);
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
