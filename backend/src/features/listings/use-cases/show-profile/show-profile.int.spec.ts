import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DomainEvent } from '@tknest/contracts/events';
import type { Day } from '@tknest/contracts/money';
import { randomUUID } from 'node:crypto';
import { SAMPLE_OWNER as OWNER } from '#test/support/listed.js';
import { bought, HOLDER, NEAR, of, propertyPages, SHA256, VERIFIED } from '#test/support/property-pages.js';
import type { Session } from '#platform/sessions/session.js';
import { followSecurityEvents } from '#platform/telemetry/security-log.js';

const FAR = {
  'a stranger': null,
  'an investor who is not verified': of('rNewcomer', 'investor'),
  'another landlord': of('rOther', 'landlord'),
};

let pages: Awaited<ReturnType<typeof propertyPages>>;
beforeAll(async () => {
  pages = await propertyPages();
});
afterAll(() => pages?.stop());
const told = (date: Day, ...events: DomainEvent[]) => pages.told(date, ...events);
const list = (propertyId: number, more?: object) => pages.list(propertyId, more);
const shown = (propertyId: number, session?: Session | null) => pages.shown(propertyId, session);

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
    const [row] = await pages.instance.dataSource.query('select * from properties where id = 3');
    const planted = (set: string) => pages.instance.dataSource.query(`update properties set ${set} where id = 3`);
    await planted('hidden = false');
    await expect(shown(3, FAR['another landlord'])).rejects.toMatchObject({ reason: 'not-found' });
    await planted(`owner = '${FAR['another landlord'].wallet}'`);
    for (const session of [...Object.values(FAR), ...Object.values(NEAR)])
      await expect(shown(3, session)).rejects.toMatchObject({ reason: 'not-found' });
    await planted(`hidden = true, owner = '${OWNER}'`);
    const held = 'insert into property_holdings (property_id, wallet, tokens) values (3, $1, 1)';
    await pages.instance.dataSource.query(held, [FAR['another landlord'].wallet]);
    await expect(shown(3, FAR['another landlord'])).rejects.toMatchObject({ reason: 'not-found' });
    await pages.instance.dataSource.query('delete from property_holdings where wallet = $1', [
      FAR['another landlord'].wallet,
    ]);
    // A listing that never was.
    const columns = Object.keys(row)
      .filter((name) => name !== 'ended')
      .map((name) => `"${name}"`)
      .join();
    await pages.instance.dataSource.query(
      `insert into properties (${columns}) select ${columns} from jsonb_populate_record(null::properties, $1)`,
      [JSON.stringify({ ...row, id: 77, hidden: false })],
    );
    await expect(shown(77)).rejects.toMatchObject({ reason: 'not-found' });
    await pages.instance.dataSource.query('delete from properties where id = 77');
    unfollow();
    expect(alarms).toEqual(Array(8).fill('read-model-refused'));
  });
  it('a hostile name stays what it is: text', async () => {
    const name = '</title><script>alert(1)</script>';
    await list(4, { name, address: `x, ${name}` });
    expect(await shown(4)).toMatchObject({ name, city: null });
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
