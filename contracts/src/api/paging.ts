import { IsOptional, IsString, Matches } from 'class-validator';
import { LISTS } from '../rules/index.js';

const DAY = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?`;

/** A day of a list's filter; an empty text counts as not given. */
export const DAY_OR_NONE = new RegExp(`^(${DAY})?$`);
/** The same, or a time in UTC. */
export const DAY_MOMENT_OR_NONE = new RegExp(`^(${DAY}(T${TIME}Z)?)?$`);

/** Parameters of every list call. Empty ones count as not given. */
export class PageQuery {
  @IsOptional()
  @Matches(/^([1-9]\d{0,8})?$/, { message: `limit must be a whole number from 1 to ${LISTS.max}` })
  limit?: string;

  /** The `X-Next-Cursor` of the previous page. */
  @IsOptional()
  @IsString()
  cursor?: string;
}
