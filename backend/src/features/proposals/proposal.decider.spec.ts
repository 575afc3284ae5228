import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ProposalEvent } from '@tknest/contracts/events';
import { MADE as BY_ONE } from '#test/support/proposed-payout.js';
import { Refused } from '#platform/domain/refused.js';
import {
  askSignature,
  carriedOut,
  evolveProposal,
  expire,
  noProposal,
  propose,
  refuse,
  sign,
  withdraw,
  type Approver,
  type ProposalState,
} from './proposal.decider.js';

const AT = new Date('2027-01-04T12:00:00Z');
const asked = (identifier: string) => ({ payloadUuid: identifier, identifier, until: '2027-01-04T12:15:00.000Z' });
const MADE = { ...BY_ONE, by: 'rOne' };
const second: Approver = { by: 'rTwo', isProposer: false, benefits: false, persons: 2, mayFrom: null, now: AT };
const after = (...decisions: ((state: ProposalState) => ProposalEvent[])[]): ProposalState =>
  decisions.reduce(
    (state, decide) => decide(state).reduce((now, one) => evolveProposal(now, one, AT), state),
    noProposal,
  );
const made = (state: ProposalState) => propose(MADE, { persons: 2, benefits: false }, state);
const askedOne = (state: ProposalState) => askSignature(null, asked('of-one'), state);
const signedByOne = (state: ProposalState) => sign('S1', null, state);
const askedTwo = (state: ProposalState) => askSignature(second, asked('of-two'), state);
const signedByTwo = (state: ProposalState) => sign('S2', second, state);
const open = after(made, signedByOne);

describe('an act that takes two people', () => {
  it('is open once its proposer has signed it, and approved once somebody else has', () => {
    expect(after(made).status).toBe('unsigned');
    expect(open).toMatchObject({ status: 'open', signature: 'S1' });
    const approved = after(made, signedByOne, askedTwo, signedByTwo);
    expect(approved).toMatchObject({ status: 'approved', approval: { by: 'rTwo', signature: 'S2' }, carriedOut: null });
    expect(after(made, signedByOne, askedTwo, signedByTwo, (now) => carriedOut(null, now)).carriedOut).toEqual({
      problem: null,
    });
  });

  it.each<[string, Partial<Approver>, string]>([
    ['its proposer', { isProposer: true }, 'You proposed this'],
    ['somebody whom it pays', { benefits: true }, 'This pays a wallet of yours'],
    ['anybody where the settings name one person only', { persons: 1 }, 'takes two people'],
    ['an admin of less than a day', { mayFrom: new Date('2027-01-05T12:00:00Z') }, 'from 2027-01-05 12:00 UTC on'],
  ])('is approved by no means by %s, neither asked nor signed', (_, facts, words) => {
    const approver = { ...second, ...facts };
    expect(() => askSignature(approver, asked('x'), open)).toThrow(words);
    expect(() => sign('S', approver, open)).toThrow(Refused);
  });

  it('is not proposed where there are not two people, nor for a wallet of one’s own', () => {
    expect(() => propose(MADE, { persons: 1, benefits: false }, noProposal)).toThrow('takes two people');
    expect(() => propose(MADE, { persons: 2, benefits: true }, noProposal)).toThrow('wallet of your own');
  });

  it('is not approved before its proposer has signed it', () => {
    expect(() => askSignature(second, asked('x'), after(made))).toThrow('has not signed it yet');
  });

  it('does not change, nor begin again, whatever a forged second event says', () => {
    const approved = after(made, signedByOne, askedTwo, signedByTwo);
    const forged = { type: 'ProposalMade', data: { ...MADE, expiresAt: '9999-01-01T00:00:00.000Z' } } as const;
    for (const state of [open, approved]) expect(evolveProposal(state, forged, AT)).toBe(state);
  });

  it.each(['9999-01-01T00:00:00.000Z', 'never'])('expires in time although it says %s', (expiresAt) => {
    const state = after(
      (now) => propose({ ...MADE, expiresAt }, { persons: 2, benefits: false }, now),
      askedOne,
      signedByOne,
    );
    const later = (hours: number) => new Date(AT.getTime() + hours * 3_600_000);
    expect(expire(later(72), state)).toEqual([]);
    expect(expire(later(73), state)).toMatchObject([{ type: 'ProposalExpired' }]);
    expect(() => askSignature({ ...second, now: later(73) }, asked('x'), state)).toThrow('has expired');
  });

  it('is refused by somebody else, with a reason, and withdrawn by its proposer alone', () => {
    expect(after(made, signedByOne, (now) => refuse('rTwo', false, 'item', now)).status).toBe('refused');
    expect(() => refuse('rOne', true, 'item', open)).toThrow('Withdraw it');
    expect(after(made, signedByOne, (now) => withdraw('rOne', 'item', now)).status).toBe('withdrawn');
    expect(() => withdraw('rTwo', 'item', open)).toThrow('Only the person who proposed this');
  });

  it('expires unsigned after minutes, and unapproved after 72 hours', () => {
    const at = (time: string) => (state: ProposalState) => expire(new Date(time), state);
    expect(after(made, at('2027-01-04T12:14:59Z')).status).toBe('unsigned');
    expect(after(made, at('2027-01-04T12:15:00Z')).status).toBe('expired');
    expect(after(made, askedOne, at('2027-01-04T12:15:00Z')).status).toBe('expired');
    expect(after(made, signedByOne, at('2027-01-07T11:59:59Z')).status).toBe('open');
    expect(after(made, signedByOne, at('2027-01-07T12:00:00Z')).status).toBe('expired');
    expect(() => askSignature(second, asked('x'), after(made, signedByOne, at('2027-01-07T12:00:00Z')))).toThrow(
      'has expired',
    );
  });

  it('is approved no more once its time is over, whether or not that was written down', () => {
    const late = { ...second, now: new Date('2027-01-07T12:00:00Z') };
    expect(() => askSignature(late, asked('x'), open)).toThrow('has expired');
    expect(() => sign('S2', late, after(made, signedByOne, askedTwo))).toThrow(Refused);
  });

  it('is stopped by either of them while it is approved and not carried out, and never after that', () => {
    const approved = [made, signedByOne, askedTwo, signedByTwo];
    expect(after(...approved, (now) => refuse('rTwo', false, 'item', now)).status).toBe('refused');
    const withdrawn = after(...approved, (now) => withdraw('rOne', 'item', now));
    expect([withdrawn.status, carriedOut(null, withdrawn)]).toEqual(['withdrawn', []]);
    const done = after(...approved, (now) => carriedOut(null, now));
    expect(() => refuse('rTwo', false, 'item', done)).toThrow('already approved');
    expect(() => withdraw('rOne', 'item', done)).toThrow('already approved');
  });

  it('whatever happens in whatever order: carried out at most once, and only signed by two', () => {
    const steps: Record<string, (state: ProposalState) => ProposalEvent[]> = {
      made,
      askedOne,
      signedByOne,
      askedTwo,
      signedByTwo,
      askedByOne: (now) => askSignature({ ...second, by: 'rOne', isProposer: true }, asked('again'), now),
      signedTwiceByOne: (now) => sign('S1', { ...second, isProposer: true }, now),
      refused: (now) => refuse('rTwo', false, 'item', now),
      withdrawn: (now) => withdraw('rOne', 'item', now),
      expired: (now) => expire(new Date('2027-02-01T00:00:00Z'), now),
      carriedOut: (now) => carriedOut(null, now),
    };
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 25 }), (names) => {
        let state = noProposal;
        let done = 0;
        for (const name of names) {
          let events: ProposalEvent[] = [];
          try {
            events = steps[name]!(state);
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
          }
          for (const event of events) {
            if (event.type === 'ProposalCarriedOut') {
              done++;
              expect(state).toMatchObject({ signature: 'S1', approval: { by: 'rTwo', signature: 'S2' } });
            }
            state = evolveProposal(state, event, AT);
          }
        }
        expect(done).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});
