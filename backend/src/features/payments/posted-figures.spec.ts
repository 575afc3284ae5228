import { describe, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import { mustAgree, mustBe } from './posted-figures.js';

const rlusd = (amount: number) => parseRlusd(amount, 6);

describe('figures that a client posts', () => {
  it('are refused under the name that they were posted with, and the right one is said', () => {
    expect(() => mustBe('amount', 21, rlusd(20))).toThrow('amount must be 20');
    expect(() => mustAgree({ totalAmount: 100 }, rlusd(100), rlusd(2.5))).toThrow('totalAmount must be 102.5');
    expect(() => mustAgree({ platformFee: Number.NaN }, rlusd(100), rlusd(2.5))).toThrow('platformFee must be 2.5');
  });

  it('agree where they are right, or were not posted', () => {
    expect(() => mustAgree({ platformFee: 2.5, totalAmount: 102.5 }, rlusd(100), rlusd(2.5))).not.toThrow();
    expect(() => mustAgree({}, rlusd(100), rlusd(2.5))).not.toThrow();
  });
});
