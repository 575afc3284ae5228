import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ListingEvent } from '@tknest/contracts/events';
import {
  available,
  closeListing,
  evolveListing,
  isForSale,
  releaseTokens,
  reserveTokens,
  settlePurchase,
  unlisted,
  type ListingState,
} from './listing.decider.js';
import { hideListing, overdueListing } from './listing-hiding.decider.js';
import { pauseSale } from './sale-pausing.decider.js';
import { createListing, type ListingTerms } from './create-listing.decider.js';

const listing: ListingTerms = {
  propertyId: 1,
  owner: 'rOwner',
  name: ' Sample Court ',
  address: '12 Example Street',
  monthlyRent: 2500,
  fundingGoal: 25_000,
  fundingPurpose: 'A new boiler',
  tokenTermMonths: 42,
  monthlyRate: 6.5,
  tokenPrice: 100,
  tokenCount: 250,
  redemptionClause: 'With 30-day notice.',
};
const fold = (events: ListingEvent[], from: ListingState = unlisted) => events.reduce(evolveListing, from);
const listed = fold(createListing(listing, unlisted));

describe('creating a listing (document 1 §5)', () => {
  it('computes the share of each token from the exact payment', () => {
    const [created] = createListing(listing, unlisted);
    expect(created).toMatchObject({
      type: 'ListingCreated',
      data: { name: 'Sample Court', monthlyPayoutPerToken: '2.668461', monthlyRate: '6.5' },
    });
  });
  it('keeps the kind of property (document 2 §3), or that the owner did not say', () => {
    const typeOf = (propertyType?: ListingTerms['propertyType']) =>
      (createListing({ ...listing, propertyType }, unlisted)[0]!.data as { propertyType: unknown }).propertyType;
    expect([typeOf('house'), typeOf(null), typeOf()]).toEqual(['house', undefined, undefined]);
  });
  it('refuses a term that is too short, with the minimum', () => {
    expect(() => createListing({ ...listing, tokenTermMonths: 12 }, unlisted)).toThrow(
      'Term too short. Minimum 37 months required to keep payments under 30% of rent.',
    );
  });
  it('refuses a goal that no term can carry', () => {
    expect(() => createListing({ ...listing, fundingGoal: 60_000, tokenTermMonths: 60 }, unlisted)).toThrow(
      'Funding goal too high. Even with maximum term, payments would exceed 30% of rent.',
    );
  });
  it.each([2.668461, 2.66846, 2.668462, 2.6684612])('takes %d as the posted share', (monthlyPayoutPerToken) => {
    expect(createListing({ ...listing, monthlyPayoutPerToken }, unlisted)).toHaveLength(1);
  });
  it.each([2.67, 2.668463, 0])('refuses %d as the posted share', (monthlyPayoutPerToken) => {
    expect(() => createListing({ ...listing, monthlyPayoutPerToken }, unlisted)).toThrow('2.668461');
  });
});

describe('tokens of one property', () => {
  it('cannot be bought by its owner', () => {
    expect(() => reserveTokens({ paymentId: 'p', wallet: 'rOwner', tokens: 1 }, listed)).toThrow(
      'Access Denied: Property owners cannot invest in their own properties',
    );
  });
  it('are never oversold, whatever the order of reserving, releasing and settling', () => {
    const step = fc.record({
      what: fc.constantFrom('reserve', 'release', 'settle'),
      payment: fc.integer({ min: 1, max: 12 }),
      tokens: fc.integer({ min: 1, max: 120 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let state = listed;
        for (const { what, payment, tokens } of steps) {
          const paymentId = `p${payment}`;
          const held = state.reserved.get(paymentId);
          try {
            if (what === 'reserve')
              state = fold(reserveTokens({ paymentId, wallet: `r${payment}`, tokens }, state), state);
            if (what === 'release') state = fold(releaseTokens({ paymentId, reason: 'expired' }, state), state);
            if (what === 'settle' && held)
              state = fold(
                settlePurchase(
                  {
                    paymentId,
                    wallet: `r${payment}`,
                    tokens: held,
                    cost: '1',
                    platformFee: '0',
                    paymentHash: '',
                    issuanceHash: '',
                  },
                  state,
                ),
                state,
              );
          } catch (error) {
            if (what !== 'reserve') throw error;
          }
          const reserved = [...state.reserved.values()].reduce((a, b) => a + b, 0);
          expect(state.sold + reserved).toBeLessThanOrEqual(state.tokenCount);
          expect(available(state)).toBeGreaterThanOrEqual(0);
          expect(state.status === 'funded').toBe(state.sold === state.tokenCount);
        }
      }),
    );
  });
  it('are reserved once for a payment, however often it is asked', () => {
    const state = fold(reserveTokens({ paymentId: 'p', wallet: 'rA', tokens: 5 }, listed), listed);
    expect(reserveTokens({ paymentId: 'p', wallet: 'rA', tokens: 5 }, state)).toEqual([]);
  });
  it('cannot be settled without their reservation', () => {
    expect(() =>
      settlePurchase(
        {
          paymentId: 'p',
          wallet: 'rA',
          tokens: 5,
          cost: '500',
          platformFee: '12.5',
          paymentHash: '',
          issuanceHash: '',
        },
        listed,
      ),
    ).toThrow(/no reservation/);
  });
  it.each([{ owner: 'rOwner' }, { explanation: 'The title is disputed' }, { openDays: 90 }])(
    'never keep a sale from ending, where one buyer kept it open for ever: %j',
    (by) => {
      const bought = (paymentId: string, state: ListingState) =>
        fold(reserveTokens({ paymentId, wallet: `r${paymentId}`, tokens: 5 }, state), state);
      const two = bought('b', bought('a', listed));
      const closing = fold(closeListing(by, two), two);
      expect(closing).toMatchObject({ status: 'open', closing: { reason: expect.any(String) } });
      expect(() => bought('c', closing)).toThrow('sale of this property has ended');
      expect(closeListing(by, closing)).toEqual([]);
      const one = fold(releaseTokens({ paymentId: 'a', reason: 'failed' }, closing), closing);
      expect(one.status).toBe('open');
      const settled = settlePurchase(
        {
          paymentId: 'b',
          wallet: 'rb',
          tokens: 5,
          cost: '500',
          platformFee: '12.5',
          paymentHash: 'P',
          issuanceHash: 'I',
        },
        one,
      );
      expect(settled.at(-1)).toMatchObject({ type: 'ListingClosed', data: { tokensSold: 5, principal: '500' } });
      expect(fold(settled, one)).toMatchObject({ status: 'closed', closing: null });
    },
  );
  it('close a sale at once where nothing is under way', () =>
    expect(closeListing({ owner: 'rOwner' }, listed)).toMatchObject([
      { type: 'ListingClosed', data: { tokensSold: 0, reason: 'owner' } },
    ]));
});

describe('an admin’s controls of a listing (each an event with a reason)', () => {
  const reason = 'The title is disputed';
  const hidden = fold(hideListing({ hidden: true, reason }, listed), listed);
  it('hide it: nobody can buy any more, and what is reserved already settles', () => {
    const buying = fold(reserveTokens({ paymentId: 'p', wallet: 'rA', tokens: 5 }, listed), listed);
    expect(hideListing({ hidden: true, reason }, buying)).toEqual([
      { type: 'ListingHidden', data: { propertyId: 1, reason } },
    ]);
    expect(() => reserveTokens({ paymentId: 'q', wallet: 'rA', tokens: 5 }, hidden)).toThrow('Property Not Found');
    const settle = {
      paymentId: 'p',
      wallet: 'rA',
      tokens: 5,
      cost: '500',
      platformFee: '12.5',
      paymentHash: 'A',
      issuanceHash: 'B',
    };
    expect(settlePurchase(settle, { ...buying, hidden: true })).toHaveLength(1);
  });
  it('show it again, and change nothing the second time', () => {
    const shown = fold(hideListing({ hidden: false, reason }, hidden), hidden);
    expect(reserveTokens({ paymentId: 'q', wallet: 'rA', tokens: 5 }, shown)).toHaveLength(1);
    expect(hideListing({ hidden: false, reason }, shown)).toEqual([]);
    expect(() => hideListing({ hidden: true, reason }, unlisted)).toThrow('Property Not Found');
  });
  it('close it with an explanation, as the owner cannot for somebody else’s', () => {
    expect(closeListing({ explanation: reason }, listed)).toMatchObject([
      { type: 'ListingClosed', data: { reason: 'admin', explanation: reason } },
    ]);
    expect(() => closeListing({ owner: 'rOther' }, listed)).toThrow('Property Not Found');
  });
});

describe('a listing whose owner owes a payment back and is overdue', () => {
  const admin = { hidden: true, reason: 'The title is disputed' };
  const hidden = (events: ListingEvent[], from = listed) => fold(events, from);
  it('is hidden, and shown again once it is paid; twice the same changes nothing', () => {
    const overdue = hidden(overdueListing(true, listed));
    expect(overdue).toMatchObject({ hidden: true, overdue: true });
    expect(overdueListing(true, overdue)).toEqual([]);
    expect(hidden(overdueListing(false, overdue), overdue)).toMatchObject({ hidden: false, overdue: false });
    expect(overdueListing(false, listed)).toEqual([]);
  });
  it('stays overdue where an admin or a forged event shows it, and is hidden again', () => {
    const overdue = hidden(overdueListing(true, listed));
    expect(hideListing({ hidden: false, reason: 'x' }, overdue)).toEqual([]);
    const shown = hidden([{ type: 'ListingShown', data: { propertyId: 1, reason: 'x' } }], overdue);
    expect(shown).toMatchObject({ hidden: false, overdue: true });
    expect(hidden(overdueListing(true, shown), shown)).toMatchObject({ hidden: true, overdue: true });
  });
  it('stays hidden by an admin, whichever came first', () => {
    const hide = (state: ListingState) => hideListing(admin, state);
    const both = [
      hidden(overdueListing(true, hidden(hide(listed))), hidden(hide(listed))),
      hidden(hide(hidden(overdueListing(true, listed))), hidden(overdueListing(true, listed))),
    ];
    for (const state of both) {
      const paid = hidden(overdueListing(false, state), state);
      expect([state.overdue, paid.hidden, paid.overdue]).toEqual([true, true, false]);
      expect(hidden(hideListing({ hidden: false, reason: 'x' }, paid), paid).hidden).toBe(false);
    }
  });
});

describe('a sale that an admin and a check of the landlord pause', () => {
  const apply = (state: ListingState, ...decisions: ((state: ListingState) => ListingEvent[])[]) =>
    decisions.reduce((at, decide) => fold(decide(at), at), state);
  const by = (one: 'admin' | 'check', paused: boolean) => (state: ListingState) =>
    pauseSale({ by: one, paused, reason: 'x' }, state);
  const refusal = (state: ListingState) => {
    try {
      return reserveTokens({ paymentId: 'q', wallet: 'rA', tokens: 5 }, state);
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is visible, and refuses buyers in the same words whoever pauses it', () => {
    const refused = 'Sales of this property are paused. No money moved. Try again later.';
    for (const one of ['admin', 'check'] as const) {
      const paused = apply(listed, by(one, true));
      expect([paused.hidden, refusal(paused)]).toEqual([false, refused]);
      expect(by(one, true)(paused)).toEqual([]);
      expect(refusal(apply(paused, by(one, false)))).toMatchObject([{ type: 'TokensReserved' }]);
    }
    expect(() => by('admin', true)(unlisted)).toThrow('Property Not Found');
  });
  it('goes on when neither pauses it any more, whichever came first', () => {
    const [admin, check] = [by('admin', true), by('check', true)];
    expect(() => by('admin', false)(apply(listed, check))).toThrow('No admin paused this sale');
    for (const both of [apply(listed, admin, check), apply(listed, check, admin)])
      for (const [first, last] of [['admin', 'check'] as const, ['check', 'admin'] as const]) {
        const one = apply(both, by(first, false));
        expect([isForSale(one), isForSale(apply(one, by(last, false)))]).toEqual([false, true]);
      }
  });
  it('delivers what was reserved before', () => {
    const paused = apply(
      listed,
      (at) => reserveTokens({ paymentId: 'p', wallet: 'rA', tokens: 5 }, at),
      by('check', true),
    );
    const hashes = { cost: '500', platformFee: '12.5', paymentHash: 'A', issuanceHash: 'B' };
    expect(settlePurchase({ paymentId: 'p', wallet: 'rA', tokens: 5, ...hashes }, paused)).toHaveLength(1);
  });
});
