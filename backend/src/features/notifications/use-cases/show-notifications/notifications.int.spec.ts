import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { createDataSource } from '../../../../platform/database/data-source.js';
import type { EventStore, RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { START } from '../../../../platform/event-store/event-store.js';
import { toPosition } from '../../../../platform/event-store/positions.js';
import type { Session } from '../../../../platform/http/access.js';
import { OwnNotices } from '../../own-notices.js';
import {
  NoticeSubject,
  NotificationRow,
  PropertyHolder,
} from '../../read-models/notifications/notification.entities.js';
import { notificationsProjection } from '../../read-models/notifications/notifications.projection.js';
import { NotificationState } from '../../state/notification-state.js';
import { MarkRead, MarkReadHandler } from '../mark-read/mark-read.command.js';
import { Preferences, SetPreference, SetPreferenceHandler } from '../set-preferences/preferences.js';
import { ListNotifications, ListNotificationsHandler } from './list-notifications.query.js';

let database: TestDatabase;
let db: DataSource;
let state: NotificationState;
let notices: OwnNotices;
let head = START;
beforeAll(async () => {
  database = await freshDatabase();
  db = await createDataSource(database.url, [NotificationRow, PropertyHolder, NoticeSubject]).initialize();
  state = new NotificationState(database.pool, { head: async () => head } as unknown as EventStore);
  notices = new OwnNotices(db, state);
  await state.onApplicationBootstrap();
});
afterAll(async () => {
  await db?.destroy();
  await database?.drop();
});

const of = (wallet: string, role = 'investor') => ({ wallet, role }) as Session;
const listFor = async (wallet: string, role = 'investor', page: object = {}) =>
  (await new ListNotificationsHandler(notices).execute(new ListNotifications(of(wallet, role), page))).rows;
const told = async (wallet: string, role = 'investor') => (await listFor(wallet, role)).map(({ kind }) => kind);
const waiting = async (wallet: string, role = 'investor') =>
  (await listFor(wallet, role, { show: 'needs-you' })).map(({ kind }) => kind);
const unread = async (wallet: string, role = 'investor') => (await notices.unread(of(wallet, role))).unread;
const read = (wallet: string, what: object) =>
  new MarkReadHandler(notices, state).execute(new MarkRead(of(wallet), what));

let position = 0;
const fact = (type: string, data: object, id = `${type}-${position + 1}`) =>
  ({ type, id, position: toPosition(++position), at: '2026-11-23T00:00:00.000Z', data }) as unknown as RecordedEvent;
const happen = (...facts: RecordedEvent[]) => db.transaction((tx) => notificationsProjection.apply(facts, tx));
const started = (paymentId: string, payer: string, more: object = {}) =>
  fact('PaymentStarted', {
    paymentId,
    kind: 'property_purchase',
    payer,
    payee: 'rLandlord',
    propertyId: 1,
    propertyName: 'Sample Court',
    tokens: 5,
    amount: '500',
    refundOf: null,
    ...more,
  });
const asked = (paymentId: string, leg = 'recipient') =>
  fact('SignatureRequested', { paymentId, leg, attempt: 1, expiresAt: '2026-11-23T00:10:00.000Z' });

describe('that a verification ends (rule 7)', () => {
  const noticed = (days: number) =>
    fact(
      'VerificationExpiryNoticed',
      { wallet: 'rIda', role: 'landlord', expiresAt: '2026-12-22T09:00:00.000Z', days, date: '2026-11-22' },
      `notice-${days}`,
    );

  it('stands 30, 7 and 1 days before among the person’s notifications, the newest first, and nobody else’s', async () => {
    await happen(...[30, 7, 1].map(noticed));
    const rows = await listFor('rIda');
    expect(rows.map(({ id }) => id)).toEqual(['notice-1', 'notice-7', 'notice-30']);
    expect(rows[0]).toEqual({
      id: 'notice-1',
      at: '2026-11-23T00:00:00.000Z',
      kind: 'landlord-verification-ending',
      topic: 'verification',
      propertyId: null,
      propertyName: null,
      title: 'Your verification ends on 22 Dec 2026',
      text: 'Your verification as a landlord ends on 22 Dec 2026. After that nothing new can begin until you are verified again.',
      link: '/kyc',
      read: false,
      needsYou: true,
      until: null,
    });
    expect(await listFor('rOther')).toEqual([]);
    expect(await listFor('rAdmin', 'admin')).toEqual([]);
  });

  it('waits for nobody once the person is verified anew', async () => {
    const decided = { wallet: 'rIda', role: 'landlord', status: 'verified', code: null };
    await happen(fact('KycDecided', { ...decided, expiresAt: '2027-12-22T09:00:00.000Z' }));
    expect(await waiting('rIda')).toEqual([]);
    expect((await told('rIda'))[0]).toBe('verified');
  });
});

describe('that tokens which are paid for are not issued (hostile world 1)', () => {
  const bought = { paymentId: 'p', propertyId: 1, propertyName: 'Sample Court' };
  it('is told to the buyer with the day, and then to both who owes what back', async () => {
    const checked = { ...bought, payer: 'rBuyer', until: '2026-11-30' };
    const owed = { ...bought, by: 'rLandlord', to: 'rBuyer', amount: '500', dueOn: '2026-12-15' };
    await happen(
      fact('DeliveryChecked', { ...checked, obstacle: 'deposit-auth' }),
      fact('DeliveryChecked', { ...checked, obstacle: null }),
      fact('DeliveryChecked', { ...checked, obstacle: 'destination-tag' }),
      fact('PrincipalOwedBack', owed),
    );
    const rows = async (wallet: string) =>
      (await listFor(wallet)).map(({ kind, text, link, needsYou }) => ({ kind, text, link, needsYou }));
    expect(await rows('rBuyer')).toEqual([
      {
        kind: 'payment-owed-back',
        text: expect.stringContaining('500.00 RLUSD back, due 15 Dec 2026.'),
        link: '/dashboard',
        needsYou: false,
      },
      {
        kind: 'tokens-refused',
        text: expect.stringContaining('by 30 Nov 2026'),
        link: '/dashboard',
        needsYou: false,
      },
    ]);
    expect(await rows('rLandlord')).toEqual([
      {
        kind: 'owe-payment-back',
        text: expect.stringContaining('you owe the buyer 500.00 RLUSD back'),
        link: '/dashboard',
        needsYou: true,
      },
    ]);
    const back = { kind: 'refund', payee: 'rBuyer', tokens: null, refundOf: 'p' };
    await happen(started('back', 'rLandlord', back), fact('PaymentCompleted', { paymentId: 'back' }));
    expect(await waiting('rLandlord')).toEqual([]);
  });
});

describe('notifications (issue 30, point 7)', () => {
  it('a signature is waited for, once, until the payment is on its way', async () => {
    await happen(started('sign', 'rSigner'), asked('sign'), asked('sign', 'platform'));
    expect(await told('rSigner')).toEqual(['signature-waiting']);
    expect((await listFor('rSigner'))[0]).toMatchObject({
      text: '5 tokens of Sample Court are held for you while you sign.',
      link: '/dashboard?payment=sign',
      until: '2026-11-23T00:10:00.000Z',
      needsYou: true,
    });
    await happen(fact('PaymentSubmitted', { paymentId: 'sign', leg: 'recipient' }));
    expect(await told('rSigner')).toEqual([]);
  });

  it.each([
    ['PaymentCancelled', []],
    ['PaymentExpired', []],
    ['PaymentFailed', ['payment-failed']],
    ['PaymentCompleted', ['payment-settled']],
  ])('after %s nobody waits for a signature any more', async (type, left) => {
    const paymentId = `ends-${type}`;
    await happen(started(paymentId, `r${type}`), asked(paymentId), fact(type, { paymentId }));
    expect(await told(`r${type}`)).toEqual(left);
  });

  it('a payment that failed once its principal had landed does not say that no money moved', async () => {
    await happen(
      started('landed', 'rLanded'),
      fact('LegValidated', { paymentId: 'landed', leg: 'recipient' }),
      fact('PaymentFailed', { paymentId: 'landed' }),
    );
    expect(await told('rLanded')).toEqual([]);
  });

  it('a direct payment tells both, with a receipt; a repayment is told of by its loan', async () => {
    const direct = { kind: 'rlusd_payment', payee: 'rPayee', propertyId: null, propertyName: null, tokens: null };
    await happen(started('direct', 'rPayer', direct), fact('PaymentCompleted', { paymentId: 'direct' }));
    await happen(
      started('loan', 'rPayer', { kind: 'principal_payback' }),
      fact('PaymentCompleted', { paymentId: 'loan' }),
    );
    expect(await told('rPayer')).toEqual(['payment-settled']);
    expect((await listFor('rPayee'))[0]).toMatchObject({
      kind: 'payment-received',
      title: '500.00 RLUSD received',
      link: '/receipts/direct',
    });
  });

  it('rent arrived, or could not be paid until its reason is gone', async () => {
    const run = { runId: 'due-1', propertyId: 7, source: 'autopay', period: '2026-12-01' };
    const line = { propertyId: 7, wallet: 'rTenant', amount: '12.5' };
    await happen(
      fact('ListingCreated', { propertyId: 7, name: 'Demo Lofts', owner: 'rSeven' }),
      fact('PayoutRunCreated', run),
      fact('PayoutLineUnclaimed', { ...line, runId: 'due-1', batch: '0', reason: 'no-line' }),
      fact('PayoutLineUnclaimed', { ...line, runId: 'due-1', batch: 'fee', reason: 'no-line' }),
    );
    expect(await waiting('rTenant')).toEqual(['rent-unclaimed']);
    expect((await listFor('rTenant'))[0]).toMatchObject({ link: '/trust-line-setup' });
    await happen(fact('UnclaimedPaid', { ...line, runId: 'due-1' }));
    expect(await waiting('rTenant')).toEqual([]);
    expect((await listFor('rTenant'))[0]).toMatchObject({
      kind: 'rent-received',
      title: '12.50 RLUSD of rent arrived',
      text: 'The December 2026 rent share of Demo Lofts is in your wallet.',
      propertyName: 'Demo Lofts',
    });
  });

  it('a holder is told of what happens to the property from the purchase on, and waits for nothing of the landlord’s', async () => {
    const short = {
      propertyId: 7,
      propertyName: 'Demo Lofts',
      owner: 'rSeven',
      date: '2026-12-01',
      about: '2026-12-01',
    };
    const sent = (noticeId: string) =>
      fact('NotificationSent', {
        ...short,
        noticeId,
        kind: 'deposit-short',
        audience: ['owner', 'holders', 'admins'],
        amount: '100',
        missing: '10',
      });
    await happen(sent('before'), fact('TokensPurchased', { propertyId: 7, wallet: 'rHolder' }), sent('after'));
    expect((await listFor('rHolder')).map(({ id, needsYou }) => [id, needsYou])).toEqual([['after', false]]);
    expect(await waiting('rSeven')).toEqual(['deposit-short']);
    await happen(fact('RepaymentReceived', { propertyId: 7 }));
    expect(await waiting('rSeven')).toEqual([]);
  });

  it('of reminders of one thing the newest waits for the landlord, until a repayment answers them all', async () => {
    const remind = (kind: string, date: string) =>
      fact('NotificationSent', {
        noticeId: `9/${kind}/${date}`,
        propertyId: 9,
        propertyName: 'House 9',
        owner: 'rLate',
        audience: ['owner'],
        kind,
        date,
        about: date,
        amount: '50',
        missing: null,
      });
    await happen(
      remind('payment-due-soon', '2026-12-01'),
      remind('payment-due', '2026-12-02'),
      remind('payment-overdue', '2026-12-09'),
      remind('payment-overdue', '2026-12-16'),
      remind('collected', '2026-12-16'),
    );
    expect(await told('rLate')).toHaveLength(5);
    expect(await waiting('rLate')).toEqual(['payment-overdue', 'payment-due']);
    await happen(fact('RepaymentReceived', { propertyId: 9 }));
    expect(await waiting('rLate')).toEqual([]);
  });

  it('a sale that closed is told to landlord and holders; arrears to the holders; an end of tokens to whose they were', async () => {
    await happen(
      fact('ListingClosed', { propertyId: 7, tokensSold: 5, principal: '500' }),
      fact('LoanOpened', {
        propertyId: 7,
        propertyName: 'Demo Lofts',
        owner: 'rSeven',
        tokens: 5,
        principal: '500',
      }),
      fact('LoanInArrears', { propertyId: 7, dueDate: '2026-12-01', amount: '40' }),
      fact('TokensRedeemed', { propertyId: 7, wallet: 'rHolder', tokens: 5 }),
    );
    expect((await told('rHolder')).slice(0, 3)).toEqual(['tokens-redeemed', 'loan-in-arrears', 'sale-closed']);
    expect((await told('rSeven'))[0]).toBe('sale-closed');
    expect((await listFor('rSeven'))[0]).toMatchObject({ link: '/landlord-payback?propertyId=7' });
    expect((await listFor('rHolder'))[2]).toMatchObject({ link: '/properties/7' });
  });

  it('a sale that ends with its last token is told too, and one that sold nothing, each once', async () => {
    const listed = (propertyId: number) =>
      fact('ListingCreated', { propertyId, name: `House ${propertyId}`, owner: `rOf${propertyId}` });
    const opened = { propertyId: 20, propertyName: 'House 20', owner: 'rOf20', tokens: 9, principal: '900' };
    await happen(
      listed(20),
      listed(21),
      fact('ListingFullyFunded', { propertyId: 20 }),
      fact('LoanOpened', opened),
      fact('ListingClosed', { propertyId: 20, tokensSold: 9, principal: '900' }),
      fact('ListingClosed', { propertyId: 21, tokensSold: 0, principal: '0' }),
    );
    expect((await listFor('rOf20')).map(({ text }) => text)).toEqual([
      '9 tokens sold for 900.00 RLUSD. The loan and its rent shares begin now.',
    ]);
    expect((await listFor('rOf21')).map(({ text }) => text)).toEqual(['No tokens were sold, so there is no loan.']);
  });

  it('a verification is told when it is decided, and not again while nothing changed', async () => {
    const decided = (status: string, code: string | null = null) =>
      fact('KycDecided', { wallet: 'rKyc', role: 'investor', status, code, expiresAt: null });
    await happen(decided('pending', 'manual-review'), decided('verified'), decided('verified'));
    expect(await told('rKyc')).toEqual(['verified']);
    await happen(
      fact('VerificationRevoked', { wallet: 'rKyc', role: 'investor' }),
      decided('rejected', 'screening-hit'),
    );
    const rows = await listFor('rKyc');
    expect(rows.map(({ kind }) => kind)).toEqual(['verification-rejected', 'verification-withdrawn', 'verified']);
    expect(JSON.stringify(rows)).not.toMatch(/sanction|screening|list/i);
  });

  it('who is asked for more is waited for until they answer', async () => {
    await happen(fact('ApplicantAsked', { wallet: 'rAsked', caseId: 'c-1' }));
    expect(await waiting('rAsked')).toEqual(['verification-asked']);
    await happen(fact('ApplicantAnswered', { wallet: 'rAsked', caseId: 'c-1' }));
    expect([await waiting('rAsked'), await told('rAsked')]).toEqual([[], ['verification-asked']]);
  });

  it('the office is told of cases and of proposals that need a second person, who is not their proposer', async () => {
    const proposal = { proposalId: 'q', summary: 'Pay 5 RLUSD', by: 'rFirst', expiresAt: '2026-12-01T00:00:00.000Z' };
    await happen(
      fact('CaseOpened', { caseId: 'case', summary: 'A late principal', propertyId: null }),
      fact('ComplianceCaseOpened', { caseId: 'desk', promiseBy: '2026-12-01' }),
      fact('ClearanceProposed', { caseId: 'desk', by: 'rOfficer' }),
      fact('ProposalMade', proposal),
    );
    expect(await waiting('rSecond', 'admin')).toEqual(['clearance-waiting', 'compliance-case-opened', 'case-opened']);
    await happen(fact('ProposalSigned', { proposalId: 'q' }));
    expect((await waiting('rSecond', 'admin'))[0]).toBe('proposal-waiting');
    expect(await waiting('rFirst', 'admin')).not.toContain('proposal-waiting');
    expect(await waiting('rOfficer', 'compliance')).toEqual(['compliance-case-opened']);
    expect(await waiting('rOther', 'compliance')).toEqual(['clearance-waiting', 'compliance-case-opened']);
    expect([await told('rAuditor', 'auditor'), await told('rAnybody')]).toEqual([[], []]);
    await happen(
      fact('CaseResolved', { caseId: 'case' }),
      fact('ComplianceCaseDecided', { wallet: 'rKyc', caseId: 'desk' }),
      fact('ProposalApproved', { proposalId: 'q', by: 'rSecond' }),
    );
    expect(await waiting('rSecond', 'admin')).toEqual([]);
  });
});

describe('what is read (issue 30, point 7)', () => {
  const answered = (wallet: string, caseId: string) => fact('ApplicantAsked', { wallet, caseId }, `asked-${caseId}`);
  it('is what its reader marked, one by one or all at once; somebody else’s mark changes nothing', async () => {
    await happen(answered('rReader', '1'), answered('rReader', '2'), answered('rReader', '3'));
    expect(await unread('rReader')).toBe(3);
    expect(await read('rStranger', { ids: ['asked-1'] })).toMatchObject({ unread: 0 });
    expect(await unread('rReader')).toBe(3);
    expect(await read('rReader', { ids: ['asked-1', 'nothing'] })).toMatchObject({ unread: 2 });
    expect((await listFor('rReader')).map((row) => row.read)).toEqual([false, false, true]);
    expect(await read('rReader', { all: true })).toMatchObject({ unread: 0, needsYou: 3 });
    await happen(answered('rReader', '4'));
    expect((await listFor('rReader')).map((row) => row.read)).toEqual([false, true, true, true]);
    const { rows } = await database.pool.query("select from platform.notification_reads where wallet <> 'rReader'");
    expect(rows).toHaveLength(0);
  });

  it('is refused where neither is named, or both', async () => {
    await expect(read('rReader', {})).rejects.toMatchObject({ message: 'Give either ids or all' });
    await expect(read('rReader', { ids: ['a'], all: true })).rejects.toThrow('Give either ids or all');
  });

  it('is counted up to 100', async () => {
    await happen(...Array.from({ length: 120 }, (_, index) => answered('rMuch', `much-${index}`)));
    expect(await notices.unread(of('rMuch'))).toEqual({ unread: 100, needsYou: 100 });
  });

  it('is told in the list’s pages too, and a tab shows what belongs there', async () => {
    const first = await new ListNotificationsHandler(notices).execute(
      new ListNotifications(of('rMuch'), { limit: '50' }),
    );
    expect([first.rows.length, first.next]).toEqual([50, expect.any(String)]);
    expect((await listFor('rPayer', 'investor', { show: 'money' })).map(({ kind }) => kind)).toEqual([
      'payment-settled',
    ]);
    expect(await listFor('rMuch', 'investor', { show: 'money' })).toEqual([]);
  });

  it('goes with the person', async () => {
    await state.forget('rReader');
    const { rows } = await database.pool.query(
      `select wallet from platform.notification_people where wallet = 'rReader'
       union all select wallet from platform.notification_reads where wallet = 'rReader'`,
    );
    expect(rows).toEqual([]);
  });

  it('an old log is nobody’s news: what stands in it when the program first runs is read, and no notice comes twice', async () => {
    const old = await freshDatabase();
    const oldDb = await createDataSource(old.url, [NotificationRow, PropertyHolder, NoticeSubject]).initialize();
    try {
      const facts = [answered('rOld', 'old-1'), answered('rOld', 'old-2')];
      const store = { head: async () => facts[1]!.position } as unknown as EventStore;
      const [one, another] = [new NotificationState(old.pool, store), new NotificationState(old.pool, store)];
      await Promise.all([one.onApplicationBootstrap(), another.onApplicationBootstrap()]);
      const own = new OwnNotices(oldDb, one);
      await oldDb.transaction((tx) => notificationsProjection.apply([...facts, facts[0]!], tx));
      expect((await own.list(of('rOld'), { before: '9999999', limit: 10 })).map((row) => row.read)).toEqual([
        true,
        true,
      ]);
      expect((await own.unread(of('rOld'))).unread).toBe(0);
      await oldDb.transaction((tx) => notificationsProjection.apply([answered('rOld', 'new')], tx));
      // A second start moves nothing.
      await new NotificationState(old.pool, {
        head: async () => toPosition(position),
      } as never).onApplicationBootstrap();
      expect((await own.unread(of('rOld'))).unread).toBe(1);
    } finally {
      await oldDb.destroy();
      await old.drop();
    }
  });
});

describe('what one wants to be told (issue 30, point 7)', () => {
  it('is kept by topic; what is turned off is neither listed nor counted, except what waits for its reader', async () => {
    const wish = (more: object) =>
      new SetPreferenceHandler(state, new Preferences({ smtp: null } as never, state, {} as never)).execute(
        new SetPreference(of('rPicky'), { topic: 'payments', ...more } as never),
      );
    await happen(started('picky', 'rPicky'), fact('PaymentCompleted', { paymentId: 'picky' }));
    await happen(started('picky-2', 'rPicky'), asked('picky-2'));
    expect(await unread('rPicky')).toBe(2);
    const { topics } = await wish({ show: false });
    expect(topics).toEqual([
      { topic: 'payments', show: false, mail: false },
      ...['rent', 'properties', 'verification'].map((topic) => ({ topic, show: true, mail: false })),
    ]);
    expect([await told('rPicky'), await unread('rPicky')]).toEqual([['signature-waiting'], 1]);
    expect((await wish({ mail: true })).topics[0]).toEqual({ topic: 'payments', show: false, mail: true });
    expect((await wish({ show: true })).topics[0]).toEqual({ topic: 'payments', show: true, mail: true });
    expect(await unread('rPicky')).toBe(2);
  });
});
