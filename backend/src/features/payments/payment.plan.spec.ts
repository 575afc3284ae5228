import { describe, expect, it } from '@jest/globals';
import type { DeliveryObstacle, Leg, PaymentEvent } from '@tknest/contracts/events';
import { foldedPayment } from '#test/support/started-payment.js';
import { startPayment } from './payment.decider.js';
import { newPayer } from './payer.decider.js';
import { plan } from './payment.plan.js';
import { noPayment } from './payment.state.js';
import { unlisted } from '#features/listings/rules.public.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const order = {
  paymentId: '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11',
  kind: 'property_purchase' as const,
  payer: 'rPayer',
  payee: 'rOwner',
  feeWallet: 'rFee',
  propertyId: 1,
  propertyName: 'Sample Court',
  tokens: 5,
  amount: 500_000_000n,
  feeBps: 250n,
  memo: null,
  refundOf: null,
  previousRefund: null,
  today: '2026-11-22' as const,
  now: NOW,
  expiryMinutes: 10,
};
const { paymentId } = order;
const listing = { ...unlisted, exists: true, propertyId: 1, owner: 'rOwner', tokenCount: 250 };
const states = { payment: noPayment, payer: newPayer, listing };
const started = startPayment(order, states).payment as PaymentEvent[];
const at = (leg: Leg, attempt = 1) => ({ paymentId, leg, attempt });
const prepared = (leg: Leg, attempt = 1, sequence = 7): PaymentEvent => ({
  type: 'LegPrepared',
  data: {
    ...at(leg, attempt),
    identifier: `${leg}${attempt}`,
    transaction: {},
    sequence,
    lastLedgerSequence: 900,
    ledgerIndex: 800,
  },
});
const requested = (leg: Leg, attempt = 1, expiresAt = '2026-11-21T10:10:00Z'): PaymentEvent => ({
  type: 'SignatureRequested',
  data: { ...at(leg, attempt), identifier: '', payloadUuid: leg, qrCode: '', deepLink: '', websocket: '', expiresAt },
});
const signed = (leg: Leg, attempt = 1): PaymentEvent => ({
  type: 'LegSigned',
  data: {
    ...at(leg, attempt),
    hash: `${leg}${attempt}`,
    sequence: 7,
    ticket: null,
    lastLedgerSequence: 900,
    blobItem: 'x',
  },
});
const submitted = (leg: Leg, attempt = 1): PaymentEvent => ({
  type: 'PaymentSubmitted',
  data: {
    ...at(leg, attempt),
    hash: `${leg}${attempt}`,
    sequence: 7,
    ticket: null,
    lastLedgerSequence: 900,
    ledgerIndex: 800,
  },
});
const validated = (leg: Leg, attempt = 1): PaymentEvent => ({
  type: 'LegValidated',
  data: { ...at(leg, attempt), hash: `${leg}${attempt}`, ledgerIndex: 801, result: 'tesSUCCESS', delivered: null },
});
const voided = (leg: Leg, attempt = 1): PaymentEvent => ({
  type: 'LegVoided',
  data: { ...at(leg, attempt), reason: 'test', hash: null, lastLedgerSequence: null },
});
const line = (state: 'ready' | 'missing' | 'unauthorised' | 'frozen'): PaymentEvent => ({
  type: 'TokenLineChecked',
  data: { paymentId, line: state },
});
const next = (events: PaymentEvent[], now = NOW) =>
  plan(foldedPayment([...started, ...events], NOW), now).map((action) =>
    'leg' in action
      ? `${action.do} ${action.leg}`
      : 'attempt' in action
        ? `${action.do} ${action.attempt.leg}`
        : 'legs' in action
          ? `${action.do} ${action.legs.join(' and ')}`
          : action.do,
  );

const bothAsked = [
  line('ready'),
  prepared('recipient'),
  prepared('platform'),
  requested('recipient'),
  requested('platform'),
];
const bothSigned = [...bothAsked, signed('recipient'), signed('platform')];
const settling = [...bothSigned, submitted('recipient')];

describe('rules of a payment (from-outside, "Payments")', () => {
  it('a purchase by a wallet without the TKNEST line begins with the trust line alone', () => {
    expect(next([])).toEqual(['check-line']);
    expect(next([line('missing')])).toEqual(['prepare trust-line']);
    expect(next([line('missing'), prepared('trust-line'), requested('trust-line')])).toEqual(['collect trust-line']);
    expect(
      next([
        line('missing'),
        prepared('trust-line'),
        requested('trust-line'),
        signed('trust-line'),
        submitted('trust-line'),
        validated('trust-line'),
      ]),
    ).toEqual(['check-line']);
    expect(next([line('unauthorised')])).toEqual(['sign-own authorise']);
  });
  it('the two money legs are created together', () =>
    expect(next([line('ready')])).toEqual(['prepare recipient and platform']));
  it('both are signed, in any order, before either is submitted', () => {
    expect(next([...bothAsked, signed('platform')])).toEqual(['collect recipient', 'check-place']);
    expect(next([...bothAsked, signed('recipient')])).toEqual(['collect platform', 'check-place']);
    expect(next(bothSigned)).toEqual(['begin']);
  });
  it('a void leg is asked again', () =>
    expect(next([...bothAsked, signed('recipient'), voided('platform')])).toEqual(['prepare platform']));
  it('expiry is possible until submission of the principal begins', () => {
    const late = new Date('2026-11-21T10:10:00Z');
    expect(next(bothSigned, late)).toEqual(['expire']);
    expect(next(settling, late)).toEqual(['conclude recipient']);
  });
  it('the fee leg goes after the principal is validated', () => {
    expect(next(settling)).toEqual(['conclude recipient']);
    expect(next([...settling, validated('recipient')])).toEqual(['submit platform', 'sign-own issuance']);
  });
  it('where the fee’s sequence is gone it is asked again, and given up in the end', () => {
    const paid = [...settling, validated('recipient')];
    expect(next([...paid, voided('platform')])).toContain('prepare platform');
    const often = [2, 3, 4].flatMap((attempt) => [prepared('platform', attempt), voided('platform', attempt)]);
    expect(next([...paid, voided('platform'), ...often])).toContain('give-up-fee');
  });
  it('an issuance that was refused looks at the line again, and is repeated', () => {
    const refused: PaymentEvent = {
      type: 'LegFailed',
      data: { ...at('issuance'), hash: 'i', result: 'tecPATH_DRY', message: '' },
    };
    const paid = [
      ...settling,
      validated('recipient'),
      submitted('platform'),
      validated('platform'),
      prepared('issuance'),
      signed('issuance'),
      submitted('issuance'),
      refused,
    ];
    const looked = (obstacle: DeliveryObstacle | null): PaymentEvent => ({
      type: 'DeliveryChecked',
      data: {
        paymentId,
        payer: 'rPayer',
        propertyId: 1,
        propertyName: 'Sample Court',
        obstacle,
        until: '2026-11-28' as const,
      },
    });
    expect(next(paid)).toEqual(['check-delivery']);
    expect(next([...paid, line('ready')])).toEqual(['sign-own issuance']);
    const missing = [...paid, line('missing'), looked('line-missing')];
    expect(next(missing)).toEqual(['prepare trust-line', 'check-delivery']);
    expect(next([...paid, line('frozen'), looked('line-frozen')])).toEqual(['check-delivery']);
    expect(next([...missing, line('ready'), looked(null)])).toEqual(['sign-own issuance']);
  });
  it('completed means principal and tokens validated, and a fee on its way concluded', () => {
    const paid = [
      ...settling,
      validated('recipient'),
      prepared('issuance'),
      signed('issuance'),
      submitted('issuance'),
      validated('issuance'),
    ];
    expect(next(paid)).toEqual(['submit platform']);
    expect(next([...paid, submitted('platform')])).toEqual(['conclude platform']);
    expect(next([...paid, submitted('platform'), validated('platform')])).toEqual(['complete']);
  });
  it('cancelled blobs keep what was reserved until the ledger has passed their LastLedgerSequence, and a late request is collected', () => {
    const cancelled: PaymentEvent = { type: 'PaymentCancelled', data: { paymentId, by: 'payer' } };
    expect(next([...bothAsked, signed('recipient'), cancelled])).toEqual(['collect-late platform', 'release']);
  });
});

describe('a payment that has ended', () => {
  const cancelled: PaymentEvent = { type: 'PaymentCancelled', data: { paymentId, by: 'payer' } };
  it('finds out what became of what the platform signed for it, so that the ticket is accounted for', () => {
    const own = [line('unauthorised'), prepared('authorise'), signed('authorise'), submitted('authorise')];
    expect(next([...own, cancelled])).toEqual(['carry-own authorise']);
    expect(next([...own, cancelled, validated('authorise')])).toEqual([]);
  });
  it('finds out what became of a fee that the phone had sent by itself before it ended', () => {
    const sent = [...bothSigned, submitted('platform'), cancelled];
    expect(next(sent)).toContain('conclude platform');
    expect(next([...sent, validated('platform')])).not.toContain('conclude platform');
  });
  it('asks for no fee where one landed by an older blob', () => {
    const paid = [...settling, validated('recipient'), voided('platform'), prepared('platform', 2)];
    const landed: PaymentEvent = {
      type: 'ExtraFeeFound',
      data: { paymentId, hash: 'platform1', ledgerIndex: 802, delivered: '12.5' },
    };
    expect(next(paid)).toContain('request platform');
    expect(next([...paid, landed])).not.toContain('request platform');
    // A transaction in flight is concluded, and nothing waits for one that will never be sent.
    const issued = [
      ...settling,
      validated('recipient'),
      prepared('issuance'),
      signed('issuance'),
      validated('issuance'),
    ];
    expect(next([...issued, landed])).toEqual(['complete']);
    expect(next([...issued, submitted('platform'), landed])).toEqual(['conclude platform']);
  });
});

describe('what a web process writes about a payment', () => {
  const expired: PaymentEvent = { type: 'PaymentExpired', data: { paymentId } };
  const ordered: PaymentEvent = { type: 'FeeRefundOrdered', data: { paymentId, hash: 'made up', reason: 'why' } };

  it('has no fee sent back that nobody has paid', () => {
    const forged = foldedPayment([...started, expired, ordered]);
    expect(forged).toMatchObject({ phase: 'expired', platformFee: 12_500_000n, feeRefund: null });
    expect(plan(forged as never, NOW)).not.toContainEqual({ do: 'sign-own', leg: 'fee-refund' });
  });

  it('neither changes its terms nor has it begin again', () => {
    const ended = [...started, expired];
    const again = { ...started[0]!, data: { ...started[0]!.data, platformFee: '1000000' } } as PaymentEvent;
    expect(foldedPayment([...ended, again])).toEqual(foldedPayment(ended));
  });
});
