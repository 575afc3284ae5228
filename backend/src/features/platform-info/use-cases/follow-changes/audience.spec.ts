import { describe, expect, it } from '@jest/globals';
import type { ReadModelName } from '@tknest/contracts/api';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { audienceOf, namedBy, subjectOf, type Subject } from './audience.js';

const [BUYER, OWNER, HOLDER, OFFICER] = ['B', 'C', 'D', 'E'].map((letter) => `r${letter.repeat(33)}`) as string[];
const people = (hidden = false) => new Map([[7, { owner: OWNER!, hidden, holders: [HOLDER!] }]]);

function fact(readModel: ReadModelName, stream: string, type: string, data: object, actor: string | null = null) {
  const event = { stream, type, data, metadata: { actor: { wallet: actor, role: 'system' } } };
  return { readModel, event: event as unknown as RecordedEvent };
}
function told(
  facts: ReturnType<typeof fact>[],
  {
    first = new Map<string, Subject>(),
    of = people(),
  }: { first?: Map<string, Subject>; of?: typeof people } | any = {},
) {
  const { everybody, wallets, office } = audienceOf(facts, first, of);
  return {
    everybody: Object.fromEntries([...everybody].map(([name, ids]) => [name, [...ids]])),
    wallets: Object.fromEntries([...wallets].map(([wallet, names]) => [wallet, [...names]])),
    office: [...office],
  };
}

describe('who is told of a change', () => {
  const bought = { propertyId: 7, wallet: BUYER, tokens: 3 };

  it('strangers hear of the property, and only of that; buyer and owner hear of the purchase, other holders do not', () => {
    const facts = (['properties', 'purchases', 'movements', 'timeline'] as const).map((name) =>
      fact(name, 'listing-7', 'TokensPurchased', bought),
    );
    expect(told(facts)).toEqual({
      everybody: { properties: [7] },
      wallets: { [BUYER!]: ['purchases', 'movements'], [OWNER!]: ['purchases', 'movements'] },
      office: ['purchases', 'movements', 'timeline'],
    });
  });

  it('a fact of a payment concerns whom its first fact names', () => {
    const paid = fact('transactions', 'payment-1', 'PaymentCompleted', { paymentId: '1' });
    expect(namedBy(paid.event)).toBe('payment-1');
    const first = new Map([['payment-1', subjectOf({ payer: BUYER, payee: OWNER, propertyId: 7 })]]);
    const { wallets, everybody } = told([paid], { first });
    expect(Object.keys(wallets)).toEqual([BUYER, OWNER]);
    expect(everybody).toEqual({});
  });

  it('holders hear of what concerns all of them', () => {
    const facts = [fact('notifications', 'loan-7', 'LoanInArrears', { propertyId: 7, dueDate: '2027-01-04' })];
    expect(told(facts).wallets).toEqual({ [OWNER!]: ['notifications'], [HOLDER!]: ['notifications'] });
    const line = [fact('payouts', 'lines-run-1', 'PayoutSettled', { propertyId: 7, wallet: BUYER })];
    expect(Object.keys(told(line).wallets)).toEqual([BUYER, OWNER]);
  });

  it('of a run that names no wallet hears whom the run concerns', () => {
    const paused = fact('payouts', 'lines-run-1', 'PayoutWindow', { runId: 'run-1' });
    expect(namedBy(paused.event)).toBe('payout-run-1');
    const first = new Map([['payout-run-1', { wallets: [], propertyId: 7 }]]);
    expect(Object.keys(told([paused], { first }).wallets)).toEqual([OWNER, HOLDER]);
  });

  it('nobody hears that the compliance desk looks at them, until it asks or decides', () => {
    const look = (type: string) => fact('compliance-cases', `screening-${BUYER}`, type, { wallet: BUYER }, OFFICER);
    expect(told([look('ComplianceCaseViewed'), look('PersonScreened')])).toEqual({
      everybody: {},
      wallets: {},
      office: ['compliance-cases'],
    });
    expect(Object.keys(told([look('ApplicantAsked')]).wallets)).toContain(BUYER);
  });

  it('what is the office’s is the office’s alone', () => {
    const facts = [fact('proposals', 'proposal-1', 'ProposalMade', { by: BUYER }, BUYER)];
    expect(told(facts)).toEqual({ everybody: {}, wallets: {}, office: ['proposals'] });
  });

  it('strangers hear of no hidden property, but that it was hidden', () => {
    const reserved = fact('properties', 'listing-7', 'TokensReserved', bought);
    expect(told([reserved], { of: people(true) })).toMatchObject({ everybody: {}, office: ['properties'] });
    expect(told([reserved], { of: people(true) }).wallets[OWNER!]).toEqual(['properties']);
    const hidden = fact('properties', 'listing-7', 'ListingHidden', { propertyId: 7 });
    expect(told([hidden], { of: people(true) }).everybody).toEqual({ properties: [7] });
  });

  it('strangers hear nothing of a repayment that has only begun', () => {
    const begun = fact('loans', 'loan-7', 'RepaymentBegun', { propertyId: 7, paymentId: '1' });
    expect(told([begun])).toMatchObject({ everybody: {}, wallets: { [OWNER!]: ['loans'] } });
  });
});
