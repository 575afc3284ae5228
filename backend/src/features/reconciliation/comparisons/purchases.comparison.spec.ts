import { expect, it } from '@jest/globals';
import type { PaymentKind } from '@tknest/contracts/events';
import { RecoverPaidDebt } from '#features/payments/module.public.js';
import { markOf } from '#features/payments/payment-mark.js';
import { RLUSD, seal } from '#test/support/marked-purchase.js';
import { onLedger, rlusd } from '#test/support/judged-purchase.js';
import { openedPayment } from '#test/support/started-payment.js';
import { PurchasesComparison } from './purchases.comparison.js';

/** What the comparison does about a payment of a landlord that the log does not know. */
async function done(kind: PaymentKind, payee: string): Promise<object[]> {
  const about = { kind, payer: 'rOwner', payee, amount: '500', platformFee: '0', tokens: null };
  const lost = openedPayment('7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a14', about);
  const parties = { TransactionType: 'Payment', Account: 'rOwner', Destination: payee, Amount: rlusd('500') };
  const landed = onLedger({ ...parties, Memos: [markOf(lost, 'recipient', seal)] });
  const acts: object[] = [];
  const log = {
    escrow: async () => 'rEscrow',
    payees: async () => [payee],
    journaled: async () => new Map(),
    paymentsBetween: async () => [],
  };
  await new PurchasesComparison(
    RLUSD,
    {
      async *transactions() {
        yield landed;
      },
    } as never,
    log as never,
    { report: async ({ kind: opened }: { kind: string }) => acts.push({ opened }) } as never,
    { execute: async (command: object) => acts.push(command) } as never,
    () => new Date(),
    seal,
  ).compare(1, 900, true);
  return acts;
}

const recovers = [new RecoverPaidDebt({ hash: 'H', payer: 'rOwner', ledgerIndex: 801 })];

it.each<[string, PaymentKind, string, object[]]>([
  ['a repayment to the payout escrow is recovered', 'principal_payback', 'rEscrow', recovers],
  ['a repayment to the only holder is asked about', 'principal_payback', 'rHolder', [{ opened: 'forgotten-payment' }]],
  ['a refund is recovered', 'refund', 'rEscrow', recovers],
  ['a deposit is left to the books of the escrow', 'deposit', 'rEscrow', []],
])('of what a restored log lost, %s', async (_, kind, payee, expected) => {
  expect(await done(kind, payee)).toEqual(expected);
});
