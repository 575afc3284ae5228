import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays, parseRlusd, xirr, type CashFlow, type Day } from '../src/money/index.js';

const flows = (...rows: [day: Day, amount: string][]): CashFlow[] =>
  rows.map(([day, amount]) => ({ day, amount: parseRlusd(amount) }));

/**
 * Rates calculated independently with Python's decimal at 40 digits: f(r) = sum of a (1 + r)^-(days / 365), bisected
 * 200 times. The first is the example in Microsoft's description of XIRR, which gives 0.373362535.
 */
const CASES: { what: string; flows: CashFlow[]; rate: number }[] = [
  {
    what: "the example of a spreadsheet's own function",
    flows: flows(
      ['2008-01-01', '-10000'],
      ['2008-03-01', '2750'],
      ['2008-10-30', '4250'],
      ['2009-02-15', '3250'],
      ['2009-04-01', '2750'],
    ),
    rate: 0.37336253351883,
  },
  // 1.1 ^ (365 / 366) - 1: a leap day counts.
  { what: 'a leap year', flows: flows(['2024-01-01', '-1000'], ['2025-01-01', '1100']), rate: 0.09971358593414124 },
  { what: 'a year of 365 days', flows: flows(['2026-01-01', '-1000'], ['2027-01-01', '1100']), rate: 0.1 },
  {
    what: 'twelve rent shares of 103.56 on 1,230 paid with its fee',
    flows: flows(
      ['2026-01-15', '-1230'],
      ...Array.from({ length: 11 }, (_, i): [Day, string] => [
        `2026-${String(i + 2).padStart(2, '0')}-15` as Day,
        '103.56',
      ]),
      ['2027-01-15', '103.56'],
    ),
    rate: 0.019281892941247665,
  },
  {
    what: 'a loss',
    flows: flows(['2026-01-01', '-1000'], ['2026-07-02', '200'], ['2027-01-01', '300']),
    rate: -0.568823134476412,
  },
  // 1.01 ^ (365 / 30) - 1.
  { what: 'exactly 30 days', flows: flows(['2026-01-01', '-100'], ['2026-01-31', '101']), rate: 0.12869529415939024 },
  {
    what: 'thirty years',
    flows: flows(
      ['2026-01-01', '-1000'],
      ...Array.from({ length: 30 }, (_, i): [Day, string] => [`${2027 + i}-01-01`, '80']),
    ),
    rate: 0.06922820753158108,
  },
  {
    what: 'of two rates that fit, 10 % and 20 %, the one nearest to none',
    flows: flows(['2026-01-01', '-1000'], ['2027-01-01', '2300'], ['2028-01-01', '-1320']),
    rate: 0.1,
  },
  { what: 'what came back as it was paid', flows: flows(['2026-01-01', '-100'], ['2026-12-01', '100']), rate: 0 },
];

describe('the internal rate of return (money 1)', () => {
  it.each(CASES)('of $what is $rate', ({ flows, rate }) => expect(xirr(flows)).toBeCloseTo(rate, 12));

  it.each([
    ['fewer than 30 days', flows(['2026-01-01', '-100'], ['2026-01-30', '101'])],
    ['no change of sign', flows(['2026-01-01', '-100'], ['2026-06-01', '-5'])],
    ['nothing', []],
    ['flows that cancel each other', flows(['2026-01-01', '-100'], ['2026-01-01', '100'])],
    ['a day whose flows cancel, 40 days apart', flows(['2026-01-01', '-1'], ['2026-02-10', '-1'], ['2026-02-10', '1'])],
    ['no rate that fits', flows(['2026-01-01', '-100'], ['2027-01-01', '101'], ['2028-01-01', '-100'])],
  ])('is null for %s', (_what, given) => expect(xirr(given)).toBeNull());

  const investment = fc.record({
    paid: fc.bigInt({ min: 1_000_000n, max: 10n ** 13n }),
    received: fc.array(
      fc.record({ after: fc.integer({ min: 30, max: 5_000 }), amount: fc.bigInt({ min: 1n, max: 10n ** 12n }) }),
      { minLength: 1, maxLength: 40 },
    ),
  });
  const flowsOf = ({ paid, received }: { paid: bigint; received: { after: number; amount: bigint }[] }): CashFlow[] => [
    { day: '2026-01-01' as const, amount: -paid },
    ...received.map(({ after, amount }) => ({ day: addDays('2026-01-01', after), amount })),
  ];

  it('does not depend on the order of the flows or on the unit of money', () => {
    fc.assert(
      fc.property(investment, fc.integer({ min: 2, max: 1_000 }), (given, factor) => {
        const list = flowsOf(given);
        const rate = xirr(list);
        expect(xirr([...list].reverse())).toBe(rate);
        const scaled = xirr(list.map(({ day, amount }) => ({ day, amount: amount * BigInt(factor) })));
        if (rate === null) expect(scaled).toBeNull();
        else expect(scaled!).toBeCloseTo(rate, 9 - Math.max(0, Math.ceil(Math.log10(Math.abs(rate) + 1))));
      }),
    );
  });

  it('is the rate at which what was paid and what was received are worth the same', () => {
    fc.assert(
      fc.property(investment, (given) => {
        const rate = xirr(flowsOf(given));
        if (rate === null) return;
        const worth = given.received.map(({ after, amount }) => Number(amount) * (1 + rate) ** (-after / 365));
        const ratio = worth.reduce((a, b) => a + b, 0) / Number(given.paid);
        // Near a total loss a year's growth is small: its last digit weighs by the number of years.
        expect(Math.abs(Math.log(ratio))).toBeLessThan(1e-6);
      }),
    );
  });

  it('grows with what is received', () => {
    fc.assert(
      fc.property(investment, fc.bigInt({ min: 10n ** 6n, max: 10n ** 12n }), (given, more) => {
        const rate = xirr(flowsOf(given));
        const better = xirr(flowsOf({ ...given, received: [...given.received, { after: 30, amount: more }] }));
        if (rate !== null && better !== null) expect(better).toBeGreaterThan(rate);
      }),
    );
  });
});
