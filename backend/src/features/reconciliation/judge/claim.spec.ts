import { describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import {
  clawback,
  issuance as issuanceTransaction,
  issuanceMemo,
  redemptionMemo,
} from '#features/payments/rules.public.js';
import { judgeBalance, judgeClaim, type Claim } from './claim.js';
import { RLUSD_ISSUER, ISSUER, paymentId, rlusd, asked, lineChange, onLedger } from '#test/support/judged-purchase.js';
import type { LedgerTransaction } from './verdict.js';

describe('a leg that the log calls settled', () => {
  const principal: Claim = {
    paymentId,
    propertyId: 1,
    leg: 'recipient',
    hash: 'R',
    ledgerIndex: 801,
    from: 'rBuyer',
    to: 'rOwner',
    currency: CURRENCY.rlusd,
    issuer: RLUSD_ISSUER,
    value: 500_000_000n,
    memo: null,
  };
  const journaled = { paymentId, leg: 'recipient' };
  const judge = (
    transaction: LedgerTransaction | null,
    claim = principal,
    known: typeof journaled | undefined = journaled,
  ) => judgeClaim(claim, known, transaction);
  const differs = (what: string) => ({ is: 'finding', finding: { kind: 'books-differ', details: { what } } });

  it('is matched where the ledger says the same', () => expect(judge(onLedger(asked))).toEqual({ is: 'matched' }));
  it('compares amounts as numbers', () =>
    expect(judge(onLedger(asked, { delivered: rlusd('5000000000000000e-13') }))).toEqual({ is: 'matched' }));
  it('is missing where it is on no ledger', () =>
    expect(judge(null)).toMatchObject({ is: 'finding', finding: { kind: 'missing-on-ledger' } }));
  it.each<[string, LedgerTransaction]>([
    ['result', onLedger(asked, { result: 'tecPATH_PARTIAL' })],
    ['type', onLedger({ ...asked, TransactionType: 'TrustSet' })],
    ['payer', onLedger({ ...asked, Account: 'rX' })],
    ['payee', onLedger({ ...asked, Destination: 'rX' })],
    ['delivered amount', onLedger(asked, { delivered: rlusd('499.999999') })],
    ['delivered amount', onLedger(asked, { delivered: { ...rlusd('500'), issuer: 'rX' } })],
    ['memo', onLedger({ ...asked, Memos: [{ Memo: { MemoData: 'AB' } }] })],
    ['ledger', onLedger(asked, { ledgerIndex: 802 })],
  ])('differs where the ledger has another %s', (what, transaction) =>
    expect(judge(transaction)).toMatchObject(differs(what)),
  );
  describe('in XRP', () => {
    const claim: Claim = { ...principal, paymentId: null, leg: 'xrp-return', currency: 'XRP', issuer: '', value: 12n };
    const judged = (delivered: LedgerTransaction['delivered']) =>
      judgeClaim(claim, { paymentId: null, leg: 'xrp-return' }, onLedger(asked, { delivered }));
    it('is matched where as many drops were delivered', () => expect(judged('12')).toEqual({ is: 'matched' }));
    it.each(['11', null, { ...rlusd('0.000012'), issuer: '' }])('differs where that is %j', (delivered) =>
      expect(judged(delivered)).toMatchObject(differs('delivered amount')),
    );
  });
  it('differs where its hash was journaled for another payment or leg, or never', () => {
    expect(judge(onLedger(asked), principal, { paymentId: 'another', leg: 'recipient' })).toMatchObject(
      differs('payment it was recorded for'),
    );
    expect(judge(onLedger(asked), principal, { paymentId, leg: 'platform' })).toMatchObject(
      differs('payment it was recorded for'),
    );
    expect(judgeClaim(principal, undefined, onLedger(asked))).toMatchObject(differs('payment it was recorded for'));
  });

  describe('of tokens', () => {
    const issued = issuanceTransaction({
      holder: 'rBuyer',
      issuer: ISSUER,
      property: 1,
      purchase: paymentId,
      tokens: 5,
    });
    const claim: Claim = {
      ...principal,
      leg: 'issuance',
      from: ISSUER,
      to: 'rBuyer',
      currency: CURRENCY.token,
      issuer: ISSUER,
      value: 5_000_000n,
      memo: issuanceMemo(1, paymentId, 5),
    };
    const known = { paymentId, leg: 'issuance' };
    it('names property, purchase and tokens in its memo', () => {
      expect(judge(onLedger(issued), claim, known)).toEqual({ is: 'matched' });
      expect(judge(onLedger(issued), { ...claim, memo: issuanceMemo(1, 'another', 5) }, known)).toMatchObject(
        differs('memo'),
      );
      expect(
        judge(
          onLedger({ ...issued, Memos: [{ Memo: { ...(issued.Memos as any)[0].Memo, MemoType: 'AB' } }] }),
          claim,
          known,
        ),
      ).toMatchObject(differs('memo type'));
    });
    it('that ended: what the clawback took of the line is compared, not what it names', () => {
      const ended: Claim = {
        ...claim,
        paymentId: 'redemption',
        leg: 'redemption',
        issuer: 'rBuyer',
        memo: redemptionMemo(1, 5),
      };
      const clawed = clawback({ holder: 'rBuyer', issuer: ISSUER, property: 1, tokens: 5 });
      const taking = (left: string) =>
        onLedger(clawed, { changes: [lineChange('rBuyer', ISSUER, '5', left, CURRENCY.token)], delivered: null });
      const of = { paymentId: 'redemption', leg: 'redemption' };
      expect(judge(taking('0'), ended, of)).toEqual({ is: 'matched' });
      expect(judge(taking('1'), ended, of)).toMatchObject(differs('delivered amount'));
      expect(judge(onLedger(issued), ended, of)).toMatchObject(differs('type'));
      expect(judge(taking('0'), { ...ended, memo: redemptionMemo(2, 5) }, of)).toMatchObject(differs('memo'));
    });
  });
});

describe('balances', () => {
  it.each([
    [5n, 5n, 0n, 0n, 'matches'],
    [5n, 7n, 2n, 0n, 'in-flight'],
    [5n, 8n, 2n, 0n, 'differs'],
    [5n, 4n, 2n, 0n, 'differs'],
    [5n, 2n, 0n, 3n, 'in-flight'],
    [5n, 1n, 0n, 3n, 'differs'],
    [5n, 6n, 0n, 3n, 'differs'],
  ] as const)('books %s, ledger %s, %s coming, %s leaving: %s', (books, ledger, coming, leaving, verdict) =>
    expect(judgeBalance(books, ledger, coming, leaving)).toBe(verdict),
  );
});
