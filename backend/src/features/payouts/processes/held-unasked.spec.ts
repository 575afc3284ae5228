import { beforeEach, expect, it } from '@jest/globals';
import { openedPayment } from '#test/support/started-payment.js';
import { context } from '#test/event-store/adapter.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import type { NewEvent } from '#platform/event-store/event-store.js';
import type { AnsweredConflict } from '#features/operations-cases/readers.public.js';
import { openCase, noCase } from '#features/operations-cases/case.decider.js';
import { opening } from '#features/operations-cases/rules.public.js';
import { submitted } from '../../../simulation/payouts/repayments.js';
import { heldUnasked } from './held-unasked.js';

let store: MemoryEventStore;
const append = (stream: string, events: readonly object[]) =>
  store.append(stream, 'any', events as NewEvent[], context());

const ABOUT = { paymentId: null, propertyId: 1, wallet: 'rBuyer' };
const conflict = (hash: string, details: AnsweredConflict['details']): AnsweredConflict => ({
  txHash: hash,
  ...ABOUT,
  details,
});
const PURCHASE = conflict('ISSUANCE', { kind: 'purchase', id: 'p', key: 'issuance', stream: 'payment-p' });
const REDEMPTION = conflict('CLAW', { kind: 'redemption', id: 'r', key: 'claw', stream: 'redemption-r' });
const FEE = conflict('FEE', { kind: 'payout', id: 'due-1', key: 'rFee', stream: 'lines-due-1-fee' });
const HOLDER = conflict('LINE', { kind: 'payout', id: 'due-1', key: 'rHolder', stream: 'lines-due-1-0' });
const XRP = conflict('XRP', { kind: 'xrp-return', id: 'issuer~A', key: 'pay', stream: 'xrp-return-issuer~A' });
const ALL = [PURCHASE, REDEMPTION, FEE, HOLDER, XRP];

const answered = async ({ txHash }: AnsweredConflict, resolution: string, suffix = '') => {
  const subject = `${txHash}${suffix}`;
  if (suffix === '')
    await store.appendMany(await opening(store, { kind: 'sequence-conflict', subject, summary: 'x' }), context());
  const data = { caseId: `sequence-conflict-${subject}`, resolution, note: 'x', noteItem: null };
  await append(`case-sequence-conflict-${subject}`, [{ type: 'CaseResolved', data }]);
};
const asked = async () => (await heldUnasked(store, ALL)).map(({ subject }) => subject);

beforeEach(async () => {
  store = new MemoryEventStore();
  const leg = { paymentId: 'p', leg: 'issuance', attempt: 1 };
  const prepared = { ...leg, identifier: 'i', transaction: {}, sequence: 0, lastLedgerSequence: 9, ledgerIndex: 7 };
  const paid = { paymentId: 'p', leg: 'recipient', attempt: 1, hash: 'p', ledgerIndex: 7, result: 'tesSUCCESS' };
  await append('payment-p', [
    ...submitted(openedPayment('p'), '2027-01-15'),
    { type: 'LegValidated', data: { ...paid, delivered: '500', paidOn: '2027-01-15' } },
    { type: 'LegPrepared', data: prepared },
    { type: 'LegHeld', data: { ...leg, hash: 'ISSUANCE' } },
  ]);
  const signed = { attempt: 1, purpose: 'x', transaction: {}, hash: 'CLAW', ticket: 4, blobItem: 'b' };
  await append('redemption-r', [
    { type: 'TokenRedemptionOrdered', data: { redemptionId: 'r', propertyId: 1, holder: 'rBuyer', tokens: 3 } },
    { type: 'TokenRedemptionSubmitted', data: { redemptionId: 'r', ...signed, ledgerIndex: 7, lastLedgerSequence: 9 } },
    {
      type: 'TokenRedemptionConcluded',
      data: { redemptionId: 'r', attempt: 1, hash: 'CLAW', result: 'sequence-used', ledgerIndex: null },
    },
  ]);
  const returned = { returnId: 'issuer~A', account: 'issuer', arrival: 'A', arrivedIn: 7, wallet: 'rBuyer', tag: null };
  await append('xrp-return-issuer~A', [
    { type: 'XrpReturnOrdered', data: { ...returned, drops: '12000000' } },
    {
      type: 'XrpReturnSubmitted',
      data: { returnId: 'issuer~A', ...signed, hash: 'XRP', ledgerIndex: 7, lastLedgerSequence: 9 },
    },
    {
      type: 'XrpReturnConcluded',
      data: { returnId: 'issuer~A', attempt: 1, hash: 'XRP', result: 'sequence-used', ledgerIndex: null },
    },
  ]);
  const line = async (batch: string, wallet: string, hash: string) => {
    const of = { runId: 'due-1', batch };
    const attempts = [{ wallet, attempt: 1, ticket: 4, purpose: 'x', hash, after: null }];
    await append(`lines-due-1-${batch}`, [
      { type: 'PayoutLinesListed', data: { ...of, lines: [{ wallet, tokens: null, amount: '5' }] } },
      { type: 'PayoutWindowSigned', data: { ...of, ledgerIndex: 7, lastLedgerSequence: 9, blobItem: 'b', attempts } },
      { type: 'PayoutLineUnclaimed', data: { ...of, propertyId: 1, wallet, amount: '5', reason: 'held' } },
    ]);
  };
  await line('fee', 'rFee', 'FEE');
  await line('0', 'rHolder', 'LINE');
});

it.each(['no-action', 'tokens-issued'])(
  'what an answer “%s” left on hold is asked about again, each time; a holder’s share is claimed by its line',
  async (resolution) => {
    for (const one of ALL) await answered(one, resolution);
    expect(await asked()).toEqual(['ISSUANCE~2', 'CLAW~2', 'FEE~2', 'XRP~2']);
    const [again] = await heldUnasked(store, ALL);
    // Whoever acts on the answer finds the owner of the transaction in the case.
    expect(again).toMatchObject({ kind: 'sequence-conflict', txHash: 'ISSUANCE', details: PURCHASE.details });
    await append('case-sequence-conflict-ISSUANCE~2', openCase(again!, noCase));
    expect(await asked()).toEqual(['CLAW~2', 'FEE~2', 'XRP~2']);
    await answered(PURCHASE, resolution, '~2');
    expect(await asked()).toEqual(['ISSUANCE~3', 'CLAW~2', 'FEE~2', 'XRP~2']);
  },
);

it('while an answer is carried out, nobody is asked', async () => {
  for (const one of ALL) await answered(one, 'corrected');
  expect(await asked()).toEqual([]);
});

it('an answer that owes the payment back ends a purchase, and nothing else', async () => {
  for (const one of ALL) await answered(one, 'refunded');
  expect(await asked()).toEqual(['CLAW~2', 'FEE~2', 'XRP~2']);
});

it('what is signed again, or has ended, is asked about by nobody', async () => {
  for (const one of ALL) await answered(one, 'no-action');
  const leg = { paymentId: 'p', leg: 'issuance', attempt: 1 };
  await append('payment-p', [
    { type: 'LegFailed', data: { ...leg, hash: 'ISSUANCE', result: 'released', message: 'x' } },
  ]);
  await append('redemption-r', [
    {
      type: 'TokenRedemptionConcluded',
      data: { redemptionId: 'r', attempt: 1, hash: 'CLAW', result: 'released', ledgerIndex: null },
    },
  ]);
  expect(await asked()).toEqual(['FEE~2', 'XRP~2']);
});
