import type { IssuanceAnswer, TokenOperationView } from '@tknest/contracts/api';
import type { IssuanceState } from '../../issuance.decider.js';

/** The hash is shown once a validated ledger has the transaction, whatever its result. */
export function answerOf({ phase, issuanceId: id, steps, error }: IssuanceState): IssuanceAnswer {
  const { issue } = steps;
  const txHash = issue?.state === 'validated' || issue?.state === 'failed' ? issue.hash : null;
  return { success: phase !== 'failed', id, txHash, error };
}

const STATUS = { none: 'pending', open: 'processing', issued: 'completed', failed: 'failed' } as const;

export const operationOf = (issuance: IssuanceState): TokenOperationView => ({
  ...answerOf(issuance),
  kind: 'issue',
  status: issuance.phase === 'open' && !issuance.steps.issue ? 'pending' : STATUS[issuance.phase],
  recipientAddress: issuance.recipient,
  amount: String(issuance.tokens),
  source: issuance.source,
  paymentId: issuance.paymentId,
  propertyId: issuance.assigned?.propertyId ?? null,
  createdAt: issuance.orderedAt.toISOString(),
});
