// A person outside the platform: signs in, verifies, lists and buys with the same calls as a browser and with the
// sandbox's phone. Used by the demo history and the tests of the whole system.

import { createHash } from 'node:crypto';
import { pdfWith } from './paper.mjs';

const POLL_MS = 150;
const DOCUMENTS = { idDocument: 'Sample ID', addressProof: 'Sample utility bill', incomeProof: 'Sample tax return' };
/**
 * The longest wait for anything: generous, since a machine may be slow and busy. A wait ends as soon as its condition
 * holds.
 */
export const PATIENCE_MS = 120_000;
/** A social security number for a wallet, different for each. */
const numberOf = (address) =>
  String((BigInt(`0x${createHash('sha256').update(address).digest('hex')}`) % 899_999_999n) + 100_000_000n);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Answers and parsed JSON are untyped: each caller knows what it asked for.
 * @typedef {any} Json
 * @typedef {{ status: number, headers: Headers, body: Json }} Answer
 * @typedef {{ body?: unknown, headers?: Record<string, string>, form?: FormData }} Options
 * @typedef {{ how?: (request: Json, payment: Json) => unknown, timeoutMs?: number }} SeeThrough
 * @typedef {{ address: string, seed: string, name?: string, role?: string }} Wallet
 */

/** A call that was answered with a problem. */
export class CallFailed extends Error {
  constructor(method, path, status, body) {
    super(`${method} ${path}: ${status} ${body?.detail ?? JSON.stringify(body)?.slice(0, 300)}`);
    this.status = status;
    this.body = body;
  }
}

/**
 * Asks again until `done` holds. @throws after `timeoutMs` with the last answer
 * @template T
 * @param {() => T | Promise<T>} ask
 * @param {(seen: T) => unknown} done
 * @returns {Promise<T>}
 */
export async function until(ask, done, what = 'the condition', timeoutMs = PATIENCE_MS) {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const seen = await ask();
    if (done(seen)) return seen;
    if (Date.now() > end)
      throw new Error(`${what} did not happen within ${timeoutMs} ms: ${JSON.stringify(seen)?.slice(0, 1500)}`);
    await sleep(POLL_MS);
  }
}

/** @param {Options} options @returns {Promise<Answer>} */
async function call(base, method, path, { body, headers = {}, form } = {}) {
  const request = {
    method,
    // The server might close a kept-alive connection just when it is used again.
    headers: { Connection: 'close', ...(body !== undefined ? { 'Content-Type': 'application/json' } : {}), ...headers },
    body: form ?? (body !== undefined ? JSON.stringify(body) : undefined),
  };
  const response = await fetch(base + path, request);
  const text = await response.text();
  let parsed = text;
  try {
    parsed = text ? JSON.parse(text) : null;
  } catch {
    // Not every answer is JSON: exports and metrics are text.
  }
  return { status: response.status, headers: response.headers, body: parsed };
}

/** The sandbox's controls. */
export class Sandbox {
  constructor(url) {
    this.url = url;
  }

  /** @returns {Promise<Json>} */
  async post(path, body = {}) {
    const { status, body: answer } = await call(this.url, 'POST', path, { body });
    if (status >= 400) throw new CallFailed('POST', path, status, answer);
    return answer;
  }

  /** @returns {Promise<Json>} */
  async get(path) {
    const { status, body } = await call(this.url, 'GET', path);
    if (status >= 400) throw new CallFailed('GET', path, status, body);
    return body;
  }

  async delete(path) {
    return call(this.url, 'DELETE', path);
  }

  /** @param {{ name?: string, seed?: string, xrp?: number, rlusd?: number }} options @returns {Promise<Wallet>} */
  newWallet(options = { xrp: 100, rlusd: 100_000 }) {
    return this.post('/control/wallets', options);
  }

  sign(address, payloadUuid, how = {}) {
    return this.post(`/control/phone/${address}/${payloadUuid}/sign`, how);
  }

  reject(address, payloadUuid) {
    return this.post(`/control/phone/${address}/${payloadUuid}/reject`);
  }

  /** One request of the rippled API, straight to the ledger. @returns {Promise<Json>} */
  async ledger(method, params = {}) {
    const { body } = await call(this.url, 'POST', '/ledger', {
      body: { method, params: [{ api_version: 2, ...params }] },
    });
    return body.result;
  }
}

/** The default listing. */
export const SAMPLE_LISTING = {
  name: 'Sample Court',
  address: '12 Example Street, Springfield, IL 62701',
  monthlyRent: 2500,
  fundingGoal: 25_000,
  fundingPurpose: 'New boiler and insulated windows in eight apartments',
  tokenTermMonths: 42,
  monthlyRate: 6.5,
  tokenPrice: 100,
  tokenCount: 250,
  redemptionClause: 'Landlord has the right to redeem all tokens with 30-day notice.',
};

/** A person with a wallet and, once signed in, a session. */
export class Person {
  constructor({ url, sandbox }, wallet) {
    this.base = url;
    this.sandbox = sandbox instanceof Sandbox ? sandbox : new Sandbox(sandbox.url);
    this.wallet = wallet;
    this.address = wallet?.address ?? null;
    this.token = null;
  }

  /** The whole answer, whatever its status. @param {Options} options */
  call(method, path, options = {}) {
    const headers = { ...(this.token ? { Authorization: `Bearer ${this.token}` } : {}), ...options.headers };
    return call(this.base, method, path, { ...options, headers });
  }

  /** @returns {Promise<Json>} */
  async get(path) {
    const { status, body } = await this.call('GET', path);
    if (status >= 400) throw new CallFailed('GET', path, status, body);
    return body;
  }

  /** @param {Record<string, string>} headers @returns {Promise<Json>} */
  async post(path, body = {}, headers = {}) {
    const answer = await this.call('POST', path, { body, headers });
    if (answer.status >= 400) throw new CallFailed('POST', path, answer.status, answer.body);
    return answer.body;
  }

  /** Signs in with the wallet: request, signature on the phone, session. */
  async signIn(userRole) {
    const begun = await call(this.base, 'POST', '/api/auth/xumm-login', { body: { userRole } });
    if (begun.status >= 400) throw new CallFailed('POST', '/api/auth/xumm-login', begun.status, begun.body);
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    await this.sandbox.sign(this.address, begun.body.payloadUuid);
    const status = await until(
      async () =>
        (
          await call(this.base, 'GET', `/api/auth/xumm-status/${begun.body.payloadUuid}`, {
            headers: { Cookie: cookie },
          })
        ).body,
      (answer) => answer.authenticated || answer.cancelled || answer.expired,
      'the sign-in',
    );
    if (!status.authenticated) throw new Error(`The sign-in ended as ${JSON.stringify(status)}`);
    this.token = status.sessionToken;
    return this;
  }

  /**
   * The fields of the KYC application; `fields` replace the defaults.
   * @param {Record<string, string | undefined>} fields
   * @returns {Record<string, string>}
   */
  application(userType, fields = {}) {
    const common = {
      userType,
      firstName: 'Ida',
      lastName: 'Example',
      dateOfBirth: '1985-04-12',
      phoneNumber: '+1 555 0100 200',
      email: 'ida@example.com',
      address: '12 Example Street',
      city: 'Springfield',
      state: 'Illinois',
      zipCode: '62701',
      country: 'United States',
      ssn: numberOf(this.address),
      termsAccepted: 'true',
      privacyAccepted: 'true',
      riskDisclosureAccepted: 'true',
    };
    const own =
      userType === 'landlord'
        ? {
            businessType: 'individual',
            taxId: '987654321',
            yearsInRealEstate: '8',
            totalProperties: '3',
            totalRentalIncome: '90000',
            propertyManagementExperience: 'Eight years of letting flats',
            bankName: 'Example Bank',
            accountNumber: '000123456789',
            routingNumber: '021000021',
          }
        : {
            occupation: 'Engineer',
            employer: 'Example Works',
            annualIncome: '90000',
            netWorth: '250000',
            investmentExperience: 'beginner',
            riskTolerance: 'moderate',
            investmentGoals: 'A steady income beside my salary',
            liquidityNeeds: '1year',
            expectedInvestmentAmount: '5000',
          };
    const all = Object.entries({ ...common, ...own, ...fields }).filter(([, value]) => value !== undefined);
    return Object.fromEntries(all);
  }

  /**
   * Submits the application with three documents; while the list of names is being loaded, waits for the decision
   * that follows, unless `waits` is false.
   * @param {string} userType
   * @param {Record<string, string | undefined>} fields
   * @returns {Promise<Json>}
   */
  async verify(userType, fields = {}, { waits = true } = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries(this.application(userType, fields))) form.set(name, value);
    for (const [kind, words] of Object.entries(DOCUMENTS))
      form.set(kind, new Blob([pdfWith(words)], { type: 'application/pdf' }), `${kind}.pdf`);
    const answer = await this.call('POST', '/api/kyc/submit', { form });
    if (answer.status >= 400) throw new CallFailed('POST', '/api/kyc/submit', answer.status, answer.body);
    if (!waits || !/as soon as its list is loaded/.test(answer.body.reason ?? '')) return answer.body;
    const decided = await until(
      () => this.get('/api/kyc/status'),
      ({ kycStatus }) => kycStatus === 'verified' || kycStatus === 'rejected',
      'the screening that follows the list',
      PATIENCE_MS,
    );
    return { ...answer.body, status: decided.kycStatus === 'verified' ? 'approved' : 'rejected' };
  }

  list(fields = {}) {
    return this.post('/api/properties', { ...SAMPLE_LISTING, ...fields });
  }

  status(paymentId) {
    return this.get(`/api/rlusd/payment-status/${paymentId}`);
  }

  /**
   * Signs all requests of the payment until it has ended, including a fee that is requested afterwards. `how` may
   * return options for a leg, 'ignore' or 'reject'.
   * @param {string} paymentId
   * @param {SeeThrough} options
   * @returns {Promise<Json>}
   */
  async seeThrough(paymentId, { how = () => ({}), timeoutMs = PATIENCE_MS } = {}) {
    const signed = new Set();
    return until(
      async () => {
        const payment = await this.status(paymentId);
        for (const request of payment.signRequests) {
          if (signed.has(request.payloadUuid)) continue;
          signed.add(request.payloadUuid);
          const choice = how(request, payment);
          if (choice === 'ignore') continue;
          const act =
            choice === 'reject'
              ? this.sandbox.reject(this.address, request.payloadUuid)
              : this.sandbox.sign(this.address, request.payloadUuid, choice);
          // Answered on the phone already, or withdrawn: the platform is about to notice.
          await act.catch((error) => {
            if (error.status !== 409) throw error;
          });
        }
        return payment;
      },
      ({ status, feeStatus }) => status === 'failed' || (status === 'completed' && feeStatus !== 'open'),
      `payment ${paymentId}`,
      timeoutMs,
    );
  }

  /** Buys tokens and signs all requests. @param {SeeThrough} [options] */
  async buy(propertyId, tokensToPurchase, options) {
    const started = await this.post(`/api/properties/${propertyId}/purchase`, { tokensToPurchase });
    return this.seeThrough(started.paymentId, options);
  }
}
