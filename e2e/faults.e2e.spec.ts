import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { FULL, whereFull } from '../backend/test/support/how-much.js';
import { isValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** Every way in which a party can fail during a purchase, with the outcome that docs/payments.md describes. */
const program = new Program(SHORT_LIST);
const PACE_MS = 200;
const TOKENS = 2;
const PAID = TOKENS * 102.5;
let propertyId: number;
let buyer: Person;

beforeAll(async () => {
  await program.start();
  await pace(PACE_MS);
  const landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  ({ id: propertyId } = await landlord.list({ monthlyRent: 100_000, fundingGoal: 1_000_000, tokenCount: 10_000 }));
  buyer = await (await program.newPerson()).signIn('investor');
  await buyer.verify('investor');
  // From here on the buyer has the trust line, so the money legs are requested at once.
  expect(await buyer.buy(propertyId, TOKENS)).toMatchObject({ status: 'completed' });
});
afterEach(async () => {
  await program.sandbox.delete('/control/faults');
  await pace(PACE_MS);
  // A failed test's payment must not block the next test.
  for (const { id } of await buyer.get('/api/rlusd/payments?open=true')) {
    await buyer.call('POST', `/api/rlusd/payments/${id}/cancel`);
    await buyer.seeThrough(id);
  }
});
afterAll(() => program.remove());

interface Fault {
  party: 'ledger' | 'xaman' | 'fred' | 'census';
  kind: string;
  match?: string;
  times?: number;
  ms?: number;
}

const pace = (closeEveryMs: number | null) => program.sandbox.post('/control/ledger', { closeEveryMs });
const strike = async (...faults: Fault[]) => {
  for (const fault of faults) await program.sandbox.post('/control/faults', fault);
};
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const rlusdOf = async (person: Person) => Number(await program.onLedger(person.address, 'rlusd'));
const tokensOf = async (person: Person) => Number(await program.onLedger(person.address, 'token'));
const start = () => buyer.post(`/api/properties/${propertyId}/purchase`, { tokensToPurchase: TOKENS });
const asked = (paymentId: string) =>
  until(
    () => buyer.status(paymentId),
    ({ signRequests }) => signRequests.length === 2,
    'the sign requests',
  );

/** Buys while something goes wrong; then expects one payment, one issuance, and books that equal the ledger. */
async function expectSettledOnce(meanwhile: {
  beforeStart?: () => Promise<unknown>;
  beforeSigning?: () => Promise<unknown>;
  afterSigning?: (paymentId: string) => Promise<unknown>;
}): Promise<any> {
  const before = { rlusd: await rlusdOf(buyer), tokens: await tokensOf(buyer) };
  await meanwhile.beforeStart?.();
  const { paymentId } = await start();
  const { signRequests } = await asked(paymentId);
  await meanwhile.beforeSigning?.();
  for (const { payloadUuid } of signRequests) await buyer.sandbox.sign(buyer.address, payloadUuid);
  await meanwhile.afterSigning?.(paymentId);
  const ended = await buyer.seeThrough(paymentId);
  expect(ended).toMatchObject({ status: 'completed', feeStatus: 'paid' });
  expect({ rlusd: await rlusdOf(buyer), tokens: await tokensOf(buyer) }).toEqual({
    rlusd: before.rlusd - PAID,
    tokens: before.tokens + TOKENS,
  });
  await expectBooksToEqualLedger(program);
  return ended;
}

/** A fault with `times` leaves the list once it has struck that often. */
const untilStruck = () =>
  until(
    () => program.sandbox.get('/control/faults'),
    (faults: Fault[]) => faults.every(({ times }) => times === undefined),
    'the fault striking',
  );
const until2sLater = async () => {
  await sleep(2_000);
  await program.sandbox.delete('/control/faults');
};

describe('The ledger node', () => {
  whereFull('disconnect: it drops the connection', () =>
    expectSettledOnce({ beforeSigning: () => strike({ party: 'ledger', kind: 'disconnect' }) }),
  );
  it('disconnect when a submission arrives', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'ledger', kind: 'disconnect', match: 'submit', times: 2 }),
      afterSigning: untilStruck,
    }));
  it('refuse: it takes no connections for a while', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'ledger', kind: 'refuse' }, { party: 'ledger', kind: 'disconnect' }),
      afterSigning: until2sLater,
    }));
  it('error: submissions fail', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'ledger', kind: 'error', match: 'submit', times: 3 }),
      afterSigning: untilStruck,
    }));
  it('error: it cannot say what became of a transaction', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'ledger', kind: 'error', match: 'tx', times: 5 }),
      afterSigning: untilStruck,
    }));
  whereFull('error: it cannot say how an account stands', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'ledger', kind: 'error', match: 'account_info', times: 4 }),
      afterSigning: untilStruck,
    }),
  );
  whereFull('delay: submissions take two seconds', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'ledger', kind: 'delay', match: 'submit', ms: 2_000, times: 2 }),
      afterSigning: untilStruck,
    }),
  );
  it('hang: a submission is never answered, nor carried out', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'ledger', kind: 'hang', match: 'submit', times: 1 }),
      afterSigning: untilStruck,
    }));
  it('lose-answer: a submission is carried out and never answered', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'ledger', kind: 'lose-answer', match: 'submit', times: 1 }),
      afterSigning: untilStruck,
    }));
  it('lose-open-ledger: the same blob is sent again', async () => {
    let sent: string | null = null;
    const ended = await expectSettledOnce({
      beforeSigning: () => pace(null),
      afterSigning: async (paymentId) => {
        const payment = await until(
          () => buyer.status(paymentId),
          ({ legs }) => legs.some((leg: any) => leg.leg === 'recipient' && leg.state === 'submitted'),
          'submission',
        );
        sent = payment.legs.find(({ leg }: { leg: string }) => leg === 'recipient').txHash;
        await strike({ party: 'ledger', kind: 'lose-open-ledger' });
        await pace(PACE_MS);
      },
    });
    expect(ended.txHashes.recipient).toBe(sent);
  });
});

describe('Xaman', () => {
  const REQUEST = 'POST /xaman/api/v1/platform/payload';
  const RESULT = 'GET /xaman/api/v1/platform/payload';
  it('refuse: it takes no calls for a while', () =>
    expectSettledOnce({
      beforeStart: async () => {
        await strike({ party: 'xaman', kind: 'refuse' });
        setTimeout(() => void program.sandbox.delete('/control/faults'), 2_000);
      },
    }));
  whereFull('disconnect: it hangs up in the middle of a request', () =>
    expectSettledOnce({
      beforeStart: () => strike({ party: 'xaman', kind: 'disconnect', match: REQUEST, times: 2 }),
      beforeSigning: untilStruck,
    }),
  );
  it('error: it cannot make a request, and then cannot say what became of it', () =>
    expectSettledOnce({
      beforeStart: () =>
        strike(
          { party: 'xaman', kind: 'error', match: REQUEST, times: 3 },
          { party: 'xaman', kind: 'error', match: RESULT, times: 3 },
        ),
      afterSigning: untilStruck,
    }));
  whereFull('delay: each request takes two seconds', () =>
    expectSettledOnce({
      beforeStart: () => strike({ party: 'xaman', kind: 'delay', match: REQUEST, ms: 2_000, times: 2 }),
      beforeSigning: untilStruck,
    }),
  );
  it('hang: a request is never answered, nor made', () =>
    expectSettledOnce({
      beforeStart: () => strike({ party: 'xaman', kind: 'hang', match: REQUEST, times: 1 }),
      beforeSigning: untilStruck,
    }));
  it('lose-answer: a request is made and never answered: it is found again by its identifier, and there is one of it on the phone', async () => {
    await expectSettledOnce({
      beforeStart: () => strike({ party: 'xaman', kind: 'lose-answer', match: REQUEST, times: 1 }),
      beforeSigning: async () => {
        await untilStruck();
        expect(await program.sandbox.get(`/control/phone/${buyer.address}/requests`)).toHaveLength(2);
      },
    });
  });
  it('lose-webhook: it is asked for what became of a request', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'xaman', kind: 'lose-webhook', times: 2 }),
      afterSigning: untilStruck,
    }));
  it('duplicate-webhook: the second one changes nothing', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'xaman', kind: 'duplicate-webhook', times: 2 }),
      afterSigning: untilStruck,
    }));
  it('reorder-webhooks: the later one comes first', () =>
    expectSettledOnce({
      beforeSigning: () => strike({ party: 'xaman', kind: 'reorder-webhooks', times: 1 }),
      afterSigning: untilStruck,
    }));
});

describe('A phone that does not do as it was asked', () => {
  /** Signs both legs as told; the payment must be settled once all the same. */
  async function signing(how: Record<string, object>, order = ['recipient', 'platform']): Promise<void> {
    const before = { rlusd: await rlusdOf(buyer), tokens: await tokensOf(buyer) };
    const { paymentId } = await start();
    const { signRequests } = await asked(paymentId);
    for (const leg of order)
      await buyer.sandbox.sign(
        buyer.address,
        signRequests.find((request: { leg: string }) => request.leg === leg).payloadUuid,
        how[leg] ?? {},
      );
    expect(await buyer.seeThrough(paymentId)).toMatchObject({ status: 'completed', feeStatus: 'paid' });
    expect({ rlusd: await rlusdOf(buyer), tokens: await tokensOf(buyer) }).toEqual({
      rlusd: before.rlusd - PAID,
      tokens: before.tokens + TOKENS,
    });
    await expectBooksToEqualLedger(program);
  }

  it('sends the signed principal by itself: it is found by its hash and counted', () =>
    signing({ recipient: { submit: true } }));
  whereFull('sends the principal by itself after the fee was signed', () =>
    signing({ recipient: { submit: true } }, ['platform', 'recipient']),
  );
  whereFull('sends both by itself', () => signing({ recipient: { submit: true }, platform: { submit: true } }));
  it('signs wrongly again and again: another sequence, for another network, another amount', async () => {
    const before = await rlusdOf(buyer);
    const { paymentId } = await start();
    const misdeeds = [
      { sequence: 1 },
      { network: 'TESTNET' },
      { tamper: 'amount' },
      { lastLedgerSequence: 4_000_000_000 },
    ];
    const ended = await buyer.seeThrough(paymentId, {
      how: ({ leg }: { leg: string }) => (leg === 'platform' && misdeeds.shift()) || {},
    });
    expect(misdeeds).toEqual([]);
    expect(ended).toMatchObject({ status: 'completed', feeStatus: 'paid' });
    expect(await rlusdOf(buyer)).toBe(before - PAID);
  });
  it('sends the principal by itself and signs the fee wrongly: the principal is not asked for again', async () => {
    const before = { rlusd: await rlusdOf(buyer), tokens: await tokensOf(buyer) };
    const { paymentId } = await start();
    const { signRequests } = await asked(paymentId);
    const uuid = (leg: string) => signRequests.find((request: { leg: string }) => request.leg === leg).payloadUuid;
    const { txid } = await buyer.sandbox.sign(buyer.address, uuid('recipient'), { submit: true });
    await until(() => isValidated(program, txid), Boolean, 'the principal');
    await buyer.sandbox.sign(buyer.address, uuid('platform'), { sequence: 1 });
    const ended = await buyer.seeThrough(paymentId);
    expect(ended).toMatchObject({ status: 'completed', feeStatus: 'paid', txHashes: { recipient: txid } });
    expect({ rlusd: await rlusdOf(buyer), tokens: await tokensOf(buyer) }).toEqual({
      rlusd: before.rlusd - PAID,
      tokens: before.tokens + TOKENS,
    });
  });
  it('takes a fee of its own at the next sequence', () =>
    signing({ recipient: { serviceFee: true } }, ['platform', 'recipient']));
  it('answers twice at once, from two devices: one answer counts', async () => {
    const before = await rlusdOf(buyer);
    const { paymentId } = await start();
    const { signRequests } = await asked(paymentId);
    const answers = await Promise.allSettled(
      signRequests.flatMap(({ payloadUuid }: { payloadUuid: string }) =>
        [1, 2].map(() => buyer.sandbox.sign(buyer.address, payloadUuid)),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const ended = await buyer.seeThrough(paymentId);
    expect(ended).toMatchObject({ status: 'completed' });
    expect(await isValidated(program, ended.txHashes.recipient)).toBe(true);
    expect(await rlusdOf(buyer)).toBe(before - PAID);
  });
});

describe('Interest rates and addresses: a source that fails blocks nobody', () => {
  const rates = () => buyer.get('/api/interest-rates');
  const address = async () =>
    (await buyer.post('/api/properties/validate', { address: '4600 Silver Hill Rd, Washington, DC 20233' })).status;

  it.each(['error', 'refuse', 'disconnect'])('fred, %s: sample values, marked as such', async (kind) => {
    // The fault strikes each call on arrival.
    await strike({ party: 'fred', kind, match: 'GET' });
    expect(await rates()).toEqual({
      low: 7.5,
      average: 8.75,
      high: 10,
      mortgageRate: 6.34,
      lastUpdated: '2025-10-09',
      stale: true,
      source: 'Sample values',
    });
  });
  it('fred, hang: it is asked again', async () => {
    await strike({ party: 'fred', kind: 'hang', times: 2 });
    expect(await rates()).toMatchObject({ stale: false });
  });

  it.each(['error', 'hang', ...(FULL ? ['refuse', 'disconnect', 'lose-answer'] : [])])(
    'census, %s: the address is not checked, and that is said',
    async (kind) => {
      await strike({ party: 'census', kind, match: 'GET' });
      expect(await address()).toBe('unavailable');
    },
  );
  it('census, delay: the answer is waited for', async () => {
    await strike({ party: 'census', kind: 'delay', ms: 1_000 });
    expect(['valid', 'invalid']).toContain(await address());
  });
});
