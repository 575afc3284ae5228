import type { Day } from '@tknest/contracts/money';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { SAMPLE_OWNER as OWNER, sampleListing } from '#test/support/listed.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { context } from '#test/event-store/adapter.js';
import { Refused } from '#platform/domain/refused.js';
import type { Limit, RateLimiter } from '#platform/sessions/rate-limiter.js';
import type { Session } from '#platform/sessions/session.js';
import { LoanRow, Sale } from '#features/loans/read-models/loans/loan.entities.js';
import { loansProjection } from '#features/loans/read-models/loans/loans.projection.js';
import {
  MarketPerson,
  MarketPosition,
  MarketProperty,
} from '#features/recommendations/read-models/market/market.entities.js';
import { marketProjection } from '#features/recommendations/readers.public.js';
import { PREVIEW } from '../../previews/preview-picture.js';
import { headOf, PropertyHeads } from '../../property-heads.js';
import {
  LatePayment,
  PropertyHolding,
  PropertyMomentRow,
  PropertySale,
} from '../../read-models/history/history.entities.js';
import { historyProjection } from '../../read-models/history/history.projection.js';
import { Property } from '../../read-models/property/property.entity.js';
import { propertyProjection } from '../../read-models/property/property.projection.js';
import { followSecurityEvents } from '#platform/telemetry/security-log.js';
import { listingStream } from '../../listing.decider.js';
import { ShowProfile, ShowProfileHandler } from './show-profile.query.js';

const VERIFIED = 'rVerifiedExampleExampleExampl';
const HOLDER = 'rHolderExampleExampleExample1';
const SHA256 = 'ab'.repeat(32);
const of = (wallet: string, role: Session['role']) => ({ wallet, role }) as Session;
const NEAR = {
  'its landlord': of(OWNER, 'landlord'),
  'an admin': of('rAdmin', 'admin'),
  'an auditor': of('rAuditor', 'auditor'),
  'the case desk': of('rDesk', 'compliance'),
};
const FAR = {
  'a stranger': null,
  'an investor who is not verified': of('rNewcomer', 'investor'),
  'another landlord': of('rOther', 'landlord'),
};

let db: TestDatabase;
let instance: Instance;
let handler: ShowProfileHandler;

beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, [propertyProjection, historyProjection, loansProjection, marketProjection], {
    entities: [
      Property,
      LoanRow,
      Sale,
      PropertyMomentRow,
      PropertySale,
      PropertyHolding,
      LatePayment,
      MarketProperty,
      MarketPerson,
      MarketPosition,
    ],
  });
  const standing = {
    isVerified: async (wallet: string, role: string) => wallet === (role === 'investor' ? VERIFIED : OWNER),
  };
  const names = { of: async (row: Property) => (row.contractId ? 'lease.pdf' : null) };
  handler = new ShowProfileHandler(instance.dataSource, instance.store, standing as never, names as never);
  await list(1);
  await told('2026-11-02', {
    type: 'ContractAttached',
    data: {
      propertyId: 1,
      documentId: randomUUID(),
      nameItem: randomUUID(),
      sha256: SHA256,
      bytes: 24_000,
      mediaType: 'a/b',
    },
  });
});
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});

async function told(businessDate: Day, ...events: DomainEvent[]): Promise<void> {
  const at = context();
  const [{ type, data }] = events as [DomainEvent];
  const isListings = /^(Listing|Contract|Tokens)/.test(type) && 'propertyId' in data;
  const stream = isListings ? listingStream(data.propertyId!) : `told-${randomUUID()}`;
  await instance.store.append(stream, 'any', events as never, {
    ...at,
    metadata: { ...at.metadata, businessDate },
  });
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
}
const list = (propertyId: number, more: object = {}) => told('2026-11-01', sampleListing(propertyId, more));
const bought = (propertyId: number, wallet: string, tokens: number): DomainEvent[] => {
  const what = { propertyId, paymentId: randomUUID(), wallet, tokens };
  return [
    { type: 'TokensReserved', data: what },
    {
      type: 'TokensPurchased',
      data: {
        ...what,
        cost: String(tokens * 100),
        platformFee: '0',
        estimatedMonthlyReturn: '1',
        paymentHash: 'P',
        issuanceHash: 'I',
      },
    },
  ];
};
const shown = (propertyId: number, session: Session | null = null) =>
  handler.execute(new ShowProfile(propertyId, session));

describe('who sees what of a property’s page', () => {
  it.each(Object.entries(FAR))('%s: the city, no address, no contract, no wallet', async (_, session) => {
    const profile = await shown(1, session);
    expect(profile).toMatchObject({ city: 'Springfield, IL', details: null, hasContract: true, own: false });
    const told = JSON.stringify(profile);
    for (const secret of ['44', 'Example Avenue', '62701', OWNER, 'lease.pdf', SHA256])
      expect(told).not.toContain(secret);
    expect(told).not.toMatch(/\br[1-9A-HJ-NP-Za-km-z]{20,}/);
  });
  it.each(Object.entries({ ...NEAR, 'a verified investor': of(VERIFIED, 'investor') }))(
    '%s: also the exact address, and the contract with its digest',
    async (_, session) => {
      const profile = await shown(1, session);
      expect(profile.details).toMatchObject({
        address: '44 Example Avenue, Springfield, IL 62701',
        contract: { fileName: 'lease.pdf', bytes: 24_000, sha256: SHA256 },
        loan: null,
        latePayments: [],
      });
      expect(profile.own).toBe(session.wallet === OWNER);
    },
  );
  it('no holder’s wallet is told to anybody, and how tokens are spread in bands', async () => {
    await list(2);
    const wallets = [VERIFIED, ...[1, 2, 3, 4, 5].map((n) => `rHolder${n}ExampleExampleExample`)];
    await told('2026-11-03', ...wallets.flatMap((wallet, index) => bought(2, wallet, index + 1)));
    for (const session of [null, ...Object.values(NEAR), of(VERIFIED, 'investor')]) {
      const profile = await shown(2, session);
      expect(profile.holders).toEqual({ count: '6-20', largestShare: '25-50' });
      for (const wallet of wallets) expect(JSON.stringify(profile)).not.toContain(wallet);
    }
    const ended: DomainEvent = {
      type: 'TokensRedeemed',
      data: { propertyId: 2, wallet: wallets[5]!, tokens: 6, redemptionId: 'r', hash: 'H', ledgerIndex: 1 },
    };
    await told('2026-12-03', ended);
    expect((await shown(2)).holders).toEqual({ count: '1-5', largestShare: '25-50' });
  });
  it('a hidden one is there for its landlord, the office and who holds tokens of it', async () => {
    await list(3, { name: 'Hidden House' });
    await told('2026-11-03', ...bought(3, HOLDER, 2));
    await told('2026-11-04', { type: 'ListingHidden', data: { propertyId: 3, reason: 'Asked for' } });
    for (const session of [...Object.values(FAR), of(VERIFIED, 'investor')])
      await expect(shown(3, session)).rejects.toMatchObject({ reason: 'not-found' });
    for (const session of Object.values(NEAR)) expect(await shown(3, session)).toMatchObject({ hidden: true });
    expect(await shown(3, of(HOLDER, 'investor'))).toMatchObject({ hidden: true, own: false, details: null });
    await expect(shown(99, NEAR['an admin'])).rejects.toMatchObject({ reason: 'not-found' });
  });
  it('what somebody wrote into the row decides nothing: not whose it is, nor whether it is hidden', async () => {
    const alarms: string[] = [];
    const unfollow = followSecurityEvents(({ event }) => alarms.push(event));
    const [row] = await instance.dataSource.query('select * from properties where id = 3');
    const planted = (set: string) => instance.dataSource.query(`update properties set ${set} where id = 3`);
    await planted('hidden = false');
    await expect(shown(3, FAR['another landlord'])).rejects.toMatchObject({ reason: 'not-found' });
    await planted(`owner = '${FAR['another landlord'].wallet}'`);
    for (const session of [...Object.values(FAR), ...Object.values(NEAR)])
      await expect(shown(3, session)).rejects.toMatchObject({ reason: 'not-found' });
    await planted(`hidden = true, owner = '${OWNER}'`);
    const held = 'insert into property_holdings (property_id, wallet, tokens) values (3, $1, 1)';
    await instance.dataSource.query(held, [FAR['another landlord'].wallet]);
    await expect(shown(3, FAR['another landlord'])).rejects.toMatchObject({ reason: 'not-found' });
    await instance.dataSource.query('delete from property_holdings where wallet = $1', [
      FAR['another landlord'].wallet,
    ]);
    // A listing that never was.
    const columns = Object.keys(row)
      .filter((name) => name !== 'ended')
      .map((name) => `"${name}"`)
      .join();
    await instance.dataSource.query(
      `insert into properties (${columns}) select ${columns} from jsonb_populate_record(null::properties, $1)`,
      [JSON.stringify({ ...row, id: 77, hidden: false })],
    );
    await expect(shown(77)).rejects.toMatchObject({ reason: 'not-found' });
    await instance.dataSource.query('delete from properties where id = 77');
    unfollow();
    expect(alarms).toEqual(Array(8).fill('read-model-refused'));
  });
  it('a hostile name stays what it is: text', async () => {
    const name = '</title><script>alert(1)</script>';
    await list(4, { name, address: `x, ${name}` });
    expect(await shown(4)).toMatchObject({ name, city: null });
  });
});

describe('what the shell says of a property', () => {
  const looks: ShowProfile[] = [];
  const queries = { execute: async (look: ShowProfile) => (looks.push(look), { id: look.propertyId }) } as never;
  const config = { publicUrl: 'https://tknest.example' };
  const NETWORK = '203.0.113.7';
  /** @param most how many views a network has */
  const heads = (most = 10) => {
    const limiter = {
      take: async ({ name }: Limit, who: string) => {
        expect([name, who]).toEqual(['property-profile', NETWORK]);
        if (most-- <= 0) throw new Refused('too-many', 'Too many attempts.');
        return async () => undefined;
      },
    };
    return new PropertyHeads(instance.dataSource, config, instance.store, queries, limiter as unknown as RateLimiter);
  };
  const head = (id: string, session: Session | null = null) => heads().of(id, session, NETWORK);

  it('has a visitor’s answers for a visitor, whom many others cost no further look', async () => {
    const one = heads();
    const answers = { 'api/properties/1/profile': { id: 1 } };
    for (let visit = 0; visit < 3; visit++) expect(await one.of('1', null, NETWORK)).toMatchObject({ answers });
    expect(looks).toEqual([new ShowProfile(1, null)]);
    expect((await one.of('1', NEAR['its landlord']!, NETWORK))!.answers).toBeUndefined();
  });
  it('has none for a network that has looked at too many, to which pages tell no more than calls do', async () => {
    const one = heads(1);
    const answersOf = async (id: string) => (await one.of(id, null, NETWORK))!.answers;
    expect(await answersOf('1')).toBeDefined();
    expect(await answersOf('4')).toBeUndefined();
    expect((await one.of('4', null, NETWORK))!.head).not.toBeNull();
    // What is known costs nothing.
    expect(await answersOf('1')).toBeDefined();
  });
  it('is what strangers may see: the city, the sale, the terms', async () => {
    expect(await head('1')).toMatchObject({
      head: {
        title: 'Sample Court',
        description:
          'A rental property in Springfield, IL: 0 of 100 tokens sold, 100.00 RLUSD each. 6.5% APR over 12 months from a monthly rent of 2,500.00 RLUSD.',
      },
    });
    const row = await instance.dataSource.getRepository(Property).findOneByOrFail({ id: 4 });
    expect(headOf(row).description).toMatch(/^A rental property: 0 of/);
  });
  it('names its own address and a picture that changes with the sale', async () => {
    const { address, picture } = (await head('1'))!.head!;
    expect(address).toBe('https://tknest.example/properties/1');
    const alt = expect.stringContaining('0 of 100 tokens sold');
    expect(picture).toEqual({ ...PREVIEW, alt, address: 'https://tknest.example/api/previews/property-1.png?sold=0' });
    expect((await heads().fixed('landing'))!.head!.address).toBe('https://tknest.example/');
    expect((await heads().fixed('properties'))!.head!.picture.address).toMatch(/\/api\/previews\/properties\.png$/);
  });
  it('is nothing where nothing is there, and nothing of what is hidden', async () => {
    for (const id of ['99', '0', '01', 'abc', '9999999999', '1%20', '3']) expect(await head(id)).toBeNull();
    expect(await head('3', of(VERIFIED, 'investor'))).toBeNull();
    const near = [NEAR['its landlord']!, of(HOLDER, 'investor')];
    for (const session of near) expect(await head('3', session)).toEqual({ head: null });
  });
});

describe('the history of a property', () => {
  const moments = async (id: number) => (await shown(id)).moments.map(({ kind, date }) => `${date} ${kind}`);

  it('of a sale: when what part was sold, on business days, each once', async () => {
    await list(5);
    expect(await moments(5)).toEqual(['2026-11-01 listed']);
    await told('2026-11-03', ...bought(5, 'rA', 24));
    await told('2026-11-05', ...bought(5, 'rB', 1));
    await told('2026-11-09', ...bought(5, 'rC', 50));
    await told('2026-11-10', ...bought(5, 'rA', 25));
    await told(
      '2026-11-10',
      { type: 'ListingFullyFunded', data: { propertyId: 5 } },
      {
        type: 'ListingClosed',
        data: { propertyId: 5, tokensSold: 100, principal: '10000', reason: 'fully-funded', explanation: null },
      },
    );
    expect(await moments(5)).toEqual([
      '2026-11-01 listed',
      '2026-11-03 first-sale',
      '2026-11-05 quarter',
      '2026-11-09 half',
      '2026-11-09 three-quarters',
      '2026-11-10 fully-funded',
    ]);
  });

  it('of a loan: late payments with the day on which they were paid, whole', async () => {
    await told('2026-11-10', {
      type: 'LoanOpened',
      data: {
        propertyId: 5,
        propertyName: 'Sample Court',
        owner: OWNER,
        principal: '10000',
        tokens: 100,
        annualRate: '6.5',
        termMonths: 12,
        monthlyPayment: '862.96',
        openedOn: '2026-11-10',
        dueDay: 10,
        firstDueDate: '2026-12-10',
      },
    });
    for (const dueDate of ['2026-12-10', '2027-01-10', '2027-02-10'] as const)
      await told('2027-02-20', {
        type: 'LoanInArrears',
        data: { propertyId: 5, dueDate, amount: '862.96', date: '2027-02-20' },
      });
    const paid = (dueDate: Day | null, amount: string): DomainEvent => ({
      type: 'RepaymentAllocated',
      data: {
        propertyId: 5,
        repaymentId: randomUUID(),
        parts: [{ to: 'arrears', of: 'interest', dueDate, amount }],
        interest: amount,
        principal: '0',
        excess: '0',
        monthlyPayment: '862.96',
        instalmentsLeft: 12,
        balance: '10000',
      },
    });
    const late = async () =>
      (await shown(5, NEAR['its landlord'])).details!.latePayments.map(
        ({ dueDate, amount, paidOn }) => `${dueDate} ${amount} ${paidOn}`,
      );
    await told('2027-02-21', paid('2026-12-10', '862.95'));
    expect(await late()).toEqual(['2027-02-10 862.96 null', '2027-01-10 862.96 null', '2026-12-10 862.96 null']);
    await told('2027-02-25', paid('2026-12-10', '0.01'), paid(null, '5'));
    await told('2027-03-01', { type: 'LoanPaidOff', data: { propertyId: 5, date: '2027-03-01' as const } });
    expect(await late()).toEqual([
      '2027-02-10 862.96 2027-03-01',
      '2027-01-10 862.96 2027-03-01',
      '2026-12-10 862.96 2027-02-25',
    ]);
    expect((await moments(5)).slice(-2)).toEqual(['2026-11-10 loan-opened', '2027-03-01 paid-off']);
    const stranger = await shown(5);
    expect(stranger).toMatchObject({ loanStatus: 'paid_off', details: null });
    expect(JSON.stringify(stranger)).not.toContain('862.96');
  });

  it('of a listing that its landlord closed', async () => {
    await list(6);
    await told('2026-11-12', {
      type: 'ListingClosed',
      data: { propertyId: 6, tokensSold: 0, principal: '0', reason: 'owner', explanation: null },
    });
    expect(await moments(6)).toEqual(['2026-11-01 listed', '2026-11-12 closed']);
  });
});

describe('the risk of a property, and its landlord’s record', () => {
  it('counts every installment that was paid or went into arrears, over all of the landlord’s properties', async () => {
    const owner = 'rRecordedExampleExampleExampl';
    await list(7, { owner });
    await list(8, { owner });
    expect((await shown(7)).landlord).toEqual({ verified: false, listings: 2, due: 0, onTime: 0 });
    expect((await shown(7)).risk).toEqual({
      level: 'medium',
      reasons: [{ words: 'Too little is known yet: few purchases, and no installment', points: 25 }],
    });
    await told('2026-11-03', ...bought(7, 'rA', 100));
    await told('2026-11-10', {
      type: 'LoanOpened',
      data: {
        propertyId: 7,
        propertyName: 'Sample Court',
        owner,
        principal: '10000',
        tokens: 100,
        annualRate: '6.5',
        termMonths: 12,
        monthlyPayment: '862.96',
        openedOn: '2026-11-10',
        dueDay: 10,
        firstDueDate: '2026-12-10',
      },
    });
    const fell = (dueDate: Day, paid: string): DomainEvent => ({
      type: 'InstalmentFellDue',
      data: {
        propertyId: 7,
        number: 1,
        dueDate,
        collectOn: dueDate,
        interest: '54.17',
        principal: '808.79',
        overdue: '0',
        interestPaid: '54.17',
        principalPaid: paid,
      } as never,
    });
    // One that was prepaid, one in arrears, one in its days of grace.
    await told('2027-02-10', fell('2026-12-10', '808.79'), fell('2027-01-11', '0'), fell('2027-02-10', '0'));
    await told('2027-02-10', {
      type: 'LoanInArrears',
      data: { propertyId: 7, dueDate: '2027-01-11', amount: '808.79', date: '2027-02-10' },
    });
    expect((await shown(8)).landlord).toEqual({ verified: false, listings: 2, due: 2, onTime: 1 });
    expect((await shown(7)).risk).toMatchObject({
      level: 'high',
      reasons: [{ words: 'An installment is overdue', points: 40 }, {}, {}, {}],
    });
    expect((await shown(1)).landlord.verified).toBe(true);
  });
});
