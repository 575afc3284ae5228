import { describe, expect, it } from '@jest/globals';
import type { LoanView } from '@tknest/contracts/api';
import { balanceAfter, endAfter, missingOf } from './payback';

/** Four installments of 255 for 1,000 with 10 interest a month on the balance; the first one is paid. */
const loan = {
  remainingBalance: 755,
  quote: { date: '2026-02-15', amount: 762.55, principal: 755, interest: 7.55 },
  schedule: [
    { number: 1, dueDate: '2026-01-15', payment: 255, interest: 10, principal: 245, balance: 755, paid: true },
    { number: 2, dueDate: '2026-02-15', payment: 255, interest: 7.55, principal: 247.45, balance: 507.55, paid: false },
    { number: 3, dueDate: '2026-03-15', payment: 255, interest: 5.08, principal: 249.92, balance: 257.63, paid: false },
    { number: 4, dueDate: '2026-04-15', payment: 260.21, interest: 2.58, principal: 257.63, balance: 0, paid: false },
  ],
} as unknown as LoanView;

describe('what is missing for all that fell due', () => {
  const claims = (...missing: number[]) => missing.map((amount) => ({ missing: amount })) as LoanView['claims'];
  it.each([
    [claims(0.1, 0.2), '0.3'],
    [claims(1_025.07, 1_025.07, 1_025.07), '3075.21'],
    [claims(33.333334), '33.34'],
    [claims(), '0'],
  ])('is what the field takes, to the cent', (asked, text) => expect(missingOf(asked)).toBe(text));
});

describe('the end of a loan once something is paid', () => {
  it('is that of the plan where the installment is paid, a part of it, or nothing', () => {
    expect(balanceAfter(loan, 255)).toBe(507.55);
    for (const amount of [255, 100, 0]) expect(endAfter(loan, amount, true)).toBe('2026-04-15');
  });
  it('comes earlier by the installments that are paid ahead, unless they are lowered instead', () => {
    expect(endAfter(loan, 504.92, true)).toBe('2026-03-15');
    expect(endAfter(loan, 504.92, false)).toBe('2026-04-15');
    expect(endAfter(loan, 355, true)).toBe('2026-04-15');
  });
  it('is now where everything is paid', () => {
    expect(endAfter(loan, 762.55, true)).toBeNull();
    expect(endAfter(loan, 762.55, false)).toBeNull();
  });
});
