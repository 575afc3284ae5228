/** What the outcome of a step means for an issuance. Pure. */
import type { IssuanceEvent, IssuanceStep } from '@tknest/contracts/events';
import { meaningOf } from '#platform/ledger/result-words.js';
import type { Ended } from '#platform/ledger/transactions/decide.js';
import { endOf } from '#platform/ledger/transactions/steps.js';
import type { IssuanceState } from './issuance.decider.js';

export function onConcluded(state: IssuanceState, ended: Ended): IssuanceEvent[] {
  const { issuanceId, recipient, tokens, paymentId } = state;
  const { transaction, ending } = ended;
  const step = transaction.key as IssuanceStep;
  const concluded: IssuanceEvent = { type: 'TokenIssuanceConcluded', data: { issuanceId, step, ...endOf(ended) } };
  if (ending.propose === 'refused')
    return [concluded, failed(issuanceId, ending.result, `The ledger refused it: ${meaningOf(ending.result)}`)];
  if (ending.propose !== 'validated' || step === 'authorise') return [concluded];
  const { ledgerIndex } = ending;
  const data = { issuanceId, recipient, tokens, paymentId, hash: transaction.hash, ledgerIndex };
  return [concluded, { type: 'TokensIssued', data }];
}

export const failed = (issuanceId: string, code: string, message: string): IssuanceEvent => ({
  type: 'TokenIssuanceFailed',
  data: { issuanceId, code, message },
});
