import type { IssuanceAnswer } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useEffect, useState } from 'react';
import { api } from '../../../shared/api/base-api';
import { once } from '../../../shared/api/intent';
import { messageOf } from '../../../shared/api/problem';
import { shortHash } from '../../../shared/format/format';
import { useAppDispatch } from '../../../shared/store/store';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useIssueTokensMutation, useOperationQuery } from '../api';

/** D2 §8. */
const toastOf = ({ success, txHash, error }: Pick<IssuanceAnswer, 'success' | 'txHash' | 'error'>) =>
  success
    ? showToast({ title: 'Tokens Issued Successfully', text: `Transaction ${shortHash(txHash!)}`, tone: 'ok' })
    : showToast({ title: 'Token Issuance Failed', text: error ?? '', tone: 'bad' });

export interface Wish {
  recipientAddress: string;
  amount: string;
  issuerSeed: string;
}

/**
 * Issues tokens, once per wish, and follows what takes longer than the call waits. @returns `issue`, which answers
 * with the problem where the call was refused
 */
export function useIssuing() {
  const [issue, { isLoading }] = useIssueTokensMutation();
  const [followed, setFollowed] = useState<string | null>(null);
  const dispatch = useAppDispatch();
  const { currentData: operation } = useOperationQuery(followed ?? '', {
    skip: followed === null,
    pollingInterval: POLLING.paymentStatus,
  });
  useEffect(() => {
    if (operation?.status !== 'completed' && operation?.status !== 'failed') return;
    dispatch(toastOf(operation));
    dispatch(api.util.invalidateTags(['Tokens']));
    setFollowed(null);
  }, [operation, dispatch]);
  return {
    /** It was ordered and is on its way. */
    underWay: followed !== null,
    busy: isLoading,
    async issue(wish: Wish): Promise<{ error?: unknown }> {
      const { data, error } = await once(['issue', wish], (key) => issue({ ...wish, key }), { secret: true });
      if (!data) {
        dispatch(
          showToast({ title: 'Token Issuance Error', text: messageOf(error, 'Failed to issue tokens'), tone: 'bad' }),
        );
        return { error };
      }
      if (data.success && !data.txHash) setFollowed(data.id);
      else dispatch(toastOf(data));
      return {};
    },
  };
}
