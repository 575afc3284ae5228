import { describe, expect, it } from '@jest/globals';
import type { PayerEvent, PaymentKind } from '@tknest/contracts/events';
import { parseRlusd } from '@tknest/contracts/money';
import fc from 'fast-check';
import { evolvePayer, mayBegin, mayPayUnverified, newPayer, type PayerState } from './payer.decider.js';

const MINUTE = 60_000;
const T0 = Date.parse('2026-11-22T10:00:00Z');
const at = (minutes: number) => new Date(T0 + minutes * MINUTE);
type Outcome = Extract<PayerEvent, { type: 'PayerPaymentClosed' }>['data']['outcome'];

/** A payment of the wallet that is open from one minute to another. */
function pay(
  state: PayerState,
  [from, to]: [number, number],
  outcome: Outcome,
  { reserves = 1, kind = 'property_purchase' }: { reserves?: number | null; kind?: PaymentKind } = {},
): PayerState {
  const wallet = 'rPayer';
  const paymentId = `p${from}`;
  const opened: PayerEvent = {
    type: 'PayerPaymentOpened',
    data: { wallet, paymentId, kind, reserves, at: at(from).toISOString() },
  };
  const closed: PayerEvent = {
    type: 'PayerPaymentClosed',
    data: { wallet, paymentId, outcome, at: at(to).toISOString() },
  };
  return [opened, closed].reduce(evolvePayer, state);
}

const begin = (state: PayerState, minute: number, reserves: number | null = 1) =>
  mayBegin(state, { kind: 'property_purchase', reserves, now: at(minute), expiryMs: 10 * MINUTE });

describe('cancelling does not wipe out the count of payments that moved no money', () => {
  it.each<Outcome>(['unsigned', 'cancelled', 'declined'])(
    'three in a row %s pause the wallet for 30 minutes',
    (outcome) => {
      const twice = pay(pay(newPayer, [0, 1], outcome), [1, 2], outcome);
      expect(() => begin(twice, 3)).not.toThrow();
      const tired = pay(twice, [2, 3], outcome);
      expect(() => begin(tired, 32)).toThrow(/ended without moving money\. Try again in 1 minute\.$/);
      expect(() => begin(tired, 33)).not.toThrow();
    },
  );
  it('a cancel between two that were left unsigned counts with them', () => {
    const mixed = pay(pay(pay(newPayer, [0, 1], 'unsigned'), [1, 2], 'cancelled'), [2, 3], 'declined');
    expect(() => begin(mixed, 4)).toThrow(expect.objectContaining({ reason: 'too-many' }));
  });
  it('money that moved begins the count anew; a payment that failed neither adds nor forgives', () => {
    const twice = pay(pay(newPayer, [0, 1], 'cancelled'), [1, 2], 'cancelled');
    expect(pay(twice, [2, 3], 'settled').moneylessInARow).toBe(0);
    expect(pay(twice, [2, 3], 'failed').moneylessInARow).toBe(2);
  });
  it.each(['principal_payback', 'deposit', 'refund'] as const)(
    'a %s that is left unsigned takes nothing from anybody, and may begin while others may not',
    (kind) => {
      const state = ['a', 'b', 'c', 'd'].reduce(
        (before, _, i) => pay(before, [i, i + 1], 'unsigned', { reserves: null, kind }),
        newPayer,
      );
      expect(state.moneylessInARow).toBe(0);
      const tired = ['a', 'b', 'c'].reduce((before, _, i) => pay(before, [i, i + 1], 'unsigned'), newPayer);
      expect(() => begin(tired, 4)).toThrow(expect.objectContaining({ reason: 'too-many' }));
      expect(() => mayBegin(tired, { kind, reserves: null, now: at(4), expiryMs: 10 * MINUTE })).not.toThrow();
    },
  );
});

describe('reserve, cancel, repeat does not block a sale for ever', () => {
  it('tokens of one property are held without paying for 30 minutes of any hour at most', () => {
    // Two failed payments keep the count of unsigned ones low, so that only the minutes matter.
    const held = pay(pay(newPayer, [0, 10], 'failed'), [10, 25], 'failed');
    expect(begin(held, 25)).toBe(5 * MINUTE);
    const full = pay(held, [25, 30], 'failed');
    expect(() => begin(full, 31)).toThrow(
      /held tokens of this property for 30 minutes without paying\. Try again in \d+ minutes?\.$/,
    );
    expect(begin(full, 31, 2)).toBe(10 * MINUTE);
    expect(begin(full, 31, null)).toBe(10 * MINUTE);
    // With each minute, the oldest minute drops out of the hour.
    expect(begin(full, 61)).toBe(1 * MINUTE);
    expect(begin(full, 75)).toBe(10 * MINUTE);
  });
  it('what was paid for is not held', () => {
    const settled = [0, 10, 20, 30].reduce((state, from) => pay(state, [from, from + 10], 'settled'), newPayer);
    expect(begin(settled, 40)).toBe(10 * MINUTE);
  });
  it('in any hour of any story it is never more than 30 minutes, and waiting is always enough', () => {
    const visits = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 10 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(visits, (story) => {
        let now = 0;
        let state = newPayer;
        const held: [number, number][] = [];
        for (const [pause, wanted] of story) {
          now += pause;
          let allowed: number;
          try {
            allowed = begin(state, now) / MINUTE;
          } catch {
            continue;
          }
          const until = now + Math.min(wanted, allowed);
          held.push([now, until]);
          state = pay(state, [now, until], 'failed');
          now = until;
        }
        for (let hour = 0; hour <= now; hour++) {
          const inHour = held.reduce((sum, [a, b]) => sum + Math.max(0, Math.min(b, hour + 60) - Math.max(a, hour)), 0);
          expect(inHour).toBeLessThanOrEqual(30);
        }
        expect(begin(state, now + 60)).toBe(10 * MINUTE);
      }),
    );
  });
});

it('one open payment per wallet: another start names the open one', () => {
  const opened = evolvePayer(newPayer, {
    type: 'PayerPaymentOpened',
    data: { wallet: 'rPayer', paymentId: 'first', kind: 'rlusd_payment', reserves: null, at: at(0).toISOString() },
  });
  expect(() => begin(opened, 1)).toThrow(
    expect.objectContaining({ reason: 'conflict', extra: { paymentId: 'first' } }),
  );
});

describe('direct payments without verification', () => {
  const DAY = 24 * 60;
  const MAX = parseRlusd(1000);
  const paid = (state: PayerState, minute: number, direct: string, outcome: Outcome = 'settled'): PayerState =>
    (
      [
        {
          type: 'PayerPaymentOpened',
          data: {
            wallet: 'rPayer',
            paymentId: `d${minute}`,
            kind: 'rlusd_payment',
            reserves: null,
            direct,
            at: at(minute).toISOString(),
          },
        },
        {
          type: 'PayerPaymentClosed',
          data: { wallet: 'rPayer', paymentId: `d${minute}`, outcome, at: at(minute + 1).toISOString() },
        },
      ] as PayerEvent[]
    ).reduce(evolvePayer, state);
  const wish = (state: PayerState, minute: number, amount: string) => () =>
    mayPayUnverified(state, { amount: parseRlusd(amount), now: at(minute) }, MAX);

  it('add up to the limit in any 30 days, whatever their sizes; only what was paid counts', () => {
    expect(wish(newPayer, 0, '1000')).not.toThrow();
    expect(wish(newPayer, 0, '1000.000001')).toThrow('at most 1,000.00 RLUSD directly in 30 days');
    const some = paid(paid(paid(newPayer, 0, '600'), 10, '350'), 20, '500', 'cancelled');
    expect(wish(some, 30, '50')).not.toThrow();
    expect(wish(some, 30, '50.01')).toThrow('50.00 RLUSD is left');
    expect(wish(some, 30 * DAY, '50.01')).toThrow();
    expect(wish(some, 30 * DAY + 2, '600')).not.toThrow();
  });
  it('are remembered for no longer than they count', () => {
    const many = Array.from({ length: 50 }, (_, index) => index * DAY).reduce(
      (s, minute) => paid(s, minute, '1'),
      newPayer,
    );
    expect(many.direct.length).toBeLessThanOrEqual(30);
  });
});
