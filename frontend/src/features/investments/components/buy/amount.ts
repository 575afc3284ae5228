import type { PropertyView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { PAYMENT } from '@tknest/contracts/rules';
import { rlusd, tokens as tokensOf } from '../../../../shared/format/format';

const { min } = PAYMENT.investment;
/** The largest amount that the server accepts. */
const MOST = 1_000_000_000;

/**
 * The amount in a field, in whole RLUSD. Empty or invalid counts as the minimum (REQ-1.5.24); a smaller amount is a
 * problem.
 * @returns `fallsBack`: the field does not contain a whole number
 */
export function readAmount(typed: string): { amount: number; problem?: string; fallsBack: boolean } {
  const number = typed.trim() === '' ? NaN : Number(typed);
  if (!Number.isInteger(number) || number <= 0 || number > MOST) return { amount: min, fallsBack: true };
  if (number < min) return { amount: number, problem: `Minimum investment is ${min} RLUSD`, fallsBack: false };
  return { amount: number, fallsBack: false };
}

/** How many whole tokens an amount buys, of those that are left; if it does not fit, the nearest amounts that do. */
export function wholeTokens(
  amount: number,
  { tokenPrice, tokensAvailable }: Pick<PropertyView, 'tokenPrice' | 'tokensAvailable'>,
): { tokens: number | null; problem?: string; nearest: number[] } {
  const [paid, price] = [parseRlusd(amount), parseRlusd(tokenPrice)];
  const tokens = Number(paid / price);
  const costs = (count: number) => toNumber(price * BigInt(count));
  const fits = (count: number) => count <= tokensAvailable && costs(count) >= min && Number.isInteger(costs(count));
  if (paid % price !== 0n) {
    const nearest = [tokens, tokens + 1].filter(fits).map(costs);
    return { tokens: null, problem: `One token costs ${rlusd(tokenPrice)} RLUSD, and tokens are sold whole.`, nearest };
  }
  if (tokens > tokensAvailable && tokensAvailable > 0) {
    const problem = `Only ${tokensOf(tokensAvailable)} ${tokensAvailable === 1 ? 'is' : 'are'} available.`;
    return { tokens: null, problem, nearest: [tokensAvailable].filter(fits).map(costs) };
  }
  return { tokens, nearest: [] };
}
