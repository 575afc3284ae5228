/** A purchase and its transactions, for the tests of the rules. */
import type { PaymentEvent } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { foldedPayment, startedPayment } from './started-payment.js';
import { rlusdPayment, type Payment } from '#features/payments/rules.public.js';
import type { LedgerTransaction } from '#features/reconciliation/judge/verdict.js';

export const RLUSD_ISSUER = 'rRlusd';
export const ISSUER = 'rIssuer';
export const AT = new Date('2026-11-21T10:00:00Z');
export const paymentId = '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11';
export const rlusd = (value: string) => ({ currency: CURRENCY.rlusd, issuer: RLUSD_ISSUER, value });

export const asked = rlusdPayment({
  from: 'rBuyer',
  to: 'rOwner',
  amount: 500_000_000n,
  memo: null,
  issuer: RLUSD_ISSUER,
  sequence: 7,
  lastLedgerSequence: 900,
  fee: 12n,
});
export const started = startedPayment(paymentId, { payer: 'rBuyer', expiresAt: '2026-11-21T10:10:00Z' });
export const leg = (name: 'recipient' | 'platform', hash: string, upTo: 'signed' | 'validated'): PaymentEvent[] => {
  const at = { paymentId, leg: name, attempt: 1 };
  const signed: PaymentEvent[] = [
    {
      type: 'LegPrepared',
      data: { ...at, identifier: name, transaction: asked, sequence: 7, lastLedgerSequence: 900, ledgerIndex: 790 },
    },
    { type: 'LegSigned', data: { ...at, hash, sequence: 7, ticket: null, lastLedgerSequence: 900, blobItem: 'x' } },
  ];
  return upTo === 'signed'
    ? signed
    : [
        ...signed,
        { type: 'LegValidated', data: { ...at, hash, ledgerIndex: 801, result: 'tesSUCCESS', delivered: null } },
      ];
};
export const cancelled: PaymentEvent = { type: 'PaymentCancelled', data: { paymentId, by: 'payer' } };
export const completed: PaymentEvent = { type: 'PaymentCompleted', data: { paymentId } };
export const payment = (...events: PaymentEvent[]): Payment => foldedPayment([started, ...events], AT);

/** A change of a trust line as in metadata; the low account is the holder. */
export const lineChange = (
  holder: string,
  issuer: string,
  from: string,
  to: string,
  currency: string = CURRENCY.rlusd,
) => ({
  ModifiedNode: {
    LedgerEntryType: 'RippleState',
    LedgerIndex: 'X',
    FinalFields: {
      Balance: { currency, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: to },
      LowLimit: { currency, issuer: holder, value: '1000' },
      HighLimit: { currency, issuer, value: '0' },
    },
    PreviousFields: { Balance: { currency, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: from } },
  },
});
export const onLedger = (
  tx: Record<string, unknown>,
  {
    hash = 'H',
    result = 'tesSUCCESS',
    changes = [] as unknown[],
    ...rest
  }: Partial<LedgerTransaction> & { changes?: unknown[] } = {},
): LedgerTransaction => ({
  hash,
  ledgerIndex: 801,
  result,
  tx,
  meta: { TransactionResult: result, AffectedNodes: changes },
  delivered: (tx.Amount ?? null) as never,
  ...rest,
});
