import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AccountSetAsfFlags, TrustSetFlags } from 'xrpl';
import { describeWhereFull } from '../backend/test/support/how-much.js';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectBooksToEqualLedger } from './support/books.js';
import { sendPastThePlatform, sequenceOf, TOKEN, untilValidated } from './support/own-transactions.js';
import { ProgramInParts } from './support/program-in-parts.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

const PACE_MS = 100;
const LONG_MS = 300_000;
/** QualityIn in billionths: the trust line counts incoming payments as 10 % less. */
const QUALITY = 900_000_000;

type Setting = { fields: Record<string, unknown>[]; reason: string };

const account = (asf: number) => ({ TransactionType: 'AccountSet', SetFlag: asf });

describeWhereFull('wallets of every hostile setting', () => {
  const program = new Program({ ...SHORT_LIST, DELIVERY_DAYS: '7' });
  let landlord: Person;
  beforeAll(async () => {
    await program.start();
    await pace(PACE_MS);
    landlord = await program.personOf('landlord').signIn('landlord');
    await landlord.verify('landlord');
  }, LONG_MS);
  afterAll(() => program.remove());

  const pace = (closeEveryMs: number | null) => program.sandbox.post('/control/ledger', { closeEveryMs });
  const line = (currency: string, issuer: string, value: string, more: object = {}) => ({
    TransactionType: 'TrustSet',
    LimitAmount: { currency, issuer, value },
    ...more,
  });
  const rlusd = (value: string, more?: object) =>
    line(program.runtime.accounts.rlusdCurrency, program.runtime.accounts.rlusdIssuer, value, more);
  const token = (value: string, more?: object) => line(TOKEN, program.runtime.accounts.issuer, value, more);
  async function newBuyer(money: number): Promise<Person> {
    const buyer = await (await program.newPerson({ xrp: 100, rlusd: money })).signIn('investor');
    await buyer.verify('investor');
    return buyer;
  }
  async function set(person: Person, { fields }: Setting, from?: number): Promise<void> {
    let sequence = from ?? (await sequenceOf(program, person.address!));
    for (const one of fields) {
      const hash = await sendPastThePlatform(program, person, { ...one, Sequence: sequence++ });
      if (from === undefined) await untilValidated(program, hash);
    }
  }

  it(
    'a buyer is told before anything is paid; one who sets it after the signature holds up nobody’s loan',
    async () => {
      const { id } = await landlord.list();
      const settings: Record<string, Setting> = {
        DepositAuth: { fields: [account(AccountSetAsfFlags.asfDepositAuth)], reason: 'deposit-auth' },
        RequireDestTag: { fields: [account(AccountSetAsfFlags.asfRequireDest)], reason: 'destination-tag' },
        QualityIn: { fields: [token('1000', { QualityIn: QUALITY })], reason: 'line-quality' },
        limit: { fields: [token('1')], reason: 'line-limit' },
      };
      // The trust line must exist before its settings can change.
      const buyers = await Promise.all(Object.keys(settings).map(() => newBuyer(1_000)));
      for (const buyer of buyers) expect((await buyer.buy(id, 1)).status).toBe('completed');
      const start = (buyer: Person, of = id) =>
        buyer.call('POST', `/api/properties/${of}/purchase`, { body: { tokensToPurchase: 2 } });
      const waiting: [Person, string, string][] = [];
      for (const [index, [, setting]] of Object.entries(settings).entries()) {
        const buyer = buyers[index]!;
        const { body } = await start(buyer);
        await pace(null);
        for (const { payloadUuid } of body.signRequests) await program.sandbox.sign(buyer.address!, payloadUuid);
        const isSubmitted = ({ legs }: any) => legs.find((one: any) => one.leg === 'recipient')?.state === 'submitted';
        await until(() => buyer.status(body.paymentId), isSubmitted, 'the payment being submitted');
        // This transaction takes the fee leg's sequence; the fee is requested once more or not at all.
        await set(buyer, setting, (await sequenceOf(program, buyer.address!)) + 1);
        await program.sandbox.ledger('ledger_accept');
        await pace(PACE_MS);
        waiting.push([buyer, body.paymentId, setting.reason]);
      }
      for (const [buyer, paymentId, reason] of waiting) {
        const payment = await until(
          () => buyer.status(paymentId),
          ({ undeliverable }: any) => undeliverable !== null,
          `${reason} being found`,
        );
        expect(payment).toMatchObject({ outcome: 'open', undeliverable: { reason } });
      }
      const closed = await landlord.post(`/api/properties/${id}/close`);
      expect(closed).toMatchObject({ tokensSold: buyers.length });
      await until(
        () => landlord.get(`/api/properties/${id}`),
        ({ loanPrincipal }: any) => loanPrincipal === buyers.length * 100,
        'the loan of the tokens that were delivered',
      );
      for (const [buyer, paymentId] of waiting)
        expect(await buyer.status(paymentId)).toMatchObject({ status: 'failed', owedBack: { amount: '200' } });
      const other = await landlord.list();
      // The settings still refuse: no wallet gets a request, except that the one with the small limit must raise it.
      for (const [index, [setting]] of Object.entries(settings).entries()) {
        const asked = await start(buyers[index]!, other.id);
        if (setting === 'limit') expect([asked.status, asked.body.signRequests[0].leg]).toEqual([202, 'trust-line']);
        else expect(asked).toMatchObject({ status: 409, body: { obstacles: [{ setting }] } });
      }
      await expectBooksToEqualLedger(program);
    },
    LONG_MS,
  );

  it(
    'a payout run over 20 holders ends with the others paid, each refusing one unclaimed with its reason',
    async () => {
      const { id } = await landlord.list();
      const TFS = TrustSetFlags;
      const hostile: Setting[] = [
        { fields: [account(AccountSetAsfFlags.asfDepositAuth)], reason: 'deposit-auth' },
        { fields: [account(AccountSetAsfFlags.asfRequireDest)], reason: 'tag-required' },
        { fields: [account(AccountSetAsfFlags.asfGlobalFreeze)], reason: 'holder-frozen' },
        { fields: [rlusd('100000', { Flags: TFS.tfSetFreeze })], reason: 'holder-frozen' },
        { fields: [rlusd('100000', { Flags: TFS.tfSetFreeze | TFS.tfSetDeepFreeze })], reason: 'holder-frozen' },
        { fields: [rlusd('100000', { QualityIn: QUALITY })], reason: 'quality' },
        { fields: [rlusd('0.000001')], reason: 'limit' },
        // The purchase took the whole balance, and an empty trust line without a limit is removed.
        { fields: [rlusd('0')], reason: 'no-line' },
      ];
      const count = 20;
      const holders: Person[] = [];
      while (holders.length < count)
        holders.push(...(await Promise.all(Array.from({ length: 5 }, () => newBuyer(102.5)))));
      for (let at = 0; at < count; at += 5)
        await Promise.all(holders.slice(at, at + 5).map((holder) => holder.buy(id, 1)));
      await landlord.post(`/api/properties/${id}/close`);
      for (const [index, setting] of hostile.entries()) await set(holders[index]!, setting);
      const order = { propertyId: id, paybackAmount: 100, investorWallet: program.runtime.accounts.payoutEscrow };
      const { paymentId } = await landlord.post('/api/rlusd/payback', { ...order, type: 'loan_payback' });
      await landlord.seeThrough(paymentId);
      const run: any = await until(
        async () => (await landlord.get(`/api/payouts?propertyId=${id}`)).find((one: any) => one.lines === count),
        (one: any) => one?.status === 'completed',
        'the run',
      );
      expect(run).toMatchObject({ settled: count - hostile.length, unclaimed: hostile.length });
      const lines: any[] = await landlord.get(`/api/payouts/${run.id}/lines?limit=100`);
      const reasonOf = (holder: Person) => lines.find(({ wallet }) => wallet === holder.address)?.reason;
      expect(holders.map(reasonOf)).toEqual([
        ...hostile.map(({ reason }) => reason),
        ...Array.from({ length: count - hostile.length }, () => null),
      ]);
      await expectBooksToEqualLedger(program);
    },
    2 * LONG_MS,
  );
});

describeWhereFull('a node that keeps 256 ledgers, while the program stands still for 400', () => {
  const program = new ProgramInParts(SHORT_LIST);
  let landlord: Person;
  let investor: Person;
  beforeAll(() => program.start().then(() => undefined), LONG_MS);
  afterAll(() => program.remove());

  it(
    'is named in readiness; what was under way ends, purchases go on, nothing is paid twice',
    async () => {
      await program.sandbox.post('/control/ledger', { closeEveryMs: PACE_MS, history: 256 });
      const signIn = async () => {
        landlord = await program.personOf('landlord').signIn('landlord');
        investor = await program.personOf('investor').signIn('investor');
      };
      await signIn();
      await Promise.all([landlord.verify('landlord'), investor.verify('investor')]);
      const { id } = await landlord.list();
      expect((await investor.buy(id, 2)).status).toBe('completed');
      const { body } = await investor.call('POST', `/api/properties/${id}/purchase`, { body: { tokensToPurchase: 3 } });
      for (const { payloadUuid } of body.signRequests) await program.sandbox.sign(investor.address!, payloadUuid);
      await until(
        () => investor.status(body.paymentId),
        ({ legs }: any) => legs.every((one: any) => one.state !== 'prepared' && one.state !== 'requested'),
        'the legs being sent',
      );
      await program.kill('backend');
      const index = async () => (await program.sandbox.ledger('ledger', { ledger_index: 'validated' })).ledger_index;
      const stoppedAt = await index();
      await program.sandbox.post('/control/ledger', { closeEveryMs: 20 });
      await until(index, (now) => now > stoppedAt + 400, '400 ledgers');
      await program.sandbox.post('/control/ledger', { closeEveryMs: PACE_MS });
      await program.startPart('backend');
      await signIn();
      const ended = await investor.seeThrough(body.paymentId);
      expect(['completed', 'failed']).toContain(ended.status);
      await until(
        async () => (await program.visitor().get('/api/health/ready')).ledger.history,
        Boolean,
        'the missing history being named',
      );
      expect((await investor.buy(id, 4)).status).toBe('completed');
      const expected = 2 + 4 + (ended.status === 'completed' ? 3 : 0);
      expect(await program.onLedger(investor.address!, 'token')).toBe(String(expected));
    },
    LONG_MS,
  );
});
