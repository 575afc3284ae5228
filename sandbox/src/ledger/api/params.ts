import { isAddress } from '../codec/account-id.js';
import { ApiError, expectedField, invalidField, missingField } from './errors.js';
import type { Params } from './request.js';

/** An address in a request: absent and of another type differ from malformed. */
export function addressParam(params: Params, name: string, ledgerFields: Params = {}): string {
  const value = params[name];
  if (value === undefined) throw missingField(name);
  if (typeof value !== 'string') throw invalidField(name);
  if (!isAddress(value)) throw new ApiError('actMalformed', undefined, ledgerFields);
  return value;
}

/** A JSON value's truth as rippled's JSON library sees it. */
export const isTrue = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** The requested page size, without a limit, because every client of this server is an administrator. */
export function limitParam(params: Params, byDefault: number): number {
  const { limit } = params;
  if (limit === undefined) return byDefault;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 0)
    throw expectedField('limit', 'unsigned integer');
  if (limit === 0) throw invalidField('limit');
  return limit;
}
