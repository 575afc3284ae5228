import type { TrustlineUrlRequest } from '@tknest/contracts/api';
import { InvalidAmount, parseRlusd, toDecimal } from '@tknest/contracts/money';
import { isValidClassicAddress } from 'xrpl';
import { Refused } from '#platform/domain/refused.js';
import { currencyCode } from '#platform/ledger/notation.js';

const TF_SET_NO_RIPPLE = 0x00020000;

const refuse = (field: string, message: string) => new Refused('invalid', message, { errors: { [field]: [message] } });

/**
 * A link that opens Xaman with a trust line to sign: the transaction as hex behind `detect` (docs.xaman.dev,
 * "TrustSet Link/QR"). @throws Refused (400)
 */
export function trustlineUrl({ currency, issuer, limit }: TrustlineUrlRequest): string {
  const code = currencyCode(currency);
  if (!code) throw refuse('currency', 'Valid currency code required');
  if (!isValidClassicAddress(issuer)) throw refuse('issuer', 'Valid XRPL issuer address required');
  const transaction = {
    TransactionType: 'TrustSet',
    Flags: TF_SET_NO_RIPPLE,
    LimitAmount: { currency: code, issuer, value: limitOf(limit) },
  };
  return `https://xaman.app/detect/${Buffer.from(JSON.stringify(transaction), 'utf8').toString('hex').toUpperCase()}`;
}

function limitOf(limit: unknown): string {
  const wrong = refuse('limit', 'Limit must be a number above 0 with at most 6 decimals');
  if ((typeof limit !== 'string' && typeof limit !== 'number') || String(limit).length > 16) throw wrong;
  try {
    const value = parseRlusd(limit);
    if (value > 0n) return toDecimal(value);
  } catch (error) {
    if (!(error instanceof InvalidAmount)) throw error;
  }
  throw wrong;
}
