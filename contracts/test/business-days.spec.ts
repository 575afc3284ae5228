import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addBusinessDays,
  addDays,
  addMonths,
  businessDaysBetween,
  dayAt,
  dayInWords,
  daysBetween,
  federalHolidays,
  isBusinessDay,
  isDay,
  moveToBusinessDay,
  nextWithDate,
} from '../src/money/index.js';

describe('a day', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('%s exists', (day) => expect(isDay(day)).toBe(true));
  it.each(['2026-02-29', '2026-13-45', '2026-2-3', '2026-02-28T', '', 'today', '+012026-01-01'])('%j is none', (day) =>
    expect(isDay(day)).toBe(false),
  );
});

describe('a day in words', () => {
  it('is the same day in every zone, its month in three letters', () => {
    expect((['2026-01-01', '2026-09-30', '2028-02-29'] as const).map(dayInWords)).toEqual([
      'Jan 1, 2026',
      'Sep 30, 2026',
      'Feb 29, 2028',
    ]);
  });
});

describe('the business calendar of the loans', () => {
  it('keeps the observed federal holidays of 2027, as the Office of Personnel Management lists them', () => {
    expect(federalHolidays(2027)).toEqual([
      '2027-01-01',
      '2027-01-18',
      '2027-02-15',
      '2027-05-31',
      '2027-06-18', // Juneteenth falls on a Saturday
      '2027-07-05', // the fourth falls on a Sunday
      '2027-09-06',
      '2027-10-11',
      '2027-11-11',
      '2027-11-25',
      '2027-12-24', // Christmas falls on a Saturday
    ]);
    // New Year's Day 2028 is a Saturday: kept on the last day of 2027.
    expect(isBusinessDay('2027-12-31')).toBe(false);
  });

  it('moves a due date past weekends and holidays', () => {
    expect(moveToBusinessDay('2027-01-15')).toBe('2027-01-15'); // a Friday
    expect(moveToBusinessDay('2027-01-16')).toBe('2027-01-19'); // Saturday, Sunday, King's birthday
    expect(moveToBusinessDay('2027-12-24')).toBe('2027-12-27'); // Christmas observed, then the weekend
    expect(moveToBusinessDay('2027-12-31')).toBe('2028-01-03');
  });

  it('counts business days', () => {
    expect(addBusinessDays('2027-01-14', 1)).toBe('2027-01-15');
    expect(addBusinessDays('2027-01-15', 5)).toBe('2027-01-25'); // 19, 20, 21, 22, 25
    expect(businessDaysBetween('2027-01-15', '2027-01-25')).toBe(5);
  });

  it('is the day in New York, summer and winter', () => {
    expect(dayAt(new Date('2027-01-15T04:59:59Z'))).toBe('2027-01-14');
    expect(dayAt(new Date('2027-01-15T05:00:00Z'))).toBe('2027-01-15');
    expect(dayAt(new Date('2027-07-15T03:59:59Z'))).toBe('2027-07-14');
  });

  it('is that of the zone data, at any time and around every change of the clocks', () => {
    const inZone = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });
    const isSame = (ms: number) => dayAt(new Date(ms)) === inZone.format(ms);
    fc.assert(fc.property(fc.integer({ min: Date.UTC(2007, 0), max: Date.UTC(2100, 0) }), isSame));
    const hours = Array.from({ length: 54 * 2 * 15 * 24 }, (_, at) => {
      const [year, half, hour] = [Math.floor(at / 720), Math.floor(at / 360) % 2, at % 360];
      return Date.UTC(2007 + year, half ? 10 : 2, 1, hour);
    });
    expect(hours.flatMap((hour) => [hour - 1, hour]).filter((ms) => !isSame(ms))).toEqual([]);
  });

  it('finds dates of months', () => {
    expect(addMonths('2026-12-28', 2)).toBe('2027-02-28');
    expect(nextWithDate(15, '2027-02-12')).toBe('2027-02-15');
    expect(nextWithDate(10, '2026-12-11')).toBe('2027-01-10');
    expect(daysBetween('2027-02-28', '2027-03-15')).toBe(15);
  });

  it('counts as one would day by day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: -5, max: 900 }), (start, days) => {
        const [from, to] = [addDays('2020-01-01', start), addDays('2020-01-01', start + days)];
        let counted = 0;
        for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isBusinessDay(day)) counted++;
        expect(businessDaysBetween(from, to)).toBe(counted);
      }),
    );
  });

  it('for any day: the moved one is the first business day not before it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (offset) => {
        const day = addDays('2020-01-01', offset);
        const moved = moveToBusinessDay(day);
        expect(isBusinessDay(moved) && moved >= day).toBe(true);
        for (let before = day; before < moved; before = addDays(before, 1)) expect(isBusinessDay(before)).toBe(false);
      }),
    );
  });
});
