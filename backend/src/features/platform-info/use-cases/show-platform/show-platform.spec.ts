import type { Day } from '@tknest/contracts/money';
import { describe, expect, it } from '@jest/globals';
import { aheadOf } from './show-platform.query.js';

describe('the business calendar beside the wall clock', () => {
  it.each<[Day, Day, ReturnType<typeof aheadOf>]>([
    ['2026-11-20', '2026-11-20', null],
    ['2026-11-20', '2026-11-19', null],
    ['2026-11-20', '2026-11-21', { today: '2026-11-21', days: 1 }],
    // Across the end of daylight saving time, and of the year.
    ['2026-10-31', '2027-02-15', { today: '2027-02-15', days: 107 }],
  ])('today %s, the calendar at %s', (wall, calendar, said) => expect(aheadOf(wall, calendar)).toEqual(said));
});
