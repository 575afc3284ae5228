import { afterEach, describe, expect, it } from '@jest/globals';
import { chooseZone } from './zone';
import { percent, rlusd, shortHash, shortWallet, sumOf, tokens, wordsOf } from './format';
import { businessDay, clock, countdown, day, dayAndTime, duration, exactTime, greeting, longDay } from './time';

describe('money', () => {
  it.each([
    [1250, 'two', '1,250.00'],
    [0, 'two', '0.00'],
    [667.124, 'two', '667.12'],
    [667.125, 'two', '667.13'],
    [-12.5, 'two', '−12.50'],
    [1e-7, 'two', '0.00'],
    [999_999_999.995, 'two', '1,000,000,000.00'],
    [2.668461, 'six', '2.668461'],
    [42, 'six', '42.00'],
    [42.000001, 'six', '42.000001'],
    [3.0649, 'six', '3.0649'],
  ] as const)('shows %p (%s decimals at most) as %s', (amount, decimals, shown) => {
    expect(rlusd(amount, decimals)).toBe(shown);
  });
});

describe('a day without a time', () => {
  it('has no zone, so the compiler refuses it as an instant', () => {
    // @ts-expect-error -- in New York, midnight UTC is the day before
    expect(day('2026-11-19')).toMatch(/^Nov 1[89], 2026$/);
    expect(day('2026-11-19T12:00:00Z')).toBe('Nov 19, 2026');
    expect(businessDay('2026-11-19')).toBe('Nov 19, 2026');
  });
});

describe('sums', () => {
  it.each([
    [[0.1, 0.2], 0.3],
    [[1_500.123456, 37.503086], 1_537.626542],
    [[0.3, -0.1], 0.2],
    [[], 0],
  ])('%j come to %d, to the last decimal', (amounts, sum) => expect(sumOf(...amounts)).toBe(sum));
});

describe('times', () => {
  const AT = '2026-11-20T23:30:09.123Z';
  afterEach(() => chooseZone('local'));
  it('name the zone of whoever looks', () => {
    const own = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' }).formatToParts(new Date(AT));
    const name = own.find(({ type }) => type === 'timeZoneName')!.value;
    for (const shown of [dayAndTime(AT), exactTime(AT), clock(new Date(AT))])
      expect(shown.endsWith(` ${name}`)).toBe(true);
  });
  it('are UTC where somebody chose so, the day with them', () => {
    chooseZone('utc');
    expect(dayAndTime(AT)).toBe('Nov 20, 2026, 23:30 UTC');
    expect(exactTime(AT)).toBe('Nov 20, 2026, 23:30:09.123 UTC');
    expect(clock(new Date(AT), 'seconds')).toBe('23:30:09 UTC');
    expect(localStorage.getItem('time-zone')).toBe('utc');
  });
});

describe('other values', () => {
  it('percent has one decimal unless asked for more', () =>
    expect([percent(26.68), percent(103.56, 2)]).toEqual(['26.7%', '103.56%']));
  it('document 2 §9: a wallet shows its first 12 characters, a hash its first 8', () => {
    expect(shortWallet('rE5tLk1RaB7gExampleExample')).toBe('rE5tLk1RaB7g');
    expect(shortHash('8F3C12A9FFFF')).toBe('8F3C12A9');
  });
  it.each([
    ['2026-11-20T14:04:31.000Z', '4:31'],
    ['2026-11-20T14:00:09.900Z', '0:09'],
    ['2026-11-20T13:00:00.000Z', '0:00'],
  ])('the countdown to %s is %s', (until, shown) =>
    expect(countdown(until, Date.parse('2026-11-20T14:00:00.000Z'))).toBe(shown),
  );
  it.each([
    [0, '0.0 s'],
    [1_780, '1.8 s'],
    [59_400, '59 s'],
    [75_096, '1 min 15 s'],
    [119_700, '2 min 0 s'],
    [7_260_000, '2 h 1 min'],
  ])('%i ms are %s', (ms, shown) =>
    expect(
      duration('2026-11-20T14:00:00.000Z', new Date(Date.parse('2026-11-20T14:00:00.000Z') + ms).toISOString()),
    ).toBe(shown),
  );
  it.each([
    ['property_purchase', 'Property purchase'],
    ['rlusd_payment', 'RLUSD payment'],
    ['property_owner', 'Property owner'],
    ['late-principal', 'Late principal'],
  ])('%s is read as %s', (type, words) => expect(wordsOf(type)).toBe(words));
  it('counts tokens', () =>
    expect([tokens(1), tokens(5), tokens(1200)]).toEqual(['1 token', '5 tokens', '1,200 tokens']));
  it('names days in full', () => expect(longDay(new Date(2026, 10, 20))).toBe('Friday, November 20, 2026'));
  it.each([
    [9, 'Good morning'],
    [12, 'Good afternoon'],
    [18, 'Good evening'],
  ])('greets at %i o’clock with %s', (hour, words) => expect(greeting(new Date(2026, 10, 20, hour))).toBe(words));
});
