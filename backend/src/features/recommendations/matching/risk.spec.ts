import { describe, expect, it } from '@jest/globals';
import { marketProperty } from '#test/support/market-samples.js';
import { riskOf, riskReasonsOf } from './risk.js';

const levelOf = (more: Parameters<typeof marketProperty>[0]) => riskOf(marketProperty(more)).level;
const unpaid = { '2026-05-15': { amount: '100', late: true } };

describe('the risk of a property', () => {
  it('is medium where too little is known: no rent, or hardly a purchase and no installment', () => {
    expect(riskOf(marketProperty({ paymentShare: null }))).toEqual({ level: 'medium', score: null });
    expect(riskOf(marketProperty({ purchases: 2 }))).toEqual({ level: 'medium', score: null });
    expect(riskOf(marketProperty({ purchases: 2, instalments: 1 })).score).not.toBeNull();
    expect(levelOf({ tokenCount: 0, sold: 0, purchases: 0, paymentShare: null })).toBe('medium');
  });

  it('is low where rent carries a short loan that many hold', () => {
    expect(riskOf(marketProperty({ paymentShare: 2000, termMonths: 18 }))).toEqual({ level: 'low', score: 0 });
  });

  it('steps with rent and term, up to and including each line', () => {
    const score = (paymentShare: number, termMonths: number) =>
      riskOf(marketProperty({ paymentShare, termMonths })).score;
    expect([score(2000, 18), score(2001, 18), score(2500, 18), score(2501, 18), score(3001, 18)]).toEqual([
      0, 8, 8, 16, 35,
    ]);
    expect([score(2000, 19), score(2000, 36), score(2000, 37), score(2000, 61)]).toEqual([8, 8, 14, 20]);
  });

  it('is high in arrears, and medium for whoever was late and has paid', () => {
    expect(levelOf({ instalments: 4, late: 1, unpaid })).toBe('high');
    expect(levelOf({ instalments: 4, late: 2, paymentShare: 2400 })).toBe('medium');
    expect(levelOf({ instalments: 4, late: 3, paymentShare: 2600, termMonths: 60 })).toBe('high');
  });

  it('falls with installments paid in time, never below nothing', () => {
    expect(riskOf(marketProperty({ paymentShare: 2600, termMonths: 60 })).score).toBe(30);
    expect(riskOf(marketProperty({ paymentShare: 2600, termMonths: 60, instalments: 3 })).score).toBe(20);
    expect(riskOf(marketProperty({ paymentShare: 2000, termMonths: 12, instalments: 3 })).score).toBe(0);
  });

  it('rises with one large holder, and with a slow sale; a quick one lowers it', () => {
    const base = { paymentShare: 2600, termMonths: 60, sold: 40, tokenCount: 200 };
    const score = (more: object) => riskOf(marketProperty({ ...base, ...more })).score;
    expect([score({ largest: 10 }), score({ largest: 20 }), score({ largest: 30 })]).toEqual([30, 35, 40]);
    expect(score({ listedOn: '2026-01-01', lastSoldOn: '2026-03-02', largest: 10 })).toBe(42);
    expect(score({ sold: 100, listedOn: '2026-01-01', lastSoldOn: '2026-01-31' })).toBe(22);
  });

  it('names its reasons, the heaviest first: what raises it and what does not', () => {
    const reasons = (more: Parameters<typeof marketProperty>[0]) =>
      riskReasonsOf(marketProperty(more)).map(({ words, points }) => `${points} ${words}`);
    expect(reasons({ instalments: 4, late: 1, unpaid })).toEqual([
      '40 An installment is overdue',
      '16 The payment is 26.7% of the rent; the limit is 30%',
      '14 42 months until the last installment',
      '10 1 of 4 installments was late',
    ]);
    expect(reasons({ instalments: 3, largest: 80, termMonths: 12, paymentShare: 1950 })).toEqual([
      '-10 All 3 installments were on time',
      '10 One holder has had half of the tokens or more',
      '0 The payment is 19.5% of the rent; the limit is 30%',
      '0 12 months until the last installment',
    ]);
    expect(reasons({ purchases: 2 })).toEqual(['25 Too little is known yet: few purchases, and no installment']);
  });
});
