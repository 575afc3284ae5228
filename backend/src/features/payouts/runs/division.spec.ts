import { describe, expect, it } from '@jest/globals';
import { parseRlusd } from '@tknest/contracts/money';
import fc from 'fast-check';
import { divide, LINES_PER_BATCH, listLines } from './division.js';

const holders = (...tokens: number[]) =>
  new Map(tokens.map((count, index) => [`r${String(index).padStart(5, '0')}`, count]));

describe('a run is divided among the holders of record', () => {
  it('by tokens, to the micro-unit, ties by wallet ascending', () => {
    // 1.000000 among three equal holders: 333,333 micro-units each; the one left over goes to the first wallet.
    const shares = divide(parseRlusd('1'), holders(1, 1, 1)).map(({ wallet, amount }) => [wallet, amount]);
    expect(shares).toEqual([
      ['r00000', 333_334n],
      ['r00001', 333_333n],
      ['r00002', 333_333n],
    ]);
  });
  it('the parts sum to the whole for any holders and amounts, and nobody gets nothing', () => {
    const tokens = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(tokens, fc.bigInt({ min: 1n, max: 10n ** 15n }), (counts, amount) => {
        const shares = divide(amount, holders(...counts));
        expect(shares.reduce((sum, share) => sum + share.amount, 0n)).toBe(amount);
        expect(shares.every((share) => share.amount > 0n)).toBe(true);
      }),
    );
  });
  it('nobody to divide among is refused', () => {
    expect(() => divide(1n, new Map())).toThrow(RangeError);
  });
});

describe('the lines of a run', () => {
  it('stand in batches, with a count, totals and a hash over all of them', () => {
    const shares = divide(parseRlusd('1000'), holders(...Array.from({ length: LINES_PER_BATCH + 1 }, () => 1)));
    const { started, batches } = listLines({ runId: 'due-1-2027-01-15', fee: parseRlusd('25') }, shares);
    expect(batches.map(({ data }) => [data.batch, data.lines.length])).toEqual([
      ['0', LINES_PER_BATCH],
      ['1', 1],
    ]);
    expect(started.data).toMatchObject({ lines: LINES_PER_BATCH + 1, batches: 2, total: '1000', fee: '25' });
    const another = listLines({ runId: 'due-1-2027-01-15', fee: 0n }, [
      { ...shares[0]!, amount: 1n },
      ...shares.slice(1),
    ]);
    expect(another.started.data.linesHash).not.toBe(started.data.linesHash);
  });
});
