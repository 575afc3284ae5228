import { LISTS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { isValidClassicAddress } from 'xrpl';
import { Refused } from '../domain/refused.js';

/** A place in a list: the number of rows before it, or the sort key of the last row seen. */
type Place = number | string;

/** The largest row number in PostgreSQL; no list is longer. */
const OFFSET_MAX = 2_147_483_647;
const isOffset = (place: unknown): place is number =>
  typeof place === 'number' && Number.isInteger(place) && place >= 0 && place <= OFFSET_MAX;
const isSeq = (place: unknown): place is string => typeof place === 'string' && /^\d{1,18}$/.test(place);
/** `1|6.5|42`: the group of rows, the value they are ordered by, and the id. */
const isOrdered = (place: unknown): place is string =>
  typeof place === 'string' && /^[01]\|\d{1,12}(\.\d{1,6})?\|\d{1,9}$/.test(place);
const isWallet = (place: unknown): place is string => typeof place === 'string' && isValidClassicAddress(place);

/** The beginning of the next page, as an opaque token in the header X-Next-Cursor. */
export const cursorOf = (place: Place): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/**
 * The key in the cursor; null if none is given.
 * @throws Refused if the token is not genuine, or belongs to a list with another order
 */
function readCursor<P extends Place>(cursor: string | undefined, fits: (place: unknown) => place is P): P | null {
  if (!cursor) return null;
  const place = parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!fits(place)) throw new Refused('invalid', 'The cursor is not valid. Start with the first page.');
  return place;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The number of the last row seen; the largest number if there is none. @throws Refused */
export const seqOf = (cursor: string | undefined): string => readCursor(cursor, isSeq) ?? '9223372036854775807';

/** Group, value and id of the last row seen, in a list that is ordered by them. @throws Refused */
export const placeAfter = (cursor: string | undefined): [group: number, value: string, id: string] | null => {
  const [group, value, id] = readCursor(cursor, isOrdered)?.split('|') ?? [];
  return group === undefined ? null : [Number(group), value!, id!];
};

/** The last wallet seen, in a list by wallets; '' before the first. @throws Refused */
export const afterWallet = (cursor: string | undefined): string => readCursor(cursor, isWallet) ?? '';

/** `limit` of a list call, within its bounds. @throws Refused */
export function limitOf(raw: string | undefined, max: number = LISTS.max, fallback: number = LISTS.page): number {
  if (raw === undefined || raw === '') return fallback;
  const limit = Number(raw);
  if (!Number.isInteger(limit) || limit < 1)
    throw new Refused('invalid', `limit must be a whole number from 1 to ${max}`);
  return Math.min(limit, max);
}

/** One page of rows, and the place where the next one begins, or null if this is the last. */
export interface PageOf<Row> {
  rows: Row[];
  next: Place | null;
}

/**
 * A page from rows that were read with one extra row, which tells whether there is a next page.
 * @param placeOf where the next page begins, given the last row of this one
 */
export function pageFrom<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => Shown,
  placeOf: (last: Row) => Place,
): PageOf<Shown> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page.map((row) => view(row)), next: rows.length > limit && last !== undefined ? placeOf(last) : null };
}

/** A filter's value; null if it selects everything. */
export const chosen = (text: string | undefined): string | null =>
  text !== undefined && text.trim() !== '' && text !== 'all' ? text.trim() : null;

/** The number of requested rows, and where they begin. @throws Refused if limit or cursor are not valid */
export const pageOf = ({ limit, cursor }: { limit?: string; cursor?: string }): { limit: number; offset: number } => ({
  offset: readCursor(cursor, isOffset) ?? 0,
  limit: limitOf(limit),
});

/** Sets the header with the next page's cursor; none on the last page. */
export function answerNext(response: Response, next: Place | null): void {
  if (next !== null) response.setHeader('X-Next-Cursor', cursorOf(next));
}

/** A list call's answer: the bare rows, and the next page's cursor in its header. */
export function answerPage<Row>(response: Response, { rows, next }: PageOf<Row>): Row[] {
  answerNext(response, next);
  return rows;
}
