import { IsOptional, IsString, Matches } from 'class-validator';
import { LISTS } from '../rules/index.js';

/** What every list call takes. What stands there empty is left out. */
export class PageQuery {
  @IsOptional()
  @Matches(/^([1-9]\d{0,8})?$/, { message: `limit must be a whole number from 1 to ${LISTS.max}` })
  limit?: string;

  /** The `X-Next-Cursor` of the page before. */
  @IsOptional()
  @IsString()
  cursor?: string;
}
