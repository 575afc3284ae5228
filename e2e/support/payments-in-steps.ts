import { expect } from '@jest/globals';
import { decode, hashes } from 'xrpl';
import { until, type Person } from '../../scripts/lib/platform-client.mjs';
import type { Program } from './program.js';

export interface Request {
  leg: string;
  payloadUuid: string;
}
export type Leg = { leg: string; state: string };

/** Milliseconds between two ledgers. */
export const PACE_MS = 200;

export const requestOf = (requests: Request[], leg: string) => requests.find((request) => request.leg === leg)!;
export const stateOf = (payment: { legs: Leg[] }, leg: string) => payment.legs.find((one) => one.leg === leg)?.state;
export const hashOf = (blob: string) => hashes.hashSignedTx(blob);
const signatureIn = (blob: string) => (decode(blob) as { TxnSignature: string }).TxnSignature;

/** Payments that are taken step by step, one signature at a time. */
export function paymentsInSteps(program: Program) {
  let landlord: Person;
  let admin: Person;
  let property: any;
  /** Every blob that a phone has signed. */
  const blobs: string[] = [];

  /** Starts the program, with a landlord, their property and an admin. */
  async function begin(): Promise<{ landlord: Person; admin: Person; property: any }> {
    await program.start();
    await pace(PACE_MS);
    [landlord, admin] = await Promise.all([
      program.personOf('landlord').signIn('landlord'),
      program.personOf('admin').signIn('investor'),
    ]);
    await landlord.verify('landlord');
    property = await landlord.list({ monthlyRent: 100_000, fundingGoal: 1_000_000, tokenCount: 10_000 });
    return { landlord, admin, property };
  }

  const pace = (closeEveryMs: number | null) => program.sandbox.post('/control/ledger', { closeEveryMs });
  const rlusdOf = async (person: Person) => Number(await program.onLedger(person.address, 'rlusd'));
  const tokensOf = async (person: Person) => Number(await program.onLedger(person.address, 'token'));
  const onPhone = (person: Person) => program.sandbox.get(`/control/phone/${person.address}/requests`);
  const eventsOf = async (paymentId: string) =>
    (await admin.get(`/api/audit/events?stream=payment-${paymentId}&limit=1000`)).events as {
      type: string;
      data: any;
    }[];
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

  /** More than this many blobs were signed, and the log contains none of them. */
  async function expectNoBlobInLog(moreThan: number): Promise<void> {
    const { status, body: log } = await admin.call('GET', '/api/audit/events.jsonl');
    expect(status).toBe(200);
    const text = typeof log === 'string' ? log : JSON.stringify(log);
    expect(blobs.length).toBeGreaterThan(moreThan);
    for (const blob of blobs) {
      expect(text).not.toContain(blob);
      // Nor the signature, without which the blob is worthless.
      expect(text).not.toContain(signatureIn(blob));
    }
  }

  return {
    begin,
    pace,
    rlusdOf,
    tokensOf,
    onPhone,
    eventsOf,
    follow,
    investor,
    direct,
    purchase,
    closings,
    sign,
    untilMoneyLegs,
    expectNoBlobInLog,
  };
}
