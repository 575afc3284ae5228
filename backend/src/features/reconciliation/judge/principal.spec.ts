import { describe, expect, it } from '@jest/globals';
import type { Marked, Payment } from '#features/payments/rules.public.js';
import { judgePrincipal, type PrincipalOf } from './principal.js';
import {
  RLUSD_ISSUER,
  paymentId,
  rlusd,
  asked,
  cancelled,
  completed,
  payment,
  onLedger,
  leg,
} from '#test/support/judged-purchase.js';

describe('RLUSD that reached an owner', () => {
  const known = (state: Payment, hashes: string[] = []): PrincipalOf => ({
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
    // The wallet may choose another lifetime and fee, which change only the hash.
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

  it('is a payment that the log has forgotten where its mark says so, and no payment’s own', () => {
    const mark = { paymentId: 'forgotten', leg: 'recipient' } as Marked;
    const other = onLedger({ ...asked, Sequence: 12 }, { hash: 'F' });
    const settled = known(payment(...leg('recipient', 'other', 'validated'), completed));
    expect(judgePrincipal(other, [settled], RLUSD_ISSUER, mark)).toEqual({ is: 'forgotten', mark });
    expect(judgePrincipal(other, [], RLUSD_ISSUER, null)).toEqual({ is: 'foreign' });
    expect(judgePrincipal(other, [], RLUSD_ISSUER, { ...mark, leg: 'platform' }).is).toBe('foreign');
  });
  it('is no second principal where its mark says that it is the fee of its payment', () => {
    const fee = { paymentId, leg: 'platform' } as Marked;
    const settled = known(payment(...leg('recipient', 'R', 'validated'), completed));
    expect(judgePrincipal(onLedger(asked, { hash: 'F' }), [settled], RLUSD_ISSUER, fee).is).toBe('foreign');
  });
  it('belongs to the payment that its mark names, whatever was asked of it since', () => {
    const mark = { paymentId, leg: 'recipient' } as Marked;
    const other = onLedger({ ...asked, Sequence: 12 }, { hash: 'F' });
    const judged = (state: Payment) => judgePrincipal(other, [known(state)], RLUSD_ISSUER, mark).is;
    expect(judged(payment())).toBe('under-way');
    expect(judged(payment(cancelled))).toBe('late');
    expect(judged(payment(...leg('recipient', 'R', 'validated'), completed))).toBe('twice');
  });
});
