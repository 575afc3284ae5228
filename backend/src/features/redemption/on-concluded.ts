/** What the outcome of a clawback means for a redemption, and for the property's register. Pure. */
import type { ListingEvent, RedemptionEvent } from '@tknest/contracts/events';
import type { Ended } from '#platform/ledger/transactions/decide.js';
import { endOf } from '#platform/ledger/transactions/steps.js';
import type { RedemptionState } from './redemption.decider.js';

export function onConcluded(
  redemptionId: string,
  { propertyId, holder: wallet, tokens }: RedemptionState,
  ended: Ended,
): { own: RedemptionEvent[]; register: ListingEvent[] } {
  const own: RedemptionEvent[] = [{ type: 'TokenRedemptionConcluded', data: { redemptionId, ...endOf(ended) } }];
  const { transaction, ending } = ended;
  if (ending.propose !== 'validated') return { own, register: [] };
  const { hash } = transaction;
  const data = { propertyId, wallet, tokens, redemptionId, hash, ledgerIndex: ending.ledgerIndex };
  return { own, register: [{ type: 'TokensRedeemed', data }] };
}
