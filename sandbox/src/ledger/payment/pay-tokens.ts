import { isRetry, type ResultName } from '../engine/results.js';
import type { PaymentJson } from '../engine/transaction.js';
import { readAccount } from '../state/accounts.js';
import { issueOf } from '../state/issue.js';
import { type Quality, qualityOf } from '../state/quality.js';
import { amountOf, compare, isZero, quantityOf } from '../state/quantity.js';
import type { ApplyContext } from '../transactors/transactor.js';
import { depositFault } from './deposit.js';
import { flowThroughAll } from './flow.js';
import type { FlowRules } from './flow-rules.js';
import { newAccount } from './pay-xrp.js';
import { makeStrands } from './strand.js';

export interface TokenPaymentOptions {
  readonly partial: boolean;
  readonly defaultPath: boolean;
  readonly limitQuality: boolean;
}

/** How a payment flows: the taker pays transfer fees. */
export const paymentRules = (payment: PaymentJson, closeTime: number): FlowRules => ({
  source: payment.Account,
  target: payment.Destination,
  deliver: issueOf(payment.Amount),
  send: payment.SendMax === undefined ? undefined : issueOf(payment.SendMax),
  ownerPaysFee: false,
  closeTime,
});

/**
 * Moves tokens along trust lines, or one thing for another over the exchange: all of the amount, or in a partial
 * payment what can be moved (rippled: Payment::doApply, rippleCalculate).
 */
export function payTokens(
  { view, tx, ledger, deliver }: ApplyContext,
  payment: PaymentJson,
  options: TokenPaymentOptions,
): ResultName {
  const { Destination: destination, Amount: amount, DeliverMin: least } = payment;
  if (!readAccount(view, destination)) view.write(newAccount(destination, 0n, ledger.index));
  const fault = depositFault(view, tx.account, destination);
  if (fault) return fault;
  const rules = paymentRules(payment, ledger.parent.header.closeTime);
  const made = makeStrands(view, rules, payment.Paths ?? [], options.defaultPath);
  // A path that may open later still costs a fee, so that nobody tries the same expensive path over and over.
  if ('fault' in made) return isRetry(made.fault) ? 'tecPATH_DRY' : made.fault;
  const wanted = quantityOf(amount);
  const most = payment.SendMax === undefined ? wanted : quantityOf(payment.SendMax);
  const worst: Quality | undefined = options.limitQuality ? qualityOf(wanted, most) : undefined;
  const { out, changes } = flowThroughAll(view, made.strands, { wanted, most, worst });
  const difference = compare(out, wanted);
  if (difference > 0) return 'tefEXCEPTION';
  if (difference < 0) {
    if (!options.partial) return 'tecPATH_PARTIAL';
    if (isZero(out)) return 'tecPATH_DRY';
    if (least !== undefined && compare(out, quantityOf(least)) < 0) return 'tecPATH_PARTIAL';
    deliver(amountOf(out, issueOf(amount)));
  }
  changes.commit();
  return 'tesSUCCESS';
}
