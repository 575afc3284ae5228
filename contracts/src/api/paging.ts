import { IsOptional, IsString, Matches } from 'class-validator';
import { LISTS } from '../rules/index.js';

/** What every list call takes. What stands there empty is left out. */
/** A day of a list's filter; an empty text is none. */
export const DAY_OR_NONE = /^(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))?$/;

export class PageQuery {
  @IsOptional()
  @Matches(/^([1-9]\d{0,8})?$/, { message: `limit must be a whole number from 1 to ${LISTS.max}` })
  limit?: string;

  /** The `X-Next-Cursor` of the page before. */
  @IsOptional()
  @IsString()
  cursor?: string;
}
