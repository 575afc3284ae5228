import { describe, expect, it } from '@jest/globals';
import { purchase as payment, RLUSD, seal } from '#test/support/marked-purchase.js';
import { markOf, readMark } from './payment-mark.js';
import { rlusdPayment } from './transactions.js';

const paid = (leg: 'recipient' | 'platform', memo: string | null = null) =>
  rlusdPayment({
    from: payment.payer,
    to: leg === 'recipient' ? payment.payee : payment.feeWallet,
    amount: leg === 'recipient' ? payment.amount : payment.platformFee,
    memo,
    mark: markOf(payment, leg, seal),
    issuer: RLUSD,
    sequence: 7,
    lastLedgerSequence: 900,
    fee: 12n,
  });

/** A transaction on the ledger: the delivered amount may be less than the stated one. */
const read = (tx: Record<string, any>, delivered: any = tx.Amount, by = seal) => readMark({ tx, delivered }, by, RLUSD);

describe('what a payer’s transaction says of its payment', () => {
  it('is read again from the ledger, with the parties and the amount that the transaction has', () => {
    const { paymentId, kind, payer, payee, amount, platformFee, propertyId, tokens } = payment;
    const said = { paymentId, kind, payer, platformFee, propertyId, tokens, refundOf: null };
    expect(read(paid('recipient', 'what the payer wrote'))).toEqual({
      ...said,
      leg: 'recipient',
      payee,
      amount,
    });
    expect(read(paid('platform'))).toEqual({ ...said, leg: 'platform', payee: 'rFee', amount: platformFee });
  });

  it.each<[string, (tx: Record<string, any>) => Record<string, any>]>([
    ['another payer', (tx) => ({ ...tx, Account: 'rThief' })],
    ['another payee', (tx) => ({ ...tx, Destination: 'rThief' })],
    ['another amount', (tx) => ({ ...tx, Amount: { ...tx.Amount, value: '501' } })],
    ['more tokens', (tx) => saying(tx, (text) => text.replace('"tokens":5', '"tokens":50'))],
    ['another property', (tx) => saying(tx, (text) => text.replace('"propertyId":1', '"propertyId":2'))],
    ['another payment', (tx) => saying(tx, (text) => text.replace('7f3b6a52', '8f3b6a52'))],
    ['the fee’s mark on the principal', (tx) => ({ ...tx, Memos: paid('platform').Memos })],
    ['no seal', (tx) => saying(tx, (text) => text.replace(/,"seal":.*/, '}'))],
    ['no JSON', (tx) => saying(tx, () => 'x')],
    ['an amount beyond all micro-units', (tx) => ({ ...tx, Amount: { ...tx.Amount, value: '1e-81' } })],
    ['XRP', (tx) => ({ ...tx, Amount: '500' })],
    ['no memo', (tx) => ({ ...tx, Memos: undefined })],
  ])('is worth nothing with %s', (_, changed) => {
    expect(read(changed(paid('recipient')))).toBeNull();
  });

  it('is worth nothing where something else was delivered than it says: another currency, or a part of it', () => {
    const tx = paid('recipient') as { Amount: Record<string, string> };
    for (const delivered of [{ ...tx.Amount, issuer: 'rThief' }, { ...tx.Amount, currency: 'FOO' }, '500', null])
      expect(read(tx, delivered)).toBeNull();
    expect(read(tx, { ...tx.Amount, value: '0.000001' })).toBeNull();
  });

  it('is worth nothing where another key sealed it', () => {
    expect(read(paid('recipient'), undefined, (text) => seal(`${text} `))).toBeNull();
  });
});

function saying(tx: Record<string, any>, change: (text: string) => string) {
  const [{ Memo }] = tx.Memos;
  const MemoData = Buffer.from(change(Buffer.from(Memo.MemoData, 'hex').toString('utf8'))).toString('hex');
  return { ...tx, Memos: [{ Memo: { ...Memo, MemoData } }] };
}
