import { describe, expect, it } from '@jest/globals';
import type { LoanView } from '@tknest/contracts/api';
import {
  accountText,
  nextToFallDue,
  openAccount,
  parseRlusd,
  payoffQuote,
  percent,
  toNumber,
  withFallen,
  type LoanAccount,
  type Day,
} from '@tknest/contracts/money';
import { balanceAfter, endAfter, missingOf } from './payback';

/** 1,000 at 12 % over four months, 256.28 each, due on the 15th from January on. */
const opened = openAccount({
  principal: parseRlusd('1000'),
  annual: percent('12'),
  months: 4,
  openedOn: '2025-12-15',
  firstDue: '2026-01-15',
});
const fall = (account: LoanAccount) => withFallen(account, nextToFallDue(account));
const view = (account: LoanAccount, date: Day) =>
  ({
    account: accountText(account),
    quote: { date, amount: toNumber(payoffQuote(account, date).amount) },
  }) as unknown as LoanView;
const fresh = view(opened, '2025-12-15');

describe('what is missing for all that fell due', () => {
  const claims = (...missing: number[]) => missing.map((amount) => ({ missing: amount })) as LoanView['claims'];
  it.each([
    [claims(0.1, 0.2), '0.3'],
    [claims(1_025.07, 1_025.07, 1_025.07), '3075.21'],
    [claims(33.333334), '33.34'],
    [claims(), '0'],
  ])('is what the field takes, to the cent', (asked, text) => expect(missingOf(asked)).toBe(text));
});

describe('the balance of a loan once something is paid', () => {
  it('is less by the principal that the payment reaches, after the interest of its days', () => {
    expect(balanceAfter(fresh, 0)).toBe(1000);
    expect(balanceAfter(fresh, 256.28)).toBe(753.72);
  });
  it('counts the interest of every overdue installment first', () => {
    const overdue = view(fall(fall(opened)), '2026-02-20');
    // 10.00 and 10.00 of interest stand first: the second month's is on the whole balance, for the first is overdue.
    expect(balanceAfter(overdue, 120)).toBe(900);
  });
});

describe('the end of a loan once something is paid', () => {
  it('is that of the plan where the installment is paid, a part of it, or nothing', () => {
    for (const amount of [256.28, 100, 0]) expect(endAfter(fresh, amount, 'term')).toBe('2026-04-15');
  });
  it('comes earlier by the installments that are paid ahead, unless they are lowered instead', () => {
    expect(endAfter(fresh, 530, 'term')).toBe('2026-03-15');
    expect(endAfter(fresh, 530, 'instalment')).toBe('2026-04-15');
  });
  it('is now where everything is paid', () => {
    expect(endAfter(fresh, fresh.quote!.amount, 'term')).toBeNull();
    expect(balanceAfter(fresh, fresh.quote!.amount)).toBe(0);
  });
  it('is the last due date where only installments that are overdue are left', () => {
    const last = view(fall(fall(fall(fall(opened)))), '2026-04-20');
    expect(endAfter(last, 100, 'term')).toBe('2026-04-15');
  });
});
