import { describe, expect, it } from '@jest/globals';
import { addDays } from '@tknest/contracts/money';
import fc from 'fast-check';
import { dayOfLedger, dayOfSigned, type CalendarMove } from './ledger-day.js';

const at = (ledgerIndex: number, closedAt: string) => ({ ledgerIndex, closedAt: new Date(closedAt) });

describe('the day of a ledger', () => {
  it('is the New York day of its close time', () => {
    expect(dayOfLedger(at(9, '2027-01-15T04:59:59Z'), [])).toBe('2027-01-14');
    expect(dayOfLedger(at(9, '2027-01-15T05:00:00Z'), [])).toBe('2027-01-15');
    expect(dayOfLedger(at(9, '2027-07-15T04:00:00Z'), [])).toBe('2027-07-15');
  });

  it('is the day to which somebody had moved the calendar by then, if that is later', () => {
    const moves: CalendarMove[] = [
      { to: '2027-03-01', ledgerIndex: 10 },
      { to: '2027-05-01', ledgerIndex: 20 },
    ];
    const closed = '2027-01-15T12:00:00Z';
    expect([9, 10, 19, 20].map((index) => dayOfLedger(at(index, closed), moves))).toEqual([
      '2027-01-15',
      '2027-03-01',
      '2027-03-01',
      '2027-05-01',
    ]);
    expect(dayOfLedger(at(25, '2027-06-01T12:00:00Z'), moves)).toBe('2027-06-01');
  });
});

describe('the day of a payment', () => {
  it('is never before its signature and never after today', () => {
    const day = fc.integer({ min: 0, max: 400 }).map((n) => addDays('2027-01-01', n));
    fc.assert(
      fc.property(day, day, day, (ledgerDay, signedOn, today) => {
        fc.pre(signedOn <= today);
        const counted = dayOfSigned(ledgerDay, { signedOn, today });
        expect(counted >= signedOn && counted <= today).toBe(true);
        if (ledgerDay >= signedOn && ledgerDay <= today) expect(counted).toBe(ledgerDay);
      }),
    );
    expect(dayOfSigned('2027-01-03', { signedOn: null, today: '2027-01-15' })).toBe('2027-01-03');
  });
});
