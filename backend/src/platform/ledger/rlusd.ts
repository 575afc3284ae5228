import { CURRENCY } from '@tknest/contracts/rules';
import type { Amount } from './ledger-port.js';

/** Whether an amount is RLUSD of this issuer, because any account can issue a currency with that name. */
export const isRlusd = (amount: Amount | null, issuer: string): amount is Exclude<Amount, string> =>
  amount !== null && typeof amount === 'object' && amount.currency === CURRENCY.rlusd && amount.issuer === issuer;
