import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startWithEverybody, type Cast } from './support/cast.js';
import { FULL } from '../backend/test/support/how-much.js';
import { callsTo, operationsOf, type GeneratedCall, type Operation } from './support/generated-calls.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

const CALLS = FULL ? 100_000 : 3_000;
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000);
const AT_ONCE = 8;
const BATCH = 500;
const HANG_MS = 20_000;
/** Calls that read the whole log or never end: each is made, but not thousands of times. */
const HEAVY =
  /verification|read-models\/rebuild|reconciliation|\/api\/live|manifest\.json|events\.jsonl|log\.jsonl|export\.csv|business-date/;
const HEAVY_SHARE = 0.002;
/** These would sign the actors out, so only a caller without a session makes them. */
const ENDS_SESSIONS = /logout|end-others|end-sessions/;

const program = new Program(SHORT_LIST);
let people: Cast;
let operations: Operation[];
let actors: (string | null)[];
let known: string[];
/** Number of answers by status. */
const answered = new Map<number, number>();

beforeAll(async () => {
  people = await startWithEverybody(program);
  for (const name of ['Sample Court', 'Example Terrace', 'Specimen House']) await people.landlord.list({ name });
  operations = operationsOf(await people.visitor.get('/api/openapi.json'));
  const { visitor, investor, landlord, admin, auditor, stranger } = people;
  actors = [visitor, investor, landlord, admin, auditor, stranger].map(({ token }) => token);
  const { accounts } = program.runtime;
  const nobody = await program.sandbox.newWallet();
  known = ['1', '2', '3', '4', 'all', 'open', 'true', 'TKNEST', 'RLUSD', crypto.randomUUID()];
  known.push(nobody.address, accounts.issuer, stranger.address!, 'A reason that is long enough');
});
afterAll(() => program.remove());

async function make({ operation, actor, url, headers, body }: GeneratedCall): Promise<string | null> {
  const token = ENDS_SESSIONS.test(operation.path) ? 'nobody' : actors[actor];
  const form = new FormData();
  if (body !== null && typeof body === 'object')
    for (const [name, value] of Object.entries(body)) form.set(name, value);
  const response = await fetch(program.runtime.url + url, {
    method: operation.method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    body: typeof body === 'string' ? body : body === null ? undefined : form,
    signal: AbortSignal.timeout(HANG_MS),
  }).catch((error: Error) => error);
  if (response instanceof Error) return `no answer: ${response.message} ${String(response.cause ?? '')}`;
  const type = response.headers.get('content-type') ?? '';
  // The live feed never ends by itself.
  const text = type.includes('event-stream') ? void (await response.body?.cancel()) : await response.text();
  answered.set(response.status, (answered.get(response.status) ?? 0) + 1);
  if (response.status >= 500) return `${response.status} ${text}`;
  if (response.status >= 400 && !type.includes('problem+json')) return `${response.status} is ${type}: ${text}`;
  if (response.status === 202 && token) return withdraw(token, text);
  return null;
}

/** Cancels a started payment, so that the wallet can start the next one. */
async function withdraw(token: string, started = '{}'): Promise<string | null> {
  const { paymentId } = JSON.parse(started) as { paymentId?: string };
  if (!paymentId) return null;
  const path = `/api/rlusd/payments/${paymentId}/cancel`;
  const { status } = await people.visitor.call('POST', path, { headers: { Authorization: `Bearer ${token}` } });
  return status < 500 ? null : `${status} at ${path}`;
}

/** Makes the calls, several at a time, until one goes wrong. */
async function makeAll(calls: readonly GeneratedCall[]): Promise<string | null> {
  let next = 0;
  let wrong: string | null = null;
  const work = async () => {
    while (next < calls.length && wrong === null) {
      const call = calls[next++]!;
      const problem = await make(call);
      if (problem) wrong = `${call.operation.method} ${call.url} ${JSON.stringify(call.body)}: ${problem}`;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
}

describe('Calls generated from the description', () => {
  it('are described with their queries and bodies', () => {
    const of = (method: string, path: string) => operations.find((one) => one.method === method && one.path === path)!;
    expect(of('GET', '/api/properties').parameters.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['limit', 'cursor', 'search', 'available', 'mine', 'sort']),
    );
    expect(Object.keys(of('POST', '/api/properties').body!.properties)).toContain('redemptionClause');
    expect(of('POST', '/api/kyc/submit').multipart).toBe(true);
  });

  it(`${CALLS} of them, against every operation: no 5xx, no hang`, async () => {
    process.stderr.write(`generated calls: TEST_SEED=${SEED}\n`);
    const light = operations.filter(({ path }) => !HEAVY.test(path));
    const heavy = operations.filter(({ path }) => HEAVY.test(path));
    const arbitraries = new Map(operations.map((one) => [one, callsTo(one, actors.length, known)]));
    const one = fc.oneof(
      { weight: 1 / HEAVY_SHARE - 1, arbitrary: fc.oneof(...light.map((each) => arbitraries.get(each)!)) },
      { weight: 1, arbitrary: fc.oneof(...heavy.map((each) => arbitraries.get(each)!)) },
    );
    const each = operations.flatMap((operation) => fc.sample(arbitraries.get(operation)!, { numRuns: 2, seed: SEED }));
    expect([SEED, await makeAll(each)]).toEqual([SEED, null]);
    for (let made = each.length, batch = 1; made < CALLS; made += BATCH, batch++) {
      const calls = fc.sample(one, { numRuns: BATCH, seed: SEED + batch });
      expect([SEED, batch, await makeAll(calls)]).toEqual([SEED, batch, null]);
    }
    expect((await people.visitor.call('GET', '/api/health/ready')).status).toBe(200);
    // Not all calls were nonsense: many succeeded, and many were refused, for each of the reasons.
    process.stderr.write(`answered: ${JSON.stringify([...answered].sort())}\n`);
    expect([...answered.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
    expect(answered.get(200)! / CALLS).toBeGreaterThan(0.1);
  }, 3_600_000);
});
