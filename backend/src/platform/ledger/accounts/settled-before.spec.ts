import { describe, expect, it } from '@jest/globals';
import { decode, Wallet } from 'xrpl';
import type { PlatformAccountEvent } from '@tknest/contracts/events';
import type { LedgerTransaction } from '../ledger-port.js';
import { memoOf } from '../notation.js';
import { isAdoptable, useOf } from './adoption.js';
import { settleUnknown } from './account.decider.js';
import { evolveAccount, noAccount } from './account.state.js';
import { blobOf, isSame, naming, subjectNamedBy, subjectOf } from './settled-before.js';
import { placed } from './account-signer.js';

const SIGNER = Wallet.generate();
const HOLDER = Wallet.generate().classicAddress;
const LINE = 'payout/run-1/0/rHolder/1';
const recipe = (value: string) => ({
  TransactionType: 'Payment',
  Account: SIGNER.classicAddress,
  Destination: HOLDER,
  Amount: { currency: 'USD', issuer: HOLDER, value },
  Memos: [memoOf({ type: 'tknest/payout/1', format: 'application/json' }, '{"run":"run-1"}')],
});

/** The ledger's answer for one that was signed for a purpose, in version 2 of the API. */
function onLedger(purpose: string, value: string, result = 'tesSUCCESS'): LedgerTransaction & { blob: string } {
  const at = { lastLedgerSequence: 140, fee: 12n };
  const unsigned = placed(naming(purpose, recipe(value)), { ticket: 7, sequence: 0 }, at);
  const { tx_blob: blob, hash } = SIGNER.sign(unsigned as never);
  const { Amount, ...rest } = decode(blob) as Record<string, any>;
  const tx = { ...rest, DeliverMax: Amount, date: 1, ledger_index: 120 };
  return { hash, ledgerIndex: 120, result, tx, meta: {}, delivered: null, blob };
}

describe('a transaction that the log had forgotten', () => {
  it('says what it was for, whatever attempt it was, and comes to its own bytes', () => {
    const one = onLedger(LINE, '1.5');
    expect(subjectNamedBy(one.tx)).toBe('payout/run-1/0/rHolder');
    expect(subjectOf('payout/run-1/0/rHolder/3')).toBe('payout/run-1/0/rHolder');
    expect(blobOf(one)).toBe(one.blob);
    expect(blobOf({ ...one, tx: { ...one.tx, Fee: '13' } })).toBeNull();
  });

  it('is the same as its recipe but for fee, ticket, LastLedgerSequence and signature, and no other', () => {
    const { blob } = onLedger(LINE, '1.5');
    expect(isSame(naming(LINE, recipe('1.5')), blob)).toBe(true);
    expect(isSame(naming('payout/run-1/0/rHolder/9', recipe('1.50')), blob)).toBe(true);
    expect(isSame(naming(LINE, recipe('1.6')), blob)).toBe(false);
    expect(isSame(naming('payout/run-2/0/rHolder/1', recipe('1.5')), blob)).toBe(false);
  });

  it('is taken over by what it says, and only where it was paid', () => {
    const one = onLedger(LINE, '1.5');
    expect(isAdoptable(one)).toBe(true);
    const state = evolveAccount(noAccount, {
      type: 'TicketsCreated',
      data: { name: 'payoutEscrow', tickets: [7, 8], hash: 'T' },
    });
    const after = settleUnknown('payoutEscrow', useOf(one), 'adopted', state).reduce(evolveAccount, state);
    expect(after.free).toEqual([8]);
    expect(after.settledBefore.get('payout/run-1/0/rHolder')).toEqual([
      {
        hash: one.hash,
        ticket: 7,
        ledgerIndex: 120,
        blob: one.blob,
      },
    ]);
    const refused = onLedger(LINE, '1.5', 'tecPATH_DRY');
    const burned = settleUnknown('payoutEscrow', useOf(refused), 'adopted', state).reduce(evolveAccount, state);
    expect([burned.free, burned.settledBefore.size]).toEqual([[8], 0]);
    const { Memos: _, ...silent } = one.tx;
    expect(isAdoptable({ ...one, tx: silent })).toBe(false);
  });

  it('may have been done twice, as a line is authorized: each is taken over once', () => {
    const AUTHORIZED = 'purchase/7f3b6a52-0d3f-4f7e-9d43-5f1f6b8f2a11/authorise';
    const tickets: PlatformAccountEvent = {
      type: 'TicketsCreated',
      data: { name: 'issuer', tickets: [7, 8], hash: 'T' },
    };
    const settled = (ticket: number, hash: string): PlatformAccountEvent => ({
      type: 'UnknownTransactionSettled',
      data: { ...useOf(onLedger(LINE, '1')), name: 'issuer', ticket, hash, subject: AUTHORIZED, how: 'adopted' },
    });
    const burned = (hash: string | null, attempt: number): PlatformAccountEvent => ({
      type: 'TicketBurned',
      data: { name: 'issuer', ticket: 7, purpose: `${AUTHORIZED}/${attempt}`, hash },
    });
    const left = (...events: PlatformAccountEvent[]) =>
      [tickets, settled(7, 'A'), settled(8, 'B'), ...events]
        .reduce(evolveAccount, noAccount)
        .settledBefore.get(AUTHORIZED)
        ?.map(({ hash }) => hash);
    expect(left()).toEqual(['A', 'B']);
    expect(left(burned(null, 1), burned('C', 2))).toEqual(['A', 'B']);
    expect(left(burned('A', 1))).toEqual(['B']);
    expect(left(burned('A', 1), burned('B', 2))).toBeUndefined();
  });
});
