import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Landlords } from '../src/landlord/landlords.js';
import { HttpError } from '../src/shared/http-error.js';

type Json = any;
const LENA = 'rLena';
const SESSION = 'Bearer session-of-lena';

/** A platform as a landlord sees it: one property, its loan and its payments. */
let platform: Server;
let property: Json;
let loan: Json;
let payment: Json;
let calls: [string, Json][] = [];
let signed: string[] = [];
let filled: Json[] = [];
/** Until somebody signs in again. */
let sessionEnded = false;

const ANSWERS: Record<string, (body: Json) => Json> = {
  'GET /api/properties/7': () => property,
  'POST /api/auth/xumm-login': () => {
    sessionEnded = false;
    return { payloadUuid: 'sign-in' };
  },
  'GET /api/auth/xumm-status/sign-in': () => ({
    authenticated: signed.includes('sign-in'),
    sessionToken: 'session-of-lena',
  }),
  'GET /api/user/info': () => ({}),
  'POST /api/properties/7/close': () => {
    Object.assign(property, { status: 'closed', loanStatus: 'current' });
    return {};
  },
  'GET /api/loan/7': () => loan,
  'GET /api/platform/config': () => ({ payoutEscrow: 'rEscrow' }),
  'POST /api/rlusd/payback': () => ({ paymentId: 'pay' }),
  'GET /api/rlusd/payment-status/pay': () => {
    const done = signed.includes('leg');
    return { ...payment, ...(done && payment.error === null && { status: 'completed', feeStatus: 'paid' }) };
  },
};
const PUBLIC = /^(GET \/api\/properties|POST \/api\/auth|GET \/api\/auth)/;

beforeAll(async () => {
  platform = createServer((request: IncomingMessage, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      const key = `${request.method} ${request.url}`;
      calls.push([key, text ? JSON.parse(text) : null]);
      const isIn = request.headers.authorization === SESSION && !sessionEnded;
      const [status, body] =
        !PUBLIC.test(key) && !isIn
          ? [401, { detail: 'Please sign in' }]
          : key in ANSWERS
            ? [200, ANSWERS[key]!(text ? JSON.parse(text) : null)]
            : [404, { detail: `No answer for ${key}` }];
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void platform.close());
afterEach(() => {
  [calls, signed, filled] = [[], [], []];
});

function landlords(): Landlords {
  property = { ownerWallet: LENA, status: 'open', loanStatus: null, tokensSold: 4 };
  loan = { due: 0, monthlyPaymentAmount: 81.5, quote: { amount: 400 } };
  payment = { status: 'pending', feeStatus: 'open', error: null, signRequests: [{ payloadUuid: 'leg' }] };
  const people = {
    find: (address: string) => {
      if (address !== LENA) throw new HttpError(404, `Nobody here has the wallet ${address}.`);
    },
    treasury: { fillUp: async (...what: Json[]) => void filled.push(what) },
  };
  const walletApp = { sign: async (_: string, uuid: string) => void signed.push(uuid) };
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  return new Landlords(people as never, walletApp as never, url);
}
const paid = () => calls.filter(([key]) => key === 'POST /api/rlusd/payback').map(([, body]) => body);

describe('a landlord of the sandbox', () => {
  it('closes the sale, has the money, and pays the next installment with the phone', async () => {
    expect(await landlords().payRent(7)).toEqual({ propertyId: 7, paymentId: 'pay', amount: 81.5, closed: true });
    expect(paid()).toEqual([{ propertyId: 7, paybackAmount: 81.5, investorWallet: 'rEscrow', type: 'loan_payback' }]);
    expect(filled).toEqual([[LENA, { xrp: 100, rlusd: '85.575000' }]]);
    expect(signed).toEqual(['sign-in', 'leg']);
  });

  it('pays what is due where something is, and never more than pays the loan off', async () => {
    const lena = landlords();
    Object.assign(property, { status: 'closed', loanStatus: 'in_arrears' });
    Object.assign(loan, { due: 163 });
    expect(await lena.payRent(7)).toMatchObject({ amount: 163, closed: false });
    Object.assign(loan, { due: 0, quote: { amount: 12.34 } });
    expect(await lena.payRent(7)).toMatchObject({ amount: 12.34 });
    expect(signed.filter((uuid) => uuid === 'sign-in')).toHaveLength(1);
  });

  it('asked twice at once pays once', async () => {
    const lena = landlords();
    const both = await Promise.all([lena.payRent(7), lena.payRent(7)]);
    expect(both[0]).toEqual(both[1]);
    expect(paid()).toHaveLength(1);
  });

  it('whose session has ended signs in again', async () => {
    const lena = landlords();
    await lena.payRent(7);
    sessionEnded = true;
    await lena.payRent(7);
    expect(signed.filter((uuid) => uuid === 'sign-in')).toHaveLength(2);
  });

  it('says why nothing can be paid', async () => {
    const lena = landlords();
    Object.assign(property, { status: 'closed', loanStatus: 'paid_off' });
    await expect(lena.payRent(7)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('paid off') });
    Object.assign(property, { loanStatus: null, tokensSold: 0 });
    await expect(lena.payRent(7)).rejects.toMatchObject({ status: 409 });
    property.ownerWallet = 'rElsewhere';
    await expect(lena.payRent(7)).rejects.toMatchObject({ status: 404 });
    expect(paid()).toEqual([]);
  });

  it('whose payment fails tells it', async () => {
    const lena = landlords();
    payment = { ...payment, status: 'failed', error: 'Nobody signed in time' };
    await expect(lena.payRent(7)).rejects.toMatchObject({ status: 502, message: 'Nobody signed in time' });
  });
});
