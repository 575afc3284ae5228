import { isValidSecret } from 'xrpl';
import { HttpError } from '../shared/http-error.js';

const MAX_XRP = 1_000_000_000;
const TOKEN_VALUE = /^\d{1,13}(\.\d{1,6})?$/;

/** The wallet to create; `seed` if it exists already. */
export interface WalletWish {
  name?: string;
  seed?: string;
  xrp?: number;
  rlusd?: string;
}

/** Reads the body of `POST /control/wallets`; `rlusd` as a number or as text, 0 for an empty trust line. */
export function parseWalletWish(body: unknown): WalletWish {
  const { name, seed, xrp, rlusd } = (body ?? {}) as { [key in keyof WalletWish]: unknown };
  if (name !== undefined && typeof name !== 'string') throw new HttpError(400, 'name must be text.');
  if (seed !== undefined && (typeof seed !== 'string' || !isValidSecret(seed)))
    throw new HttpError(400, 'seed must be the family seed of a wallet.');
  const amount = xrp === undefined || xrp === null ? undefined : Number(xrp);
  if (amount !== undefined && !(amount > 0 && amount <= MAX_XRP))
    throw new HttpError(400, `xrp must be above 0 and at most ${MAX_XRP}.`);
  const value = rlusd === undefined || rlusd === null ? undefined : String(rlusd);
  if (value !== undefined && !TOKEN_VALUE.test(value))
    throw new HttpError(400, 'rlusd must be an amount with at most 6 decimals.');
  return { name, seed, xrp: amount, rlusd: value };
}
