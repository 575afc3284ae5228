import type { DecideCaseRequest } from '@tknest/contracts/api';
import { messageOf } from '../../../shared/api/problem';
import { useAppDispatch } from '../../../shared/store/store';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useDecideCaseMutation } from '../api';

/** Sends a decision. @returns the error that the form has to show; null where it was told otherwise or is done */
export function useDecide(id: string, onDecided: () => void) {
  const [decide, { isLoading: busy }] = useDecideCaseMutation();
  const dispatch = useAppDispatch();
  const send = async (request: DecideCaseRequest, shownAtField: (error: unknown) => boolean = () => false) => {
    const { error } = await decide({ id, ...request });
    if (error && shownAtField(error)) return;
    const text = messageOf(error, 'The case could not be decided');
    dispatch(showToast(error ? { title: 'Not decided', text, tone: 'bad' } : { title: 'Written down', tone: 'ok' }));
    if (!error) onDecided();
  };
  return { send, busy };
}
