import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PaymentEvent } from '@tknest/contracts/events';
import { AcceptFromLedger } from '#features/payments/module.public.js';
import {
  cancelled,
  completed,
  leg,
  lineChange,
  onLedger,
  payment,
  paymentId,
  rlusd,
  RLUSD_ISSUER,
} from '#test/support/judged-purchase.js';
import { PlatformAccountComparison } from './platform-account.comparison.js';

const OLD = 801 + 1_000;
/** A payer can send a fee a second time: the transaction with the platform's mark is in the request. */
const copy = onLedger(
  { TransactionType: 'Payment', Account: 'rBuyer', Destination: 'rFee', Amount: rlusd('12.5') },
  { hash: 'COPY', changes: [lineChange('rFee', RLUSD_ISSUER, '0', '12.5')] },
);
let newest: number;
let known: PaymentEvent[] | null;
let done: object[];
beforeEach(() => void ([newest, known, done] = [OLD, [], []]));

const compare = () =>
  new PlatformAccountComparison(
    'feeWallet',
    { address: async () => 'rFee' } as never,
    {
      transactions: async function* () {
        yield copy;
      },
      newest: async () => newest,
    } as never,
    {
      journaled: async () => new Map(),
      moved: async () => new Set(['COPY']),
      feesBooked: async () => ({ to: 801, pending: new Map([['COPY', paymentId]]) }),
      payment: async () => known && { payment: payment(...known) },
    } as never,
    { report: async ({ kind }: { kind: string }) => done.push({ kind }) } as never,
    { execute: async (command: object) => done.push(command) } as never,
    new Set(),
  ).compare(1, 801);

describe('a fee that its payment has yet to find', () => {
  const paid = [...leg('recipient', 'R', 'validated'), ...leg('platform', 'F', 'validated'), completed];
  const extra = [new AcceptFromLedger('extra-fee', paymentId, 'COPY', 801)];

  it('is waited for while it is young', async () => {
    [newest, known] = [OLD - 1, paid];
    expect([(await compare()).heldAt, done]).toEqual([801, []]);
  });
  it.each([
    ['completed with another', paid],
    ['ended unpaid', [cancelled]],
    ['may stay in progress for years', leg('recipient', 'R', 'validated')],
  ])('is an extra one afterwards, where the payment %s', async (_, events) => {
    known = events;
    expect([(await compare()).heldAt, done]).toEqual([null, extra]);
  });
  it('is a finding afterwards, where the log has no such payment', async () => {
    known = null;
    expect([(await compare()).heldAt, done]).toEqual([null, [{ kind: 'unknown-ledger-payment' }]]);
  });
});
