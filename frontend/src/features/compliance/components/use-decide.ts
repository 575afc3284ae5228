import type { DecideCaseRequest } from '@tknest/contracts/api';
import { isApiError } from '../../../shared/api/problem';
import type { Outcome } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useDecideCaseMutation } from '../api';

/**
 * Sends a decision.
 * @param lookAgain called if the case has changed: it was decided, or somebody else changed it
 * @returns the result; the form shows why it was refused
 */
export function useDecide(id: string, lookAgain: () => void) {
  const [decide] = useDecideCaseMutation();
  const dispatch = useAppDispatch();
  return async (request: DecideCaseRequest): Promise<Outcome> => {
    const { error } = await decide({ id, ...request });
    if (!error) dispatch(showToast({ title: 'Decision saved', tone: 'ok' }));
    if (!error || (isApiError(error) && error.status === 409)) lookAgain();
    return { error };
  };
}
