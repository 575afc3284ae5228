import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asked, fact, NoticeWorld, started } from '#test/support/notice-world.js';
import { WORDS, type ToldRow } from '../../words/index.js';

let world: NoticeWorld;
beforeAll(async () => {
  world = await NoticeWorld.open();
});
afterAll(() => world?.close());

describe('that a verification ends (rule 7)', () => {
  const noticed = (days: number) =>
    fact(
      'VerificationExpiryNoticed',
      { wallet: 'rIda', role: 'landlord', expiresAt: '2026-12-22T09:00:00.000Z', days, date: '2026-11-22' },
      `notice-${days}`,
    );

  it('stands 30, 7 and 1 days before among the person’s notifications, the newest first, and nobody else’s', async () => {
    await world.happen(...[30, 7, 1].map(noticed));
    const rows = await world.listFor('rIda');
    expect(rows.map(({ id }) => id)).toEqual(['notice-1', 'notice-7', 'notice-30']);
    expect(rows[0]).toEqual({
      id: 'notice-1',
      at: '2026-11-23T00:00:00.000Z',
      kind: 'landlord-verification-ending',
      topic: 'verification',
      propertyId: null,
      propertyName: null,
      title: 'Your verification ends on Dec 22, 2026',
      text: 'Your verification as a landlord ends on Dec 22, 2026. After that you can’t begin anything new until you are verified again.',
      link: '/kyc-verification',
      read: false,
      needsYou: true,
      until: null,
    });
    expect(await world.listFor('rOther')).toEqual([]);
    expect(await world.listFor('rAdmin', 'admin')).toEqual([]);
  });

  it('waits for nobody once the person is verified anew', async () => {
    const decided = { wallet: 'rIda', role: 'landlord', status: 'verified', code: null };
    await world.happen(fact('KycDecided', { ...decided, expiresAt: '2027-12-22T09:00:00.000Z' }));
    expect(await world.waiting('rIda')).toEqual([]);
    expect((await world.told('rIda'))[0]).toBe('verified');
  });
});

describe('that tokens which are paid for are not issued', () => {
  const bought = { paymentId: 'p', propertyId: 1, propertyName: 'Sample Court' };
  it('is told to the buyer with the day, and then to both who owes what back', async () => {
    const checked = { ...bought, payer: 'rBuyer', until: '2026-11-30' };
    const owed = { ...bought, by: 'rLandlord', to: 'rBuyer', amount: '500', dueOn: '2026-12-15' };
    await world.happen(
      fact('DeliveryChecked', { ...checked, obstacle: 'deposit-auth' }),
      fact('DeliveryChecked', { ...checked, obstacle: null }),
      fact('DeliveryChecked', { ...checked, obstacle: 'destination-tag' }),
      fact('PrincipalOwedBack', owed),
    );
    const rows = async (wallet: string) =>
      (await world.listFor(wallet)).map(({ kind, text, link, needsYou }) => ({ kind, text, link, needsYou }));
    expect(await rows('rBuyer')).toEqual([
      {
        kind: 'payment-owed-back',
        text: expect.stringContaining('500.00 RLUSD back, due Dec 15, 2026.'),
        link: '/dashboard',
        needsYou: false,
      },
      {
        kind: 'tokens-refused',
        text: expect.stringContaining('by Nov 30, 2026'),
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
    await world.happen(started('back', 'rLandlord', back), fact('PaymentCompleted', { paymentId: 'back' }));
    expect(await world.waiting('rLandlord')).toEqual([]);
  });
});

describe('notifications', () => {
  it('name the business day on which something happened, unless it is that of the record', async () => {
    const decided = { role: 'investor', status: 'verified', code: null, expiresAt: null };
    await world.happen(
      fact('KycDecided', { ...decided, wallet: 'rEarlier' }, 'earlier', '2026-10-13'),
      fact('KycDecided', { ...decided, wallet: 'rSameDay' }, 'same-day'),
    );
    const dayOf = async (wallet: string) => (await world.listFor(wallet)).map(({ id, date }) => [id, date]);
    expect([await dayOf('rEarlier'), await dayOf('rSameDay')]).toEqual([
      [['earlier', '2026-10-13']],
      [['same-day', undefined]],
    ]);
  });

  it('a signature is waited for, once, until the payment is on its way', async () => {
    await world.happen(started('sign', 'rSigner'), asked('sign'), asked('sign', 'platform'));
    expect(await world.told('rSigner')).toEqual(['signature-waiting']);
    expect((await world.listFor('rSigner'))[0]).toMatchObject({
      text: '5 tokens of Sample Court are held for you while you sign.',
      link: '/dashboard?payment=sign',
      until: '2026-11-23T00:10:00.000Z',
      needsYou: true,
    });
    await world.happen(fact('PaymentSubmitted', { paymentId: 'sign', leg: 'recipient' }));
    expect(await world.told('rSigner')).toEqual([]);
  });

  it.each([
    ['PaymentCancelled', []],
    ['PaymentExpired', []],
    ['PaymentFailed', ['payment-failed']],
    ['PaymentCompleted', ['payment-settled']],
  ])('after %s nobody waits for a signature any more', async (type, left) => {
    const paymentId = `ends-${type}`;
    await world.happen(started(paymentId, `r${type}`), asked(paymentId), fact(type, { paymentId }));
    expect(await world.told(`r${type}`)).toEqual(left);
  });

  it('a payment that failed once its principal had landed does not say that no money moved', async () => {
    await world.happen(
      started('landed', 'rLanded'),
      fact('LegValidated', { paymentId: 'landed', leg: 'recipient' }),
      fact('PaymentFailed', { paymentId: 'landed' }),
    );
    expect(await world.told('rLanded')).toEqual([]);
  });

  it('a direct payment tells both, with a receipt; a repayment is told of by its loan', async () => {
    const direct = { kind: 'rlusd_payment', payee: 'rPayee', propertyId: null, propertyName: null, tokens: null };
    await world.happen(started('direct', 'rPayer', direct), fact('PaymentCompleted', { paymentId: 'direct' }));
    await world.happen(
      started('loan', 'rPayer', { kind: 'principal_payback' }),
      fact('PaymentCompleted', { paymentId: 'loan' }),
    );
    expect(await world.told('rPayer')).toEqual(['payment-settled']);
    expect((await world.listFor('rPayee'))[0]).toMatchObject({
      kind: 'payment-received',
      title: '500.00 RLUSD received',
      link: '/receipts/direct',
    });
  });

  it('rent arrived, or could not be paid until its reason is gone', async () => {
    const run = { runId: 'due-1', propertyId: 7, source: 'autopay', period: '2026-12-01' };
    const line = { propertyId: 7, wallet: 'rTenant', amount: '12.5' };
    await world.happen(
      fact('ListingCreated', { propertyId: 7, name: 'Demo Lofts', owner: 'rSeven' }),
      fact('PayoutRunCreated', run),
      fact('PayoutLineUnclaimed', { ...line, runId: 'due-1', batch: '0', reason: 'no-line' }),
      fact('PayoutLineUnclaimed', { ...line, runId: 'due-1', batch: 'fee', reason: 'no-line' }),
    );
    expect(await world.waiting('rTenant')).toEqual(['rent-unclaimed']);
    expect((await world.listFor('rTenant'))[0]).toMatchObject({ link: '/trust-line-setup' });
    const aged = { ...line, runId: 'due-1', batch: '0', reason: 'no-line', days: 30, since: '2026-12-01' };
    await world.happen(fact('UnclaimedAged', aged));
    expect((await world.listFor('rTenant'))[0]).toMatchObject({
      kind: 'rent-waiting',
      title: '12.50 RLUSD has waited for you since Dec 1, 2026',
      needsYou: true,
    });
    await world.happen(fact('UnclaimedPaid', { ...line, runId: 'due-1' }));
    expect(await world.waiting('rTenant')).toEqual([]);
    expect((await world.listFor('rTenant'))[0]).toMatchObject({
      kind: 'rent-received',
      title: '12.50 RLUSD of rent arrived',
      text: 'The December 2026 rent share of Demo Lofts is in your wallet.',
      propertyName: 'Demo Lofts',
    });
  });

  it('a holder is told of what happens to the property from the purchase on, and waits for nothing of the landlord’s', async () => {
    const about = {
      propertyId: 7,
      propertyName: 'Demo Lofts',
      owner: 'rSeven',
      date: '2026-12-01',
      about: '2026-12-01',
    };
    const sent = (notificationId: string, kind = 'automation-changed', audience = ['owner', 'holders']) =>
      fact('NotificationSent', { ...about, notificationId, kind, audience, amount: '100', missing: '10' });
    await world.happen(
      sent('before'),
      fact('TokensPurchased', { propertyId: 7, wallet: 'rHolder' }),
      sent('after'),
      sent('short', 'deposit-short', ['owner', 'admins']),
    );
    expect((await world.listFor('rHolder')).map(({ id, needsYou }) => [id, needsYou])).toEqual([['after', false]]);
    expect(await world.waiting('rSeven')).toEqual(['deposit-short']);
    await world.happen(fact('RepaymentReceived', { propertyId: 7 }));
    expect(await world.waiting('rSeven')).toEqual([]);
  });

  it.each([
    [
      '1',
      '1 token of Demo Lofts is held for you while you sign.',
      'Your payment settled: 1 token of Demo Lofts is yours.',
    ],
    [
      '2',
      '2 tokens of Demo Lofts are held for you while you sign.',
      'Your payment settled: 2 tokens of Demo Lofts are yours.',
    ],
  ])('%s of the tokens is, or are, held and bought', (detail, held, bought) => {
    const told = { propertyName: 'Demo Lofts', detail } as ToldRow;
    expect([WORDS['signature-waiting'].text(told), WORDS['payment-settled'].text(told)]).toEqual([held, bought]);
  });

  it.each([
    ['10', 'The deposit for Demo Lofts is 10.00 RLUSD short of the 100.00 RLUSD due on Dec 1, 2026.'],
    ['100', 'The deposit for Demo Lofts covers none of the 100.00 RLUSD due on Dec 1, 2026.'],
  ])('a deposit that lacks %s of 100 is told in one sentence', (missing, sentence) => {
    const told = { propertyName: 'Demo Lofts', amount: '100', missing, about: '2026-12-01' } as ToldRow;
    expect(WORDS['deposit-short'].text(told)).toBe(
      `${sentence} Nothing was collected. The full amount is collected once the deposit covers it, unless it is paid first.`,
    );
  });

  it('of reminders of one thing the newest waits for the landlord, until a repayment answers them all', async () => {
    const remind = (kind: string, date: string) =>
      fact('NotificationSent', {
        notificationId: `9/${kind}/${date}`,
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
    await world.happen(
      remind('payment-due-soon', '2026-12-01'),
      remind('payment-due', '2026-12-02'),
      remind('payment-overdue', '2026-12-09'),
      remind('payment-overdue', '2026-12-16'),
      remind('collected', '2026-12-16'),
    );
    expect(await world.told('rLate')).toHaveLength(5);
    expect(await world.waiting('rLate')).toEqual(['payment-overdue', 'payment-due']);
    await world.happen(fact('RepaymentReceived', { propertyId: 9 }));
    expect(await world.waiting('rLate')).toEqual([]);
  });

  it('a sale that closed is told to landlord and holders; arrears to the holders; an end of tokens to whose they were', async () => {
    await world.happen(
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
    expect((await world.told('rHolder')).slice(0, 3)).toEqual(['tokens-redeemed', 'loan-in-arrears', 'sale-closed']);
    expect((await world.listFor('rHolder'))[1]).toMatchObject({
      title: 'Your rent share of Demo Lofts due on Dec 1, 2026 is late',
      text:
        'The landlord has not paid the 40.00 RLUSD due on Dec 1, 2026: the property is in arrears. ' +
        'Your share follows once it is paid.',
    });
    expect((await world.told('rSeven'))[0]).toBe('sale-closed');
    expect((await world.listFor('rSeven'))[0]).toMatchObject({ link: '/landlord-payback?propertyId=7' });
    expect((await world.listFor('rHolder'))[2]).toMatchObject({ link: '/properties/7' });
  });

  it('a sale that ends with its last token is told too, and one that sold nothing, each once', async () => {
    const listed = (propertyId: number) =>
      fact('ListingCreated', { propertyId, name: `House ${propertyId}`, owner: `rOf${propertyId}` });
    const opened = { propertyId: 20, propertyName: 'House 20', owner: 'rOf20', tokens: 9, principal: '900' };
    await world.happen(
      listed(20),
      listed(21),
      fact('ListingFullyFunded', { propertyId: 20 }),
      fact('LoanOpened', opened),
      fact('ListingClosed', { propertyId: 20, tokensSold: 9, principal: '900' }),
      fact('ListingClosed', { propertyId: 21, tokensSold: 0, principal: '0' }),
    );
    expect((await world.listFor('rOf20')).map(({ text }) => text)).toEqual([
      '9 tokens sold for 900.00 RLUSD. The loan and its rent shares begin now.',
    ]);
    expect((await world.listFor('rOf21')).map(({ text }) => text)).toEqual([
      'No tokens were sold, so there is no loan.',
    ]);
  });

  it('a verification is told when it is decided, and not again while nothing changed', async () => {
    const decided = (status: string, code: string | null = null) =>
      fact('KycDecided', { wallet: 'rKyc', role: 'investor', status, code, expiresAt: null });
    await world.happen(decided('pending', 'manual-review'), decided('verified'), decided('verified'));
    expect(await world.told('rKyc')).toEqual(['verified']);
    await world.happen(
      fact('VerificationRevoked', { wallet: 'rKyc', role: 'investor' }),
      decided('rejected', 'screening-hit'),
    );
    // An officer decides about a hit; until then nobody is told.
    expect(await world.told('rKyc')).toEqual(['verification-withdrawn', 'verified']);
    const confirmed = { caseId: 'c', wallet: 'rKyc', role: 'investor', decision: 'reject', hits: [{}] };
    await world.happen(fact('ComplianceCaseDecided', confirmed));
    const rows = await world.listFor('rKyc');
    expect(rows.map(({ kind }) => kind)).toEqual(['verification-rejected', 'verification-withdrawn', 'verified']);
    expect(JSON.stringify(rows)).not.toMatch(/sanction|screening|list/i);
  });

  it('who is asked for more is waited for until they answer', async () => {
    await world.happen(fact('ApplicantAsked', { wallet: 'rAsked', caseId: 'c-1' }));
    expect(await world.waiting('rAsked')).toEqual(['verification-asked']);
    await world.happen(fact('ApplicantAnswered', { wallet: 'rAsked', caseId: 'c-1' }));
    expect([await world.waiting('rAsked'), await world.told('rAsked')]).toEqual([[], ['verification-asked']]);
  });

  it('the office is told of cases and of proposals that need a second person, who is not their proposer', async () => {
    const proposal = { proposalId: 'q', summary: 'Pay 5 RLUSD', by: 'rFirst', expiresAt: '2026-12-01T00:00:00.000Z' };
    await world.happen(
      fact('CaseOpened', { caseId: 'case', summary: 'A late principal', propertyId: null }),
      fact('ComplianceCaseOpened', { caseId: 'desk', promiseBy: '2026-12-01' }),
      fact('ClearanceProposed', { caseId: 'desk', by: 'rOfficer' }),
      fact('ProposalMade', proposal),
    );
    expect(await world.waiting('rSecond', 'admin')).toEqual([
      'clearance-waiting',
      'compliance-case-opened',
      'case-opened',
    ]);
    await world.happen(fact('ProposalSigned', { proposalId: 'q' }));
    expect((await world.waiting('rSecond', 'admin'))[0]).toBe('proposal-waiting');
    expect(await world.waiting('rFirst', 'admin')).not.toContain('proposal-waiting');
    expect(await world.waiting('rOfficer', 'compliance')).toEqual(['compliance-case-opened']);
    expect(await world.waiting('rOther', 'compliance')).toEqual(['clearance-waiting', 'compliance-case-opened']);
    expect([await world.told('rAuditor', 'auditor'), await world.told('rAnybody')]).toEqual([[], []]);
    await world.happen(
      fact('CaseResolved', { caseId: 'case' }),
      fact('ComplianceCaseDecided', { wallet: 'rKyc', caseId: 'desk' }),
      fact('ProposalApproved', { proposalId: 'q', by: 'rSecond' }),
    );
    expect(await world.waiting('rSecond', 'admin')).toEqual([]);
  });
});
