import { describe, expect, it } from '@jest/globals';
import { parseRlusd, type Recommended } from '@tknest/contracts/money';
import { viewOf } from './recommend.query.js';

const reasonOf = (paymentType: Recommended['paymentType'], amount: string, dueDate: Recommended['dueDate']) =>
  viewOf({ paymentType, amount: parseRlusd(amount), urgency: 'low', savings: 0n, dueDate }, false).reasoning;

describe('what a recommended payment says of itself', () => {
  it('an extra payment is what is due and an installment more, both rounded up', () =>
    expect(reasonOf('extra', '400', '2026-10-12')).toBe(
      'What is due plus one more installment, each rounded up to the next 100 RLUSD, so fewer are left.',
    ));
  it('where the next installment is paid already, it is only the installment more', () =>
    expect(reasonOf('extra', '200', null)).toBe('One more installment, rounded up to 200 RLUSD, so fewer are left.'));
  it('a rounded amount is compared with what is due, which may be several installments', () =>
    expect(reasonOf('round_up', '200', '2026-10-12')).toBe(
      'Rounded up to 200 RLUSD. Anything above what is due repays principal early.',
    ));
});
