import { PAYMENT } from '@tknest/contracts/rules';
import type { PaymentState } from '../payment.state.js';

/**
 * The network fee of a payer's transaction, in drops: the network's current fee, and more for a fast payment (D2 §5),
 * so that it comes first when many wait. A ledger takes the highest fees first (XRPL, "Transaction Cost").
 * @param asks the network's current fee, in drops
 * @param ceiling the most that a payer is asked to pay (`MAX_NETWORK_FEE_DROPS`)
 */
export function offeredFee({ priority }: Pick<PaymentState, 'priority'>, asks: bigint, ceiling: bigint): bigint {
  if (priority === 'standard' || asks >= ceiling) return asks;
  const raised = asks * PAYMENT.fastFeeFactor;
  return raised > ceiling ? ceiling : raised;
}
