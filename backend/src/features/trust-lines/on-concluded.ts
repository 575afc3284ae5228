/** What the outcome of a signed trust line means for the request. Pure. */
import type { TrustLineEvent } from '@tknest/contracts/events';
import { meaningOf } from '#platform/ledger/result-words.js';
import type { Ended } from '#platform/ledger/transactions/decide.js';
import type { TrustLine } from './trust-line.decider.js';

const WHY_ABSENT = {
  expired: 'It did not reach the ledger in time.',
  'sequence-used': 'Another transaction of this wallet came first.',
  'history-forgotten': 'The ledger nodes no longer show its result.',
} as const;

type Reason = Extract<TrustLineEvent, { type: 'TrustLineRequestEnded' }>['data']['reason'];

export function onConcluded({ request }: TrustLine, { transaction, ending }: Ended): TrustLineEvent {
  const { payloadUuid, wallet, limit } = request;
  const end = (reason: Reason, message: string): TrustLineEvent => ({
    type: 'TrustLineRequestEnded',
    data: { payloadUuid, reason, message },
  });
  switch (ending.propose) {
    case 'validated': {
      const { hash } = transaction;
      return { type: 'TrustLineSet', data: { payloadUuid, wallet, limit, hash, ledgerIndex: ending.ledgerIndex } };
    }
    case 'refused':
      return end('refused', `The ledger refused the trust line: ${meaningOf(ending.result)}.`);
    case 'absent':
      return end('absent', `${WHY_ABSENT[ending.reason]} Please set it up again.`);
    case 'held':
      throw new Error('A trust line has no ticket that somebody else could use');
  }
}
