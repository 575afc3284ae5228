import { describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import type { PaymentEvent } from '@tknest/contracts/events';
import { judgeAccountTransaction, judgeTold, tokenMoves, xrpArrived, type Journaled } from './account-transaction.js';
import { MATCHED, UNDER_WAY, type Verdict } from './verdict.js';
import {
  RLUSD_ISSUER,
  ISSUER,
  paymentId,
  rlusd,
  cancelled,
  completed,
  payment,
  lineChange,
  onLedger,
  leg,
} from '#test/support/judged-purchase.js';

describe('a transaction that touches a platform account', () => {
  const funders = new Set(['rOperator']);
  const account = { name: 'feeWallet', address: 'rFee', funders };
  const fee = { TransactionType: 'Payment', Account: 'rBuyer', Destination: 'rFee', Amount: rlusd('12.5') };
  const incoming = onLedger(fee, { hash: 'F', changes: [lineChange('rFee', RLUSD_ISSUER, '0', '12.5')] });

  it('moves what its metadata says', () =>
    expect(tokenMoves(incoming.meta, 'rFee')).toEqual([
      { currency: CURRENCY.rlusd, counterparty: RLUSD_ISSUER, value: '12.5' },
    ]));
  it('is a finding where it brought tokens and the log does not know it', () =>
    expect(judgeAccountTransaction({ ...account, isBooked: true }, incoming, undefined)).toMatchObject({
      is: 'finding',
      finding: { kind: 'unknown-ledger-payment' },
    }));
  it('is judged again until the fee wallet’s books have reached it: they record what strangers send', () =>
    expect(judgeAccountTransaction(account, incoming, undefined)).toEqual({ is: 'under-way' }));
  it('is its sender’s business where it moved no token: XRP, a stranger’s trust line, a refused payment', () => {
    expect(
      judgeAccountTransaction(
        account,
        onLedger({ TransactionType: 'Payment', Account: 'rX', Destination: 'rFee', Amount: '1000000' }),
        undefined,
      ),
    ).toEqual({ is: 'foreign' });
    expect(
      judgeAccountTransaction(
        { name: 'issuer', address: ISSUER, funders },
        onLedger({ TransactionType: 'TrustSet', Account: 'rX' }),
        undefined,
      ),
    ).toEqual({ is: 'foreign' });
    expect(judgeAccountTransaction(account, onLedger(fee, { result: 'tecPATH_DRY' }), undefined)).toEqual({
      is: 'foreign',
    });
  });
  describe('that brings XRP', () => {
    const xrp = (drops: string, more: object = {}, kind: 'ModifiedNode' | 'CreatedNode' = 'ModifiedNode') => {
      const [Account, Balance] = ['rFee', String(1_000_000n + BigInt(drops))];
      const node =
        kind === 'CreatedNode'
          ? { NewFields: { Account, Balance: drops } }
          : { FinalFields: { Account, Balance, Flags: 0 }, PreviousFields: { Balance: '1000000' } };
      const tx = { TransactionType: 'Payment', Account: 'rX', Destination: 'rFee', Amount: drops, ...more };
      return onLedger(tx, { changes: [{ [kind]: { LedgerEntryType: 'AccountRoot', LedgerIndex: 'X', ...node } }] });
    };
    const judged = (transaction: ReturnType<typeof xrp>) => judgeAccountTransaction(account, transaction, undefined);

    it('is a finding with sender, source tag and amount', () => {
      expect(judged(xrp('100000000', { SourceTag: 99 }))).toMatchObject({
        is: 'finding',
        finding: {
          kind: 'xrp-arrived',
          summary: '100 XRP reached the fee wallet from a wallet that does not fund it.',
          details: { account: 'feeWallet', ledgerIndex: 801, drops: '100000000', sender: 'rX', sourceTag: 99 },
        },
      });
      expect(xrpArrived(account, xrp('100000000'))).toEqual([{ currency: 'XRP', counterparty: 'rX', value: '100' }]);
    });
    it.each([
      ['is from a wallet that funds the account', xrp('100000000', { Account: 'rOperator' })],
      ['is less than 10 XRP', xrp('9999999')],
      ['made the account', xrp('100000000', {}, 'CreatedNode')],
      ['was paid by the account', xrp('-500000')],
    ])('is nobody’s business where it %s', (_, transaction) => {
      expect(judged(transaction)).toEqual({ is: 'foreign' });
      expect(xrpArrived(account, transaction)).toEqual([]);
    });
  });
  it.each(['Payment', 'TrustSet', 'AccountSet', 'TicketCreate', 'Clawback'])(
    'is a finding where the account’s own key signed it outside the log: %s, even refused',
    (type) => {
      expect(
        judgeAccountTransaction(
          account,
          onLedger({ TransactionType: type, Account: 'rFee' }, { result: 'tecPATH_DRY' }),
          undefined,
        ),
      ).toMatchObject({
        is: 'finding',
        finding: { kind: type === 'Payment' ? 'unknown-ledger-payment' : 'unknown-ledger-transaction' },
      });
      expect(
        judgeAccountTransaction(account, onLedger({ TransactionType: type, Account: 'rFee' }), { leg: null }),
      ).toEqual({ is: 'matched' });
    },
  );
  it('of a journaled fee follows how its payment stands', () => {
    const judge = (...events: PaymentEvent[]) =>
      judgeAccountTransaction(account, incoming, { leg: 'platform', payment: payment(...events) });
    expect(judge(...leg('recipient', 'R', 'validated'), ...leg('platform', 'F', 'validated'), completed)).toEqual({
      is: 'matched',
    });
    expect(judge(...leg('recipient', 'R', 'validated'), ...leg('platform', 'F', 'signed'))).toEqual({
      is: 'under-way',
    });
  });
  it('of an old fee does not wait for a purchase that may never end: the cursor would stand before it for ever', () => {
    const judge = (...events: PaymentEvent[]) =>
      judgeAccountTransaction(account, incoming, { leg: 'platform', payment: payment(...events) });
    const settling = leg('recipient', 'R', 'validated');
    const givenUp: PaymentEvent = { type: 'FeeLeftUnpaid', data: { paymentId, reason: 'not signed in time' } };
    const extra = { is: 'extra-fee', paymentId };
    expect(judge(...settling, ...leg('platform', 'F', 'signed'), ...leg('platform', 'G', 'validated'))).toEqual(extra);
    expect(judge(...settling, ...leg('platform', 'F', 'signed'), givenUp)).toEqual(extra);
    expect(judge(...leg('recipient', 'R', 'signed'), ...leg('platform', 'F', 'signed'), givenUp)).toEqual({
      is: 'under-way',
    });
  });
  it('of a fee that its payment does not hold as paid is an extra fee, once', () => {
    const judge = (...events: PaymentEvent[]) =>
      judgeAccountTransaction(account, incoming, { leg: 'platform', payment: payment(...events) });
    const extra = { is: 'extra-fee', paymentId };
    expect(judge(...leg('platform', 'F', 'signed'), cancelled)).toEqual(extra);
    const paidOnce = [...leg('recipient', 'R', 'validated'), ...leg('platform', 'other', 'validated'), completed];
    expect(judge(...paidOnce)).toEqual(extra);
    const known: PaymentEvent = {
      type: 'ExtraFeeFound',
      data: { paymentId, hash: incoming.hash, ledgerIndex: 1, delivered: '12.5' },
    };
    expect(judge(...paidOnce, known)).toEqual({ is: 'matched' });
  });

  describe('that no event tells as moved', () => {
    const told = (verdict: Verdict, isOld: boolean, journaled?: Journaled, transaction = incoming) =>
      judgeTold(verdict, account, transaction, journaled, isOld);
    it('is waited for while it is young, and a finding afterwards, although its hash was journaled', () => {
      expect(told(MATCHED, false, { leg: null })).toEqual(UNDER_WAY);
      expect(told(MATCHED, true, { leg: null })).toMatchObject({ is: 'finding', finding: { kind: 'books-differ' } });
    });
    it('is no different while its payment is under way, or if it is a finding already', () => {
      const journaled: Journaled = { leg: 'platform', payment: payment() };
      expect(told(UNDER_WAY, true, journaled)).toEqual(UNDER_WAY);
      expect(told({ is: 'extra-fee', paymentId }, true, journaled)).toEqual({ is: 'extra-fee', paymentId });
    });
    it('is a finding where it reached the escrow from outside and was never booked', () => {
      expect(told(UNDER_WAY, false)).toEqual(UNDER_WAY);
      expect(told(UNDER_WAY, true)).toMatchObject({ is: 'finding' });
    });
    it('is nobody’s concern where it moved nothing', () =>
      expect(told(MATCHED, true, { leg: null }, onLedger(fee, { result: 'tecPATH_DRY' }))).toEqual(MATCHED));
  });
});
