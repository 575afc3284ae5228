import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'xrpl';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { isValidated, sendPastThePlatform, sequenceOf, TOKEN, untilValidated } from './support/own-transactions.js';
import { hashOf, paymentsInSteps, requestOf, stateOf, type Leg, type Request } from './support/payments-in-steps.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Rules of "Payments" in the contract up to the submission of what was signed; the titles quote it. */
const program = new Program({ ...SHORT_LIST, PAYMENT_EXPIRY_MINUTES: '1' });
const {
  begin,
  rlusdOf,
  tokensOf,
  onPhone,
  eventsOf,
  follow,
  untilFeeIsAskedAgain,
  investor,
  direct,
  purchase,
  closings,
  sign,
  expectNoBlobInLog,
} = paymentsInSteps(program);
let landlord: Person;
let property: any;

beforeAll(async () => {
  ({ landlord, property } = await begin());
});
afterAll(() => program.remove());

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
    const asked = await untilFeeIsAskedAgain(person, paymentId, signRequests);
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
    const asked = await untilFeeIsAskedAgain(person, paymentId, signRequests);
    await person.sandbox.reject(person.address, requestOf(asked.signRequests, 'platform').payloadUuid);
    expect(
      await follow(person, paymentId, ({ feeStatus }) => feeStatus === 'unpaid', 'the fee being given up'),
    ).toMatchObject({ status: 'completed', signRequests: [], txHashes: { platform: null } });
    expect(await rlusdOf(person)).toBe(before - 100);
    const again = { body: { recipientWallet: landlord.address, amount: 100 } };
    expect(await person.call('POST', '/api/rlusd/process-payment', again)).toMatchObject({
      status: 409,
      body: { code: 'fee-owed', paymentId, detail: expect.stringContaining('You owe a platform fee of 2.50 RLUSD') },
    });
    expect((await person.call('GET', '/api/rlusd/payments?feeOwed=true')).body).toMatchObject([{ id: paymentId }]);
    const stranger = await investor();
    expect((await stranger.call('POST', `/api/rlusd/payments/${paymentId}/fee`)).status).toBe(404);
    const { body: fee } = await person.call('POST', `/api/rlusd/payments/${paymentId}/fee`);
    await sign(person, fee.signRequests, 'recipient');
    await follow(person, fee.paymentId, ({ status }) => status === 'completed', 'the owed fee');
    expect(await rlusdOf(person)).toBe(before - 102.5);
    expect((await person.call('POST', `/api/rlusd/payments/${paymentId}/fee`)).status).toBe(409);
    expect((await person.call('POST', '/api/rlusd/process-payment', again)).status).toBe(202);
  });
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
  it('none of them stands in the log', () => expectNoBlobInLog(20));
});
