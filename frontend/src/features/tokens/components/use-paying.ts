import type { IssuanceAnswer } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useEffect, useState } from 'react';
import { api } from '../../../shared/api/base-api';
import { once } from '../../../shared/api/intent';
import { messageOf } from '../../../shared/api/problem';
import { shortHash } from '../../../shared/format/format';
import { useAppDispatch } from '../../../shared/store/store';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useOperationQuery, usePayByHandMutation } from '../api';

/** D2 §8. */
const toastOf = ({ success, txHash, error }: Pick<IssuanceAnswer, 'success' | 'txHash' | 'error'>) =>
  success
    ? showToast({ title: 'RLUSD Payout Sent', text: `Transaction ${shortHash(txHash!)}`, tone: 'ok' })
    : showToast({ title: 'Payout Failed', text: error ?? '', tone: 'bad' });

export interface PayoutWish {
  recipientAddress: string;
  amount: string;
  adminSeed: string;
  rlusdGateway: string;
}

/** Pays by hand, once per wish, and follows what takes longer than the call waits. */
export function usePaying() {
  const [pay, { isLoading }] = usePayByHandMutation();
  const [followed, setFollowed] = useState<string | null>(null);
  const dispatch = useAppDispatch();
  const { currentData: operation } = useOperationQuery(followed ?? '', {
    skip: followed === null,
    pollingInterval: POLLING.paymentStatus,
  });
  useEffect(() => {
    if (operation?.status !== 'completed' && operation?.status !== 'failed') return;
    dispatch(toastOf(operation));
    dispatch(api.util.invalidateTags(['Payouts']));
    setFollowed(null);
  }, [operation, dispatch]);
  return {
    underWay: followed !== null,
    busy: isLoading,
    async pay(wish: PayoutWish): Promise<{ error?: unknown }> {
      const { data, error } = await once(['payout', wish], (key) => pay({ ...wish, key }), { secret: true });
      if (!data) {
        const text = messageOf(error, 'Failed to send the payout');
        dispatch(showToast({ title: 'Payout Error', text, tone: 'bad' }));
        return { error };
      }
      if (data.success && !data.txHash) setFollowed(data.id);
      else dispatch(toastOf(data));
      return {};
    },
  };
}
