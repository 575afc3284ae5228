import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PaymentStarted } from '@tknest/contracts/events';
import { owedBack } from '#features/payments/payment.state.js';
import { escrowFold } from '#features/payouts/rules.public.js';
import { caseFold } from '#features/operations-cases/rules.public.js';
import { load } from '#platform/event-store/folding.js';
import { CalmStory } from '#test/support/calm-story.js';
import { startedPayment } from '#test/support/started-payment.js';
import { FEE_WALLET } from './purchase-cast.js';

const ID = '00000000-0000-4000-8000-00000000f0f0';
const AT = { paymentId: ID, leg: 'recipient', attempt: 1 };
let story: CalmStory;
let buyer: string;
beforeEach(async () => {
  story = await CalmStory.told();
  buyer = [...story.world.people.keys()][0]!;
});

/** What a web process that others control writes: the first event of a purchase of ten tokens, without its fee. */
async function forge(terms: Partial<PaymentStarted['data']>, isReserved = true): Promise<void> {
  const { owner } = story.world.accounts;
  const feeWallet = FEE_WALLET.classicAddress;
  const expiresAt = new Date(story.world.now + 600_000).toISOString();
  const free = { platformFee: '0', totalAmount: terms.amount ?? '1000', amount: '1000', tokens: 10 };
  const started = startedPayment(ID, { payer: buyer, payee: owner, feeWallet, expiresAt, ...free, ...terms });
  const reserved = { propertyId: 1, paymentId: ID, wallet: buyer, tokens: started.data.tokens! };
  if (isReserved) await story.world.append('listing-1', [{ type: 'TokensReserved', data: reserved } as never]);
  await story.world.append(`payment-${ID}`, [started]);
  await story.platform.finish((instance) => instance.wake(ID));
}

/** The same, with a principal that it says is validated. */
const paid = async () =>
  story.world.append(`payment-${ID}`, [
    { type: 'TokenLineChecked', data: { paymentId: ID, line: 'ready' } },
    {
      type: 'LegPrepared',
      data: { ...AT, identifier: 'x', transaction: {}, sequence: 1, lastLedgerSequence: 9, ledgerIndex: 1 },
    },
    {
      type: 'LegValidated',
      data: { ...AT, hash: 'F0F0', ledgerIndex: 2, result: 'tesSUCCESS', delivered: '1', paidOn: '2026-01-01' },
    },
  ]);
const payment = () => story.payment(ID);
const isOpen = async (caseId: string) => (await load(story.world.store, caseFold(caseId))).state.status;

const FORGED: [string, () => Partial<PaymentStarted['data']>, isReserved?: boolean][] = [
  ['an amount that does not pay for the tokens', () => ({ amount: '1' })],
  ['more tokens than the amount pays for', () => ({ tokens: 11 })],
  ['more tokens than the property has', () => ({ tokens: 13, amount: '1300' })],
  ['no reservation', () => ({}), false],
  ['a payee who is not the landlord', () => ({ payee: [...story.world.people.keys()][1]! })],
];
const FEES: [string, () => Partial<PaymentStarted['data']>][] = [
  ['a smaller fee', () => ({ platformFee: '24.99' })],
  ['a greater fee', () => ({ platformFee: '900' })],
  ['no fee for a payment to somebody', () => ({ kind: 'rlusd_payment', tokens: null })],
];

describe('a purchase whose first event was forged', () => {
  it.each(FORGED)(
    'with %s ends before the issuer or the buyer signs for it, with a case',
    async (_, terms, isReserved = true) => {
      await forge(terms(), isReserved);
      await story.turns(6);
      expect(await payment()).toMatchObject({ phase: 'failed', error: { code: 'terms-differ' } });
      expect([story.byIssuer('TrustSet'), story.byIssuer('Payment')]).toEqual([[], []]);
      expect(await isOpen(`books-differ-terms-${ID}`)).toBe('open');
    },
  );

  it.each(FORGED)(
    'with %s gets no tokens once it is paid: the principal is owed back',
    async (_, terms, isReserved = true) => {
      await forge(terms(), isReserved);
      await paid();
      await story.platform.finish((instance) => instance.wake(ID));
      await story.turns(3);
      const ended = await payment();
      expect(ended).toMatchObject({ phase: 'failed', owed: { reason: 'terms-differ' } });
      expect(owedBack(ended)).toMatchObject([{ hash: 'F0F0' }]);
      expect([story.byIssuer('TrustSet'), story.byIssuer('Payment')]).toEqual([[], []]);
      expect(await isOpen('late-principal-F0F0')).toBe('open');
    },
  );

  it('is no cheaper where the listing is written a second time: its first event counts', async () => {
    const [listed] = [story.world.store.read('listing-1', { limit: 1 })];
    for await (const { type, data } of listed!)
      await story.world.append('listing-1', [{ type, data: { ...data, tokenPrice: '0.1' } } as never]);
    await forge({ amount: '1' });
    await story.turns(6);
    expect(await payment()).toMatchObject({ phase: 'failed', error: { code: 'terms-differ' } });
  });

  it('on the terms of the listing is a purchase like any other', async () => {
    await forge({ amount: '1000' });
    await story.turns(8);
    expect(story.byIssuer('Payment')).toHaveLength(1);
  });
});

describe('a fee of a payment whose first event was forged', () => {
  it.each(FEES)('ends it before anybody signs it if no call adds it: %s', async (_, terms) => {
    await forge(terms(), terms().kind === undefined);
    await story.turns(4);
    expect(await payment()).toMatchObject({ phase: 'failed', error: { code: 'terms-differ' }, legs: {} });
  });

  it('is sent back to nobody: it was never paid', async () => {
    for (const _ of [1, 2]) {
      await story.platform.finish((instance) => instance.refill('feeWallet'));
      story.world.ledger.close();
    }
    const expiresAt = new Date(story.world.now - 1_000).toISOString();
    await forge({ kind: 'rlusd_payment', tokens: null, amount: '40000', platformFee: '1000', expiresAt }, false);
    await story.turns(2);
    expect((await payment()).phase).toBe('expired');
    const ordered = { type: 'FeeRefundOrdered', data: { paymentId: ID, hash: 'A'.repeat(64), reason: 'x' } };
    await story.world.append(`payment-${ID}`, [ordered as never]);
    await story.turns(4);
    expect(await payment()).toMatchObject({ feeRefund: null, feesSentBack: [] });
    expect(Object.keys((await payment()).legs)).toEqual([]);
  });
});

describe('a payment of which the platform books the money', () => {
  const other = () => [...story.world.people.keys()][1]!;
  const toOther = { tokens: null, amount: '100', totalAmount: '100' };

  it.each<[string, () => Partial<PaymentStarted['data']>]>([
    ['a deposit', () => ({ ...toOther, kind: 'deposit', payee: other() })],
    ['a repayment', () => ({ ...toOther, kind: 'principal_payback', payee: other() })],
    ['a fee', () => ({ ...toOther, kind: 'fee', payee: other() })],
    ['a purchase', () => ({ feeWallet: other(), platformFee: '25' })],
  ])('ends before anybody signs it where its money goes elsewhere: %s', async (_, terms) => {
    await forge(terms());
    await story.turns(6);
    expect(await payment()).toMatchObject({ phase: 'failed', error: { code: 'terms-differ' }, legs: {} });
  });

  it('ends where it repays somebody who is not the only holder', async () => {
    const order = { propertyId: 1, paymentId: ID, amount: '100', to: 'holder' };
    await story.world.append('loan-1', [{ type: 'RepaymentBegun', data: order } as never]);
    await forge({ ...toOther, kind: 'principal_payback', payee: other() }, false);
    await story.turns(4);
    expect(await payment()).toMatchObject({ phase: 'failed', error: { code: 'terms-differ' }, legs: {} });
  });

  it('books nothing that was sent elsewhere, whatever its end', async () => {
    const expiresAt = new Date(story.world.now - 1_000).toISOString();
    await forge({ ...toOther, kind: 'deposit', payee: other(), expiresAt }, false);
    await paid();
    await story.turns(4);
    expect((await load(story.world.store, escrowFold)).state.balances.size).toBe(0);
  });
});
