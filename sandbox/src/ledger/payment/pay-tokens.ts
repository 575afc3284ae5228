import { isRetry, type ResultName } from '../engine/results.js';
import type { PaymentJson } from '../engine/transaction.js';
import { type Amount, isXrp, type TokenAmount } from '../state/entries.js';
import { Overlay } from '../state/overlay.js';
import { compare, formatNumber, isZero, parseNumber, type TokenNumber } from '../state/token-number.js';
import type { ApplyContext } from '../transactors/transactor.js';
import { depositFault } from './deposit.js';
import { flowThroughAll } from './flow.js';
import { makeStrands } from './strand.js';

export interface TokenPaymentOptions {
  readonly partial: boolean;
  readonly defaultPath: boolean;
  readonly limitQuality: boolean;
}

const numberOf = (amount: Amount): TokenNumber => parseNumber(isXrp(amount) ? amount : amount.value);
const asNumber = (n: TokenNumber): number => Number(n.mantissa) * 10 ** n.exponent;

/**
 * Moves tokens along trust lines: all of the amount, or in a partial payment what can be moved (rippled:
 * Payment::doApply, rippleCalculate).
 */
export function payTokens(
  { view, tx, deliver }: ApplyContext,
  payment: PaymentJson,
  options: TokenPaymentOptions,
): ResultName {
  const fault = depositFault(view, tx.account, payment.Destination);
  if (fault) return fault;
  const made = makeStrands(view, payment, options.defaultPath);
  // Claiming a fee for a way that may open later keeps people from trying the same dear path over and over.
  if ('fault' in made) return isRetry(made.fault) ? 'tecPATH_DRY' : made.fault;
  const wanted = numberOf(payment.Amount);
  const most = payment.SendMax === undefined ? wanted : numberOf(payment.SendMax);
  const worstRate = options.limitQuality ? asNumber(most) / asNumber(wanted) : Infinity;
  const attempt = new Overlay(view);
  const { out } = flowThroughAll(attempt, made.strands, most, wanted, worstRate);
  if (compare(out, wanted) !== 0) {
    if (!options.partial) return 'tecPATH_PARTIAL';
    if (isZero(out)) return 'tecPATH_DRY';
    if (payment.DeliverMin !== undefined && compare(out, numberOf(payment.DeliverMin)) < 0) return 'tecPATH_PARTIAL';
    deliver({ ...(payment.Amount as TokenAmount), value: formatNumber(out) });
  }
  attempt.commit();
  return 'tesSUCCESS';
}
