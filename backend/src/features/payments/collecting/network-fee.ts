import type { PaymentTerms } from '@tknest/contracts/events';
import { PAYMENT } from '@tknest/contracts/rules';

/**
 * What a payer's transaction offers the network, drops: what it asks, and more for a fast payment (D2 §5), so that it
 * comes before others where many wait. A ledger takes first those that offer most (XRPL, "Transaction Cost").
 * @param asks what the network asks
 * @param ceiling the most that a payer is asked to pay (`MAX_NETWORK_FEE_DROPS`)
 */
export function offeredFee({ priority }: Pick<PaymentTerms, 'priority'>, asks: bigint, ceiling: bigint): bigint {
  if (priority !== 'fast' || asks >= ceiling) return asks;
  const raised = asks * PAYMENT.fastFeeFactor;
  return raised > ceiling ? ceiling : raised;
}
