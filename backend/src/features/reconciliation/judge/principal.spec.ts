import { describe, expect, it } from '@jest/globals';
import { type PaymentState } from '../../payments/payment.public.js';
import { judgePrincipal, type PrincipalOf } from './principal.js';
import { RLUSD_ISSUER, rlusd, asked, cancelled, completed, payment, onLedger, leg } from './story.js';

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
