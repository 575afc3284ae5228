import { describe, expect, it } from '@jest/globals';
import type { PaymentEvent } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import {
  evolvePayment,
  issuance as issuanceTransaction,
  issuanceMemo,
  noPayment,
  rlusdPayment,
  type PaymentState,
} from '../../payments/payment.public.js';
import { judgeAccountTransaction, tokenMoves } from './account-transaction.js';
import { judgeBalance, judgeClaim, type Claim } from './claim.js';
import { judgePrincipal, type PrincipalOf } from './principal.js';
import type { LedgerTransaction } from './verdict.js';

const RLUSD_ISSUER = 'rRlusd';
const ISSUER = 'rIssuer';
const AT = new Date('2026-11-21T10:00:00Z');
const paymentId = '7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11';
const rlusd = (value: string) => ({ currency: CURRENCY.rlusd, issuer: RLUSD_ISSUER, value });

const asked = rlusdPayment({
  from: 'rBuyer',
  to: 'rOwner',
  amount: 500_000_000n,
  memo: null,
  issuer: RLUSD_ISSUER,
  sequence: 7,
  lastLedgerSequence: 900,
  fee: 12n,
});
const started: PaymentEvent = {
  type: 'PaymentStarted',
  data: {
    paymentId,
    payer: 'rBuyer',
    kind: 'property_purchase',
    payee: 'rOwner',
    feeWallet: 'rFee',
    propertyId: 1,
    propertyName: 'Sample Court',
    tokens: 5,
    amount: '500',
    platformFee: '12.5',
    totalAmount: '512.5',
    memo: null,
    refundOf: null,
    expiresAt: '2026-11-21T10:10:00Z',
  },
};
const leg = (name: 'recipient' | 'platform', hash: string, upTo: 'signed' | 'validated'): PaymentEvent[] => {
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
const cancelled: PaymentEvent = { type: 'PaymentCancelled', data: { paymentId, by: 'payer' } };
const completed: PaymentEvent = { type: 'PaymentCompleted', data: { paymentId } };
const payment = (...events: PaymentEvent[]): PaymentState =>
  [started, ...events].reduce((state, event) => evolvePayment(state, event, AT), noPayment);

/** A change of a trust line, as metadata tells it; the low account holds. */
const lineChange = (holder: string, issuer: string, from: string, to: string) => ({
  ModifiedNode: {
    LedgerEntryType: 'RippleState',
    LedgerIndex: 'X',
    FinalFields: {
      Balance: { currency: CURRENCY.rlusd, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: to },
      LowLimit: { currency: CURRENCY.rlusd, issuer: holder, value: '1000' },
      HighLimit: { currency: CURRENCY.rlusd, issuer, value: '0' },
    },
    PreviousFields: { Balance: { currency: CURRENCY.rlusd, issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: from } },
  },
});
const onLedger = (
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

describe('a transaction that touches a platform account', () => {
  const account = { name: 'feeWallet', address: 'rFee' };
  const fee = { TransactionType: 'Payment', Account: 'rBuyer', Destination: 'rFee', Amount: rlusd('12.5') };
  const incoming = onLedger(fee, { hash: 'F', changes: [lineChange('rFee', RLUSD_ISSUER, '0', '12.5')] });

  it('moves what its metadata says', () =>
    expect(tokenMoves(incoming.meta, 'rFee')).toEqual([
      { currency: CURRENCY.rlusd, counterparty: RLUSD_ISSUER, value: '12.5' },
    ]));
  it('is a finding where it brought tokens and the log does not know it', () =>
    expect(judgeAccountTransaction(account, incoming, undefined)).toMatchObject({
      is: 'finding',
      finding: { kind: 'unknown-ledger-payment' },
    }));
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
        { name: 'issuer', address: ISSUER },
        onLedger({ TransactionType: 'TrustSet', Account: 'rX' }),
        undefined,
      ),
    ).toEqual({ is: 'foreign' });
    expect(judgeAccountTransaction(account, onLedger(fee, { result: 'tecPATH_DRY' }), undefined)).toEqual({
      is: 'foreign',
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
  it('of a journalled fee follows how its payment stands', () => {
    const judge = (...events: PaymentEvent[]) =>
      judgeAccountTransaction(account, incoming, { leg: 'platform', payment: payment(...events) });
    expect(judge(...leg('recipient', 'R', 'validated'), ...leg('platform', 'F', 'validated'), completed)).toEqual({
      is: 'matched',
    });
    expect(judge(...leg('recipient', 'R', 'validated'), ...leg('platform', 'F', 'signed'))).toEqual({
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
});

describe('RLUSD that reached an owner', () => {
  const known = (state: PaymentState, hashes: string[] = []): PrincipalOf => ({
    payment: state,
    asked: [asked],
    signed: new Set(hashes),
  });
  const landed = onLedger(asked, { hash: 'R' });
  const judge = (of: PrincipalOf, transaction = landed) => judgePrincipal(transaction, [of], RLUSD_ISSUER).is;

  it('matches the validated principal', () =>
    expect(judge(known(payment(...leg('recipient', 'R', 'validated')), ['R']))).toBe('matched'));
  it('is under way while its payment is', () =>
    expect(judge(known(payment(...leg('recipient', 'R', 'signed')), ['R']))).toBe('under-way'));
  it('is late where its payment ended without it, by its hash or, the signature hidden, by what was asked', () => {
    expect(judge(known(payment(...leg('recipient', 'R', 'signed'), cancelled), ['R']))).toBe('late');
    expect(judge(known(payment(cancelled)))).toBe('late');
    // Another lifetime and fee are the wallet's choice; they change the hash and nothing else.
    expect(
      judge(known(payment(cancelled)), onLedger({ ...asked, LastLedgerSequence: 950, Fee: '15' }, { hash: 'Z' })),
    ).toBe('late');
  });
  it('is paid twice where the payment has another principal', () =>
    expect(judge(known(payment(...leg('recipient', 'other', 'validated'), completed)))).toBe('twice'));
  it('only resembles where the wallet chose another sequence', () => {
    expect(judge(known(payment(cancelled)), onLedger({ ...asked, Sequence: 8 }))).toBe('resembles');
    expect(
      judge(known(payment(...leg('recipient', 'other', 'validated'), completed)), onLedger({ ...asked, Sequence: 8 })),
    ).toBe('foreign');
  });
  it.each<[string, Record<string, unknown>]>([
    ['another amount', { Amount: rlusd('499') }],
    ['another issuer', { Amount: { ...rlusd('500'), issuer: 'rX' } }],
    ['a memo that was not asked', { Memos: [{ Memo: { MemoData: 'AB' } }] }],
    ['another payer', { Account: 'rX' }],
  ])('is the payer’s own business with %s', (_, changes) =>
    expect(judge(known(payment(cancelled)), onLedger({ ...asked, ...changes }))).toBe('foreign'),
  );
  it('is nothing where the ledger refused it, or delivered less', () => {
    expect(judge(known(payment(cancelled)), onLedger(asked, { result: 'tecPATH_DRY' }))).toBe('foreign');
    expect(judge(known(payment(cancelled)), onLedger(asked, { delivered: rlusd('1') }))).toBe('foreign');
  });
});

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
  const journalled = { paymentId, leg: 'recipient' };
  const judge = (
    transaction: LedgerTransaction | null,
    claim = principal,
    known: typeof journalled | undefined = journalled,
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
  it('differs where its hash was journalled for another payment or leg, or never', () => {
    expect(judge(onLedger(asked), principal, { paymentId: 'another', leg: 'recipient' })).toMatchObject(
      differs('payment it was journalled for'),
    );
    expect(judge(onLedger(asked), principal, { paymentId, leg: 'platform' })).toMatchObject(
      differs('payment it was journalled for'),
    );
    expect(judgeClaim(principal, undefined, onLedger(asked))).toMatchObject(differs('payment it was journalled for'));
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
  });
});

describe('balances', () => {
  it.each([
    [5n, 5n, 0n, 'matches'],
    [5n, 7n, 2n, 'in-flight'],
    [5n, 8n, 2n, 'differs'],
    [5n, 4n, 2n, 'differs'],
  ] as const)('books %s, ledger %s, %s under way: %s', (books, ledger, inFlight, verdict) =>
    expect(judgeBalance(books, ledger, inFlight)).toBe(verdict),
  );
});
