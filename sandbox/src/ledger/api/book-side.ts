import { isAddress } from '../codec/account-id.js';
import { type Issue, XRP } from '../state/issue.js';
import { ApiError, expectedField, missingField } from './errors.js';
import type { Params } from './request.js';

const CURRENCY = /^(?:[0-9a-zA-Z?!@#$%^&*(){}[\]|<>]{3}|[0-9A-Fa-f]{40})$/;

/** What one side of a book is in: a currency and, unless that is XRP, its issuer (rippled: doBookOffers). */
export function bookSide(params: Params, name: 'taker_pays' | 'taker_gets'): Issue {
  const side = params[name];
  if (side === undefined) throw missingField(name);
  if (typeof side !== 'object' || side === null) throw expectedField(name, 'object');
  const { currency, issuer } = side as Params;
  const where = name === 'taker_pays' ? 'src' : 'dst';
  if (currency === undefined) throw missingField(`${name}.currency`);
  if (typeof currency !== 'string') throw expectedField(`${name}.currency`, 'string');
  if (!CURRENCY.test(currency))
    throw new ApiError(
      where === 'src' ? 'srcCurMalformed' : 'dstAmtMalformed',
      `Invalid field '${name}.currency', bad currency.`,
    );
  const wrong = (text: string): ApiError => new ApiError(where === 'src' ? 'srcIsrMalformed' : 'dstIsrMalformed', text);
  if (currency === 'XRP') {
    if (issuer !== undefined) throw wrong(`Unneeded field '${name}.issuer' for XRP currency specification.`);
    return XRP;
  }
  if (issuer === undefined) throw wrong(`Invalid field '${name}.issuer', expected non-XRP issuer.`);
  if (typeof issuer !== 'string') throw expectedField(`${name}.issuer`, 'string');
  if (!isAddress(issuer)) throw wrong(`Invalid field '${name}.issuer', bad issuer.`);
  return { currency: currency.length === 40 ? currency.toUpperCase() : currency, issuer };
}
