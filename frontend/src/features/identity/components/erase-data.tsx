import { useState } from 'react';
import { messageOf } from '../../../shared/api/problem';
import { dayAndTime } from '../../../shared/format/time';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Confirm } from '../../../shared/ui/later/dialogs';
import { Note } from '../../../shared/ui/note/note';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useAskForErasureMutation, useOwnErasureQuery, useStopOwnErasureMutation } from '../api';
import style from '../pages/kyc-verification.module.css';

/** Requests erasure of the person's data; an admin carries it out once nothing is owed any more. */
export function EraseData() {
  const [asking, setAsking] = useState(false);
  const [ask] = useAskForErasureMutation();
  const [stop] = useStopOwnErasureMutation();
  const { data: own } = useOwnErasureQuery();
  const dispatch = useAppDispatch();
  const send = async () => {
    const { error } = await ask();
    setAsking(false);
    dispatch(
      error
        ? showToast({ title: 'Not requested', text: messageOf(error, 'Please try again.'), tone: 'bad' })
        : showToast({
            title: 'Erasure requested',
            text: 'An administrator carries it out and tells you what must be kept.',
            tone: 'ok',
          }),
    );
  };
  const halt = async () => {
    const { error } = await stop();
    dispatch(
      error
        ? showToast({ title: 'Not stopped', text: messageOf(error, 'Please try again.'), tone: 'bad' })
        : showToast({ title: 'Erasure stopped', text: 'Your personal data stays.', tone: 'ok' }),
    );
  };
  if (own?.requestedAt || own?.erasesAt)
    return (
      <Note tone="wait" live>
        {own.erasesAt ? (
          <>
            <strong>Your personal data will be erased</strong> after {dayAndTime(own.erasesAt)}. What the law requires
            us to keep stays locked.
          </>
        ) : (
          <>
            <strong>Erasure pending.</strong> You requested it on {dayAndTime(own.requestedAt!)}. An administrator
            carries it out once nothing is owed or in progress, and tells you what must be kept.
          </>
        )}{' '}
        <Button size="sm" onClick={() => void halt()}>
          Stop the erasure
        </Button>
      </Note>
    );
  return (
    <p className={`small dim ${style.erase}`}>
      Erasing destroys the key that your documents and details are encrypted with.
      <Button look="subtle" size="sm" onClick={() => setAsking(true)}>
        Erase my personal data
      </Button>
      {asking && (
        <Confirm
          title="Erase your personal data?"
          action="Request erasure"
          safe="Keep it"
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          Your application, documents and everything a provider has told us are destroyed, and you are no longer
          verified. What the law requires us to keep stays locked until its period ends. Erasure is not possible while
          you hold tokens, owe a loan or have a payment in progress.
        </Confirm>
      )}
    </p>
  );
}
