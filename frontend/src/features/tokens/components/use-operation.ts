import type { IssuanceAnswer, ProposalAnswer } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useEffect, useState } from 'react';
import { api } from '../../../shared/api/base-api';
import { once } from '../../../shared/api/intent';
import { messageOf } from '../../../shared/api/problem';
import { shortHash } from '../../../shared/format/format';
import { isProposed, useProposed } from '../../../shared/proposals/use-proposed';
import { useAppDispatch } from '../../../shared/store/store';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useOperationQuery } from '../api';

/** What differs between manual operations: their name, what they change, and the texts of REQ-2.8.3, REQ-2.8.4. */
export interface Operation {
  name: string;
  tag: 'Tokens' | 'Payouts';
  done: string;
  failed: string;
  refused: readonly [title: string, text: string];
}

type Outcome = Pick<IssuanceAnswer, 'success' | 'txHash' | 'error'>;
type Answered = PromiseLike<{ data?: IssuanceAnswer | ProposalAnswer; error?: unknown }>;

/**
 * Carries out a manual operation, once per intent, and follows one that takes longer than the call waits.
 * @returns `carryOut`, which returns the problem if the call was refused
 */
export function useOperation<Wish extends object>(
  operation: Operation,
  call: (wish: Wish & { key: string }) => Answered,
) {
  const [followed, setFollowed] = useState<string | null>(null);
  const dispatch = useAppDispatch();
  const proposed = useProposed();
  const { currentData: now } = useOperationQuery(followed ?? '', {
    skip: followed === null,
    pollingInterval: POLLING.paymentStatus,
  });
  const { done, failed, tag } = operation;
  useEffect(() => {
    if (now?.status !== 'completed' && now?.status !== 'failed') return;
    dispatch(toastOf({ done, failed }, now));
    dispatch(api.util.invalidateTags([tag]));
    setFollowed(null);
  }, [now, dispatch, done, failed, tag]);
  return {
    /** Whether it was ordered and is in progress. */
    underWay: followed !== null,
    async carryOut(wish: Wish): Promise<{ error?: unknown }> {
      const { data, error } = await once([operation.name, wish], (key) => call({ ...wish, key }), { secret: true });
      if (!data) {
        const [title, text] = operation.refused;
        dispatch(showToast({ title, text: messageOf(error, text), tone: 'bad' }));
        return { error };
      }
      if (isProposed(data)) proposed(data);
      else if (data.success && !data.txHash) setFollowed(data.id);
      else dispatch(toastOf(operation, data));
      return {};
    },
  };
}

const toastOf = ({ done, failed }: Pick<Operation, 'done' | 'failed'>, { success, txHash, error }: Outcome) =>
  success
    ? showToast({ title: done, text: `Transaction ${shortHash(txHash!)}`, tone: 'ok' })
    : showToast({ title: failed, text: error ?? '', tone: 'bad' });
