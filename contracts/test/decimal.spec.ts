import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { IsDecimalNumber } from '../src/api/decimal.js';

class Priced {
  @IsDecimalNumber(2, { message: 'no amount' })
  amount!: unknown;
}
const messagesOf = (amount: unknown) =>
  validateSync(Object.assign(new Priced(), { amount })).flatMap(({ constraints }) => Object.values(constraints ?? {}));
const problemsOf = (amount: unknown) => validateSync(Object.assign(new Priced(), { amount })).length;

describe('a number with at most two decimals', () => {
  it.each([0, 1, -3.25, 100.1, 1e21, 2.5e3, -0])('%d is one', (amount) => expect(problemsOf(amount)).toBe(0));
  it.each([1e-7, -4e-323, 1.5e-7, 0.001, NaN, Infinity, '1', true, null, undefined, [1], {}])('%p is none', (amount) =>
    expect(problemsOf(amount)).toBe(1),
  );
  it('has the given message if it is no number, and says so if it has too many decimals', () => {
    expect(messagesOf('1')).toEqual(['no amount']);
    expect(messagesOf(0.1 + 0.2)).toEqual(['amount has too many decimals: at most 2']);
  });
  it('never breaks, whatever the number', () =>
    fc.assert(fc.property(fc.double(), (amount) => void problemsOf(amount))));
});
