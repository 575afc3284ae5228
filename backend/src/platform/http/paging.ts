import { LISTS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Refused } from '../domain/refused.js';

/** Where the next page begins, as an opaque token; it stands in the header X-Next-Cursor. */
export const cursorOf = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** @throws Refused where the token is not one of ours */
export function readCursor<T>(cursor: string | undefined): T | null {
  if (!cursor) return null;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as T;
  } catch {
    throw new Refused('invalid', 'The cursor is not valid: begin with the first page');
  }
}

/** The number in a cursor that stands for the last row seen; the largest where there is none. @throws Refused */
export function seqOf(cursor: string | undefined): string {
  const seq = readCursor<unknown>(cursor);
  if (seq === null) return '9223372036854775807';
  if (typeof seq !== 'string' || !/^\d{1,18}$/.test(seq))
    throw new Refused('invalid', 'The cursor is not valid: begin with the first page');
  return seq;
}

/** `limit` of a list call, within its bounds. @throws Refused */
export function limitOf(raw: string | undefined, max: number = LISTS.max, fallback: number = LISTS.page): number {
  if (raw === undefined || raw === '') return fallback;
  const limit = Number(raw);
  if (!Number.isInteger(limit) || limit < 1)
    throw new Refused('invalid', `limit must be a whole number from 1 to ${max}`);
  return Math.min(limit, max);
}

/** One page of rows, and the place where the next one begins; null where this is the last. */
export interface PageOf<Row> {
  rows: Row[];
  next: number | string | null;
}

/** How many rows are asked for, and from where. @throws Refused where limit or cursor make no sense */
export function pageOf(
  query: { limit?: string; cursor?: string },
  place: unknown = readCursor(query.cursor),
): { limit: number; offset: number } {
  const offset = place === null ? 0 : Number(place);
  if (!Number.isInteger(offset) || offset < 0 || offset > 1_000_000)
    throw new Refused('invalid', 'The cursor is not valid: begin with the first page');
  return { limit: limitOf(query.limit), offset };
}

/** A list call's answer: the bare rows, and the next page's cursor in its header. */
export function answerPage<Row>(response: Response, { rows, next }: PageOf<Row>): Row[] {
  if (next !== null) response.setHeader('X-Next-Cursor', cursorOf(next));
  return rows;
}
