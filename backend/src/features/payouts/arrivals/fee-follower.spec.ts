import { beforeEach, expect, it } from '@jest/globals';
import type { PaymentEvent } from '@tknest/contracts/events';
import { context } from '#test/event-store/adapter.js';
import { purchase, RLUSD, seal } from '#test/support/marked-purchase.js';
import { startedPayment } from '#test/support/started-payment.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { naming } from '#platform/ledger/accounts/settled-before.js';
import { rlusdPayment } from '#features/payments/rules.public.js';
import { landedFacts } from '#features/payments/collecting/already-paid.js';
import { markOf } from '#features/payments/payment-mark.js';
import type { JournaledHash } from '#features/reconciliation/readers.public.js';
import { feeFollower, type FeePorts } from './fee-follower.js';

const { paymentId } = purchase;
const FEE_PAYMENT = '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a99';
let store: MemoryEventStore;
let journaled: Map<string, JournaledHash>;
beforeEach(() => {
  store = new MemoryEventStore();
  journaled = new Map();
});

const given = (id: string, ...events: PaymentEvent[]) => store.append(`payment-${id}`, 'any', events, context());
const accountOf = async (tx: object, change = '12.5') => {
  const ports = {
    store,
    seal,
    settings: { rlusdIssuer: RLUSD },
    journaled: async () => journaled,
    accounts: { address: async () => 'rEscrow' },
  } as unknown as FeePorts;
  const transaction = { hash: 'H', ledgerIndex: 7, tx, delivered: (tx as { Amount: unknown }).Amount };
  return (await feeFollower(ports).judge({ transaction, change } as never)).purpose;
};
const sent = (Account: string) => ({ Account, Amount: { currency: 'RLUSD', issuer: RLUSD, value: '12.5' } });
/** The fee as the platform asked its payer to sign it. */
const asked = (sequence: number) =>
  rlusdPayment({
    from: purchase.payer,
    to: purchase.feeWallet,
    amount: purchase.platformFee,
    memo: null,
    mark: markOf(purchase, 'platform', seal),
    issuer: RLUSD,
    sequence,
    lastLedgerSequence: 99,
    fee: 10n,
  });

it('a fee that the platform journaled may be owed back to its payment', async () => {
  await given(paymentId, startedPayment(paymentId));
  journaled.set('H', { paymentId, leg: 'platform' });
  expect(await accountOf(sent('rBuyer'))).toMatchObject({ account: `fee/${paymentId}/H`, isFee: true });
});

it('an owed fee with a payment of its own belongs to the payment that owes it', async () => {
  await given(FEE_PAYMENT, startedPayment(FEE_PAYMENT, { kind: 'fee', feeOf: paymentId }));
  journaled.set('H', { paymentId: FEE_PAYMENT, leg: 'recipient' });
  expect(await accountOf(sent('rBuyer'))).toMatchObject({ account: `fee/${paymentId}/H` });
});

it('a direct payment to the fee wallet is no fee, and neither is what the log does not know', async () => {
  await given(FEE_PAYMENT, startedPayment(FEE_PAYMENT, { kind: 'rlusd_payment' }));
  journaled.set('H', { paymentId: FEE_PAYMENT, leg: 'recipient' });
  expect(await accountOf(sent('rBuyer'))).toEqual({ account: 'suspense/H', why: 'it is no fee' });
  journaled.clear();
  expect(await accountOf(sent('rStranger'))).toMatchObject({ account: 'suspense/H' });
  expect(await accountOf(sent('rStranger'), '0.01')).toMatchObject({ account: 'suspense/small-arrivals' });
  expect(await accountOf(sent('rIssuer'), '-1')).toBeNull();
});

it('the fee of a payout run is revenue at once, and only where the escrow paid it', async () => {
  journaled.set('H', { paymentId: null, leg: 'payout' });
  expect(await accountOf(sent('rEscrow'))).toMatchObject({ account: 'fees', isFee: true });
  expect(await accountOf(sent('rStranger'))).toMatchObject({ account: 'suspense/H' });
});

it('the fee of a run is the platform’s own where a restored log lost the run', async () => {
  const named = naming('payout/due-1-2027-02-15/fee/rFee/1', {});
  expect(await accountOf({ ...sent('rEscrow'), ...named })).toMatchObject({ account: 'fees', isFee: true });
  expect(await accountOf({ ...sent('rStranger'), ...named })).toMatchObject({ account: 'suspense/H' });
});

it('a genuine mark counts where the log lost its payment, or asked for that sequence; a copy of it does not', async () => {
  expect(await accountOf(asked(9))).toMatchObject({ account: `fee/${paymentId}/H` });
  await given(paymentId, startedPayment(paymentId, { payer: purchase.payer }), {
    type: 'LegPrepared',
    data: {
      paymentId,
      leg: 'platform',
      attempt: 1,
      identifier: 'i',
      transaction: {},
      sequence: 9,
      lastLedgerSequence: 99,
      ledgerIndex: 5,
    },
  });
  expect(await accountOf(asked(9))).toMatchObject({ account: `fee/${paymentId}/H` });
  // Asked for again, by what a restored log has lost: the payment still waits for its fee.
  expect(await accountOf(asked(10))).toMatchObject({ account: `fee/${paymentId}/H` });
  const paid = { hash: 'F', tx: { Sequence: 9, LastLedgerSequence: 99 }, ledgerIndex: 6, result: 'tesSUCCESS' };
  const terms = { paymentId, amount: purchase.amount, platformFee: purchase.platformFee };
  await given(paymentId, ...landedFacts(terms, 'platform', 1, paid, '2026-11-22'));
  expect(await accountOf(asked(10))).toMatchObject({ account: 'suspense/H' });
  const forged = { ...(asked(9) as object), Account: 'rStranger' };
  expect(await accountOf(forged)).toMatchObject({ account: 'suspense/H' });
});
