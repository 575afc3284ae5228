import { beforeEach, expect, it } from '@jest/globals';
import type { Leg } from '@tknest/contracts/events';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { paymentStream } from '../payment.state.js';
import { CaseOutcomesProcess } from './case-outcomes.process.js';

const paymentId = '5f0c3a52-8f0e-4c3e-9a56-1c0f5f4f9f10';
/** About the transaction that used the ticket of the payment's issuance. */
const caseId = 'sequence-conflict-HELD';

let store: MemoryEventStore;
let released: string[];
let process: CaseOutcomesProcess;
beforeEach(async () => {
  [store, released] = [new MemoryEventStore(), []];
  const release = async (_: string, __: string, { key }: { key: string }) => void released.push(key);
  process = new CaseOutcomesProcess({ store, courier: { release } } as never, { advance: async () => null } as never);
  const money = { amount: '100', platformFee: '2.5', refundOf: null, expiresAt: '2027-01-01T00:00:00.000Z' };
  await append('PaymentStarted', { paymentId, kind: 'purchase', ...money });
  await append('PaymentFailed', { paymentId, code: 'x', message: 'x' });
  const data = { caseId, kind: 'sequence-conflict', details: { kind: 'purchase', id: paymentId } };
  await store.append(`case-${caseId}`, 'none', [{ type: 'CaseOpened', data } as never], context());
});
const append = (type: string, data: object) =>
  store.append(paymentStream(paymentId), 'any', [{ type, data } as never], context());
const hold = async (leg: Leg) => {
  const of = { paymentId, leg, attempt: 1 };
  const transaction = { TicketSequence: 7 };
  await append('LegPrepared', {
    ...of,
    identifier: 'i',
    transaction,
    sequence: 0,
    lastLedgerSequence: 9,
    ledgerIndex: 1,
  });
  const placed = { sequence: 0, ticket: 7, lastLedgerSequence: 9, blobItem: 'b' };
  await append('LegSigned', { ...of, hash: leg, ...placed });
  await append('PaymentSubmitted', { ...of, ledgerIndex: 1 });
  await append('LegHeld', { ...of, hash: leg });
};
const answered = (type: string, resolution: string) => process.handle({ type, data: { caseId, resolution } } as never);

it('one person who gives a purchase up has no fee sent back once more', async () => {
  await hold('fee-refund');
  await answered('CaseResolved', 'refunded');
  expect(released).toEqual([]);
  await hold('issuance');
  await answered('CaseResolved', 'refunded');
  expect(released).toEqual(['issuance']);
});
