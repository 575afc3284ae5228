import { describe, expect, it } from '@jest/globals';
import type { PaymentKind } from '@tknest/contracts/events';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { parseExact } from '@tknest/contracts/money';
import { markOf, purposeOf, reachOf, type Mark, type Sender } from './arrival.rules.js';

const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex').toUpperCase();
const tx = (fields: Record<string, unknown>) => ({ tx: fields, meta: {} }) as unknown as LedgerTransaction;
const memo = (type: string, data: string) => tx({ Memos: [{ Memo: { MemoType: hex(type), MemoData: hex(data) } }] });
const owner: Sender = { wallet: 'rOwner', isAdmin: false, isHeld: false, ownerOfMarked: 'rOwner', runningLoans: [] };
const marked: Mark = { propertyId: 7, float: false, refund: false };
const unmarked: Mark = { propertyId: null, float: false, refund: false };
const of = (amount: string, mark: Mark, sender = owner, prepared: PaymentKind | null = null) =>
  purposeOf({ hash: 'H', amount: parseExact(amount), prepared }, mark, sender).account;
const account = (mark: Mark, sender: Sender) => of('1', mark, sender);

describe('what reached the escrow from outside', () => {
  it('tag or memo tknest/deposit/1 from the owner’s wallet: the deposit of the property', () => {
    expect(markOf(tx({ DestinationTag: 7 }))).toEqual(marked);
    expect(markOf(memo('tknest/deposit/1', '7'))).toEqual(marked);
    expect(account(marked, owner)).toBe('deposit/7');
  });
  it('a mark from another wallet waits for a person', () => {
    expect(account(marked, { ...owner, wallet: 'rStranger' })).toBe('suspense/H');
  });
  it('no mark, from a landlord with exactly one running loan: a deposit', () => {
    expect(account(unmarked, { ...owner, runningLoans: [3] })).toBe('deposit/3');
    expect(account(unmarked, { ...owner, runningLoans: [3, 4] })).toBe('suspense/H');
  });
  it('a suspended landlord’s payment waits for a person, marked or not: it is no deposit', () => {
    const held = { ...owner, isHeld: true };
    expect(account(marked, held)).toBe('suspense/H');
    expect(account(unmarked, { ...held, runningLoans: [3] })).toBe('suspense/H');
    expect(of('0.5', marked, held)).toBe('suspense/small-arrivals');
  });
  it('a payment of the platform for a property, from its landlord: the deposit; a refund is a buyer’s', () => {
    const said = (kind: string) => memo('tknest/payment/1', JSON.stringify({ paymentId: 'p', kind, propertyId: 7 }));
    expect(account(markOf(said('principal_payback')), owner)).toBe('deposit/7');
    expect(account(markOf(said('refund')), owner)).toBe('suspense/H');
    expect(account(markOf(said('refund')), { ...owner, runningLoans: [7] })).toBe('suspense/H');
  });
  it('the float is filled by an admin with the memo tknest/float/1, and by nobody else', () => {
    const float = markOf(memo('tknest/float/1', ''));
    expect(account(float, { ...owner, isAdmin: true })).toBe('float');
    expect(account(float, owner)).toBe('suspense/H');
  });
  it('less than 1 RLUSD that nobody can place is a small arrival, and lies with the others', () => {
    expect(of('0.999999999', unmarked)).toBe('suspense/small-arrivals');
    expect(of('1', unmarked)).toBe('suspense/H');
    expect(of('0.000001', marked)).toBe('deposit/7');
  });
  it('a refund of less than 1 RLUSD is kept by itself, where the platform prepared it', () => {
    const refund: Mark = { ...marked, refund: true };
    expect(of('0.5', refund, owner, 'refund')).toBe('suspense/H');
    expect(of('0.5', refund, owner)).toBe('suspense/small-arrivals');
  });
  it('a repayment that the platform prepared is no deposit, however small it is', () => {
    const sender = { ...owner, runningLoans: [7] };
    expect(of('0.5', marked, sender, 'principal_payback')).toBe('suspense/H');
    expect(of('0.5', marked, sender, 'deposit')).toBe('deposit/7');
  });
  it('the mark of an escrow is of whoever made it, not of whoever finished it', () => {
    const finished = (by: object, made: object) =>
      ({
        tx: { TransactionType: 'EscrowFinish', Account: 'rStranger', ...by },
        meta: { AffectedNodes: [{ DeletedNode: { LedgerEntryType: 'Escrow', FinalFields: made } }] },
      }) as unknown as LedgerTransaction;
    const of = { Account: 'rOwner' };
    expect(markOf(finished({}, { ...of, DestinationTag: 7 }))).toEqual(marked);
    for (const [type, data] of [
      ['tknest/deposit/1', '8'],
      ['tknest/float/1', ''],
      ['tknest/payment/1', '{"kind":"refund","propertyId":8}'],
    ] as const) {
      const by = memo(type, data).tx;
      expect(markOf(finished(by, of))).toEqual(unmarked);
      expect(markOf(finished(by, { ...of, DestinationTag: 7 }))).toEqual(marked);
    }
  });
  it('what makes no sense is no mark', () => {
    expect(markOf(tx({ DestinationTag: 0 }))).toEqual(unmarked);
    expect(markOf(memo('tknest/deposit/1', '1 or 2'))).toEqual(unmarked);
    expect(markOf(tx({ Memos: [{ Memo: {} }, {}] }))).toEqual(unmarked);
  });
  it('is booked in commits of whole ledgers, however much comes at once', () => {
    const ledgers = (...counts: number[]) => counts.flatMap((count, index) => Array<number>(count).fill(10 + index));
    expect(reachOf([], 99)).toBe(99);
    expect(reachOf(ledgers(100, 50), 99)).toBe(99);
    expect(reachOf(ledgers(100, 51), 99)).toBe(10);
    expect(reachOf(ledgers(1, 140, 20, 900), 99)).toBe(11);
    // A ledger is never split: the books only record how many whole ledgers are done.
    expect(reachOf(ledgers(400), 99)).toBe(10);
  });
});
