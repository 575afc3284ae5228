import { describe, expect, it } from '@jest/globals';
import { afterWallet, answerNext, cursorOf, limitOf, pageFrom, pageOf, seqOf } from './paging.js';
import { LISTS } from '@tknest/contracts/rules';
import type { Response } from 'express';

const WALLET = 'rGcYjcwZcgFx4L1SNLrcKqLGFkozNrmHcK';
const REFUSED = 'The cursor is not valid. Start with the first page.';

describe('a cursor', () => {
  it('leads to where the last page ended', () => {
    expect(pageOf({ cursor: cursorOf(50) })).toEqual({ limit: LISTS.page, offset: 50 });
    expect(seqOf(cursorOf('1234567890123'))).toBe('1234567890123');
    expect(afterWallet(cursorOf(WALLET))).toBe(WALLET);
  });
  it('that is left out, or empty, begins with the first page', () => {
    for (const cursor of [undefined, ''])
      expect([pageOf({ cursor }).offset, seqOf(cursor), afterWallet(cursor)]).toEqual([0, '9223372036854775807', '']);
  });
  it.each([
    ['a list by rows', (cursor: string) => pageOf({ cursor }), [cursorOf('12'), cursorOf(WALLET)]],
    ['a list by position', seqOf, [cursorOf(12), cursorOf(WALLET)]],
    ['a list by wallets', afterWallet, [cursorOf(12), cursorOf('12')]],
  ])('of another kind of list is refused by %s: an empty page would pass for the end', (_, read, others) => {
    for (const other of others) expect(() => read(other)).toThrow(REFUSED);
  });
  it.each(['not base64 %', 'bm90IGpzb24', 'bnVsbA', 'W10', 'e30', 'LTE', 'MS41', 'MWUz MDA', cursorOf(2_147_483_648)])(
    '%j is refused everywhere',
    (cursor) => {
      for (const read of [() => pageOf({ cursor }), () => seqOf(cursor), () => afterWallet(cursor)])
        expect(read).toThrow(REFUSED);
    },
  );
  it('is answered where there is a next page, and only there', () => {
    const headers = new Map<string, unknown>();
    const response = { setHeader: (name: string, value: unknown) => headers.set(name, value) } as unknown as Response;
    answerNext(response, null);
    expect(headers.size).toBe(0);
    answerNext(response, 50);
    expect(headers.get('X-Next-Cursor')).toBe(cursorOf(50));
  });
});

describe('limit', () => {
  it('stays within its bounds, and is refused where it is no count', () => {
    expect([limitOf(undefined), limitOf('1'), limitOf('999999')]).toEqual([LISTS.page, 1, LISTS.max]);
    for (const wrong of ['0', '-1', '1.5', 'ten', 'Infinity']) expect(() => limitOf(wrong)).toThrow('limit must be');
  });
});

describe('a page', () => {
  const placeOf = (last: number) => `after ${last}`;
  it.each([
    [[], [], null],
    [[1], [10], null],
    [[1, 2], [10, 20], null],
    [[1, 2, 3], [10, 20], 'after 2'],
  ])('of two, from rows %j: what is shown, and where the next one begins', (rows, shown, next) => {
    expect(pageFrom(rows, 2, (row) => row * 10, placeOf)).toEqual({ rows: shown, next });
  });
});
