import { describe, expect, it } from '@jest/globals';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import fc from 'fast-check';
import { divide } from '#features/payouts/runs/division.js';
import { apportion, type Parts, type RunLine } from './apportion.js';

const rlusd = (text: string) => parseRlusd(text);
const shown = (parts: Map<string, Parts>) =>
  [...parts].map(
    ([wallet, { interest, principal, fee }]) =>
      `${wallet} ${toDecimal(interest)} + ${toDecimal(principal)} - ${toDecimal(fee)}`,
  );
const linesOf = (amount: string, holders: Record<string, number>): RunLine[] =>
  divide(rlusd(amount), new Map(Object.entries(holders)));

describe('a line of a payout run in its parts (money 1)', () => {
  /**
   * By hand: a run of 103.56 with 6.50 interest, 97.06 principal and no fee, 12 tokens: rA 5, rB 4, rC 3.
   * Lines: 103.56 / 12 = 8.63 a token: 43.15, 34.52, 25.89.
   * Interest: 6.5 * 5 / 12 = 2.708333|33, 6.5 * 4 / 12 = 2.166666|67, 6.5 * 3 / 12 = 1.625; floors sum to 6.499999, the
   * one micro-unit left goes to the largest remainder, rB: 2.166667. Principal is what is left of each line.
   */
  it('divides interest by tokens of record; principal is what is left of the line', () => {
    const run = { interest: rlusd('6.5'), principal: rlusd('97.06'), fee: 0n };
    expect(shown(apportion(run, linesOf('103.56', { rA: 5, rB: 4, rC: 3 })))).toEqual([
      'rA 2.708333 + 40.441667 - 0',
      'rB 2.166667 + 32.353333 - 0',
      'rC 1.625 + 24.265 - 0',
    ]);
  });

  /**
   * By hand: automation collects 100 = 10 interest + 90 principal at a fee of 5 %: 5. Lines are of 95 over 3 tokens.
   * 95 * 2 / 3 = 63.333333|33, 95 / 3 = 31.666666|67: rB gets the micro-unit, 31.666667.
   * Interest 6.666666|67 and 3.333333|33: rA 6.666667. Fee 3.333333|33 and 1.666666|67: rB 1.666667.
   * Principal rA = 63.333333 - 6.666667 + 3.333333 = 59.999999; rB = 31.666667 - 3.333333 + 1.666667 = 30.000001.
   */
  it('divides the fee too: interest plus principal minus fee is the line', () => {
    const run = { interest: rlusd('10'), principal: rlusd('90'), fee: rlusd('5') };
    expect(shown(apportion(run, linesOf('95', { rA: 2, rB: 1 })))).toEqual([
      'rA 6.666667 + 59.999999 - 3.333333',
      'rB 3.333333 + 30.000001 - 1.666667',
    ]);
  });

  /**
   * By hand: 1 RLUSD of interest alone at a fee of 0.333334, rA 2 tokens, rB 1. Lines of 0.666666: 0.444444, 0.222222.
   * Interest 0.666666|67 -> 0.666667 and 0.333333. Fee 0.222222|67 -> 0.222223 and 0.111111.
   * Principal rA = 0.444444 - 0.666667 + 0.222223 = 0; rB = 0.222222 - 0.333333 + 0.111111 = 0.
   * With a fee of 0.333333 the lines are of 0.666667: 0.444444|67 -> 0.444445 and 0.222222; fee 0.222222 and 0.111111:
   * principal 0 and 0. With a fee of 0.000001, lines of 0.999999 are 0.666666 and 0.333333, and rA has the fee:
   * principal 0.666666 - 0.666667 + 0.000001 = 0 and 0.
   */
  it.each(['0.333334', '0.333333', '0.000001'])(
    'leaves no principal where nothing but interest was paid, fee %s',
    (fee) => {
      const run = { interest: rlusd('1'), principal: 0n, fee: rlusd(fee) };
      const lines = linesOf(toDecimal(run.interest - run.fee), { rA: 2, rB: 1 });
      for (const { principal } of apportion(run, lines).values()) expect(principal).toBe(0n);
    },
  );

  it('gives the only holder everything, also where the run does not say for how many tokens', () => {
    const run = { interest: 5n, principal: 7n, fee: 2n };
    expect([...apportion(run, [{ wallet: 'rA', tokens: null, amount: 10n }]).values()]).toEqual([run]);
  });

  it('refuses lines that are not the run', () => {
    expect(() =>
      apportion({ interest: 5n, principal: 7n, fee: 2n }, [{ wallet: 'rA', tokens: 1, amount: 9n }]),
    ).toThrow(RangeError);
  });

  const generated = fc
    .record({
      holders: fc.uniqueArray(fc.tuple(fc.stringMatching(/^r[a-z]{1,6}$/), fc.integer({ min: 1, max: 100_000 })), {
        minLength: 1,
        maxLength: 40,
        selector: ([wallet]) => wallet,
      }),
      interest: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 11n })),
      principal: fc.oneof(fc.constant(0n), fc.constant(1n), fc.bigInt({ min: 0n, max: 10n ** 12n })),
      feeBps: fc.bigInt({ min: 0n, max: 1_000n }),
    })
    .filter(({ interest, principal }) => interest + principal > 0n)
    .map(({ holders, interest, principal, feeBps }) => {
      const fee = ((interest + principal) * feeBps) / 10_000n;
      return { run: { interest, principal, fee }, lines: divide(interest + principal - fee, new Map(holders)) };
    });

  it('sums to the run in every part, holds in every line, and no part is negative', () => {
    fc.assert(
      fc.property(generated, ({ run, lines }) => {
        const parts = apportion(run, lines);
        const sum = (what: keyof Parts) => [...parts.values()].reduce((total, part) => total + part[what], 0n);
        expect({ interest: sum('interest'), principal: sum('principal'), fee: sum('fee') }).toEqual(run);
        for (const { wallet, amount } of lines) {
          const part = parts.get(wallet)!;
          expect(part.interest + part.principal - part.fee).toBe(amount);
          expect(part.interest >= 0n && part.principal >= 0n && part.fee >= 0n).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lies within a few micro-units of the exact share', () => {
    fc.assert(
      fc.property(generated, ({ run, lines }) => {
        const tokens = lines.reduce((sum, line) => sum + BigInt(line.tokens!), 0n);
        for (const [wallet, part] of apportion(run, lines)) {
          const held = BigInt(lines.find((line) => line.wallet === wallet)!.tokens!);
          for (const what of ['interest', 'fee'] as const) {
            const off = part[what] * tokens - run[what] * held;
            const most = (what === 'fee' ? 1n : 1n + BigInt(2 * lines.length)) * tokens;
            expect(off <= most && -off <= most).toBe(true);
          }
        }
      }),
    );
  });

  it('does not depend on the order of the holders', () => {
    fc.assert(
      fc.property(generated, ({ run, lines }) => {
        const [there, back] = [apportion(run, lines), apportion(run, [...lines].reverse())];
        for (const [wallet, part] of there) expect(back.get(wallet)).toEqual(part);
      }),
    );
  });

  it('of a run in which everything is a thousand times as much is a thousand times as much, but for roundings', () => {
    fc.assert(
      fc.property(generated, ({ run, lines }) => {
        const times = (part: Parts): Parts => ({
          interest: part.interest * 1_000n,
          principal: part.principal * 1_000n,
          fee: part.fee * 1_000n,
        });
        const large = apportion(
          times(run),
          lines.map((line) => ({ ...line, amount: line.amount * 1_000n })),
        );
        for (const [wallet, part] of apportion(run, lines))
          for (const what of ['interest', 'fee'] as const) {
            const off = large.get(wallet)![what] - part[what] * 1_000n;
            expect(off < 3_000n * BigInt(lines.length) && -off < 3_000n * BigInt(lines.length)).toBe(true);
          }
      }),
    );
  });
});
