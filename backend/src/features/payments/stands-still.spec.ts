import { expect, it } from '@jest/globals';
import type { DeliveryObstacle } from '@tknest/contracts/events';
import { paidPayment } from '#test/support/started-payment.js';
import type { SubmissionState } from '#platform/ledger/submissions/submission.js';
import { plan } from './payment.plan.js';
import type { LegAttempt, PaidPayment, Payment } from './payment.state.js';

/** What goes on with a paid purchase in each state of its issuance: the next action. A new state is named here. */
const GOES_ON: Readonly<Record<SubmissionState | 'none', string>> = {
  none: 'sign-own',
  prepared: 'sign-own',
  requested: 'sign-own',
  signed: 'sign-own',
  submitted: 'carry-own',
  /** The courier carries nothing: `held-unasked.ts` opens the case. */
  held: 'carry-own',
  validated: 'complete',
  failed: 'sign-own',
  void: 'sign-own',
};

/** The same for each obstacle between the principal and its tokens: it is looked at again until its last day. */
const WAITS: Readonly<Record<DeliveryObstacle, string>> = {
  'deposit-auth': 'check-delivery',
  'destination-tag': 'check-delivery',
  'line-quality': 'check-delivery',
  'account-deleted': 'check-delivery',
  'line-missing': 'check-delivery',
  'line-limit': 'check-delivery',
  'line-frozen': 'check-delivery',
  suspended: 'check-delivery',
  'verification-lapsed': 'check-delivery',
  'sold-out': 'owe-back',
  'terms-differ': 'owe-back',
  unexplained: 'check-delivery',
};

const paid = paidPayment('p', { platformFee: '0' });
const planned = (of: Partial<PaidPayment>) =>
  plan({ ...paid, line: 'ready', ...of } as Payment, new Date(0), '2026-12-02').map(({ do: what }) => what as string);

it('a paid purchase goes on in every state of its issuance', () => {
  for (const [state, next] of Object.entries(GOES_ON)) {
    const issuance = { leg: 'issuance', attempt: 1, state } as unknown as LegAttempt;
    const legs = state === 'none' ? {} : { issuance };
    expect([state, planned({ legs })]).toEqual([state, expect.arrayContaining([next])]);
  }
});

it('a paid purchase waits for every obstacle until a last day, and is owed back afterwards', () => {
  for (const [obstacle, next] of Object.entries(WAITS) as [DeliveryObstacle, string][]) {
    const delivery = { ...paid.delivery, obstacle, until: '2026-12-03' } as PaidPayment['delivery'];
    expect([obstacle, planned({ delivery })]).toEqual([obstacle, expect.arrayContaining([next])]);
    const over = planned({ delivery: { ...delivery, until: '2026-12-01' } as PaidPayment['delivery'] });
    expect([obstacle, over]).toEqual([obstacle, ['owe-back']]);
  }
});
