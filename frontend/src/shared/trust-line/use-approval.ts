import type { TrustLinePayloadView } from '@tknest/contracts/api';
import { POLLING } from '@tknest/contracts/rules';
import { useEffect } from 'react';
import { api } from '../api/base-api';
import { useFollow } from '../sign/use-follow';
import { useAppDispatch } from '../store/store';
import { showToast } from '../ui/toast/toast.slice';
import { useTrustLinePayloadQuery } from './api';

const isOver = ({ signed, error }: TrustLinePayloadView) => signed || error !== null;

/**
 * Follows a trust line request until the ledger has the line, or it is known that it never will, and reports the
 * result.
 * @returns whether it was signed and only the ledger is waited for
 */
export function useApproval(payloadUuid: string, onEnd: () => void): { signed: boolean } {
  const { data } = useFollow(useTrustLinePayloadQuery, payloadUuid, { every: POLLING.trustPayload, isOver });
  const dispatch = useAppDispatch();
  const ended = data && isOver(data) ? data : null;
  useEffect(() => {
    if (!ended) return;
    dispatch(api.util.invalidateTags(['Trust']));
    dispatch(
      ended.signed
        ? showToast({ title: 'Trust Line Approved!', tone: 'ok' })
        : showToast({ title: 'Trust Line Setup Failed', text: ended.error ?? '', tone: 'bad' }),
    );
    onEnd();
  }, [ended, dispatch, onEnd]);
  return { signed: data?.status === 'submitted' };
}
