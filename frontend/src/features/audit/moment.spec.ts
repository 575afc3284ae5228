import { describe, expect, it } from '@jest/globals';
import { fromField, momentOf, positionOf, toField } from './moment';

const asked = (search: string) => momentOf(new URLSearchParams(search));

describe('the moment that an address asks for', () => {
  it('is now where it asks for none', () => expect(asked('')).toEqual({}));
  it.each(['58', '00000000000000000058'])('is a position, written short or long: %s', (position) =>
    expect(asked(`position=${position}`)).toEqual({ position: positionOf(58) }),
  );
  it.each([
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T14:02:22Z', '2026-11-20T14:02:22.000Z'],
  ])('is a time, as the calls take it: %s', (at, iso) => expect(asked(`at=${at}`)).toEqual({ at: iso }));
  it.each(['at=yesterday', 'position=abc', 'position=-1', 'position=1e5', `position=${'9'.repeat(21)}`])(
    'is none: %s',
    (search) => expect(asked(search)).toBeNull(),
  );
});

describe('the field of a moment', () => {
  it.each(['2026-11-20T14:02:00.000Z', '2026-11-20T14:02:22.500Z'])(
    'goes to the end of its second and back: %s',
    (iso) => {
      expect(fromField(toField(iso))).toEqual({
        at: new Date(Math.floor(Date.parse(iso) / 1000) * 1000 + 999).toISOString(),
      });
    },
  );
  it('takes a minute without its seconds, as browsers give it', () =>
    expect(fromField('2026-11-20T14:02')).toEqual(fromField('2026-11-20T14:02:00')));
  it('waits where it is not complete', () => expect(fromField('')).toBeNull());
});
