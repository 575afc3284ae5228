import { useState } from 'react';
import { answerSignature } from '../shared/session/fresh-signature.slice';
import { sessionApi, useSessionQuery } from '../shared/session/api';
import { asRole } from '../shared/session/role';
import { useAppDispatch, useAppSelector } from '../shared/store/store';
import { Button } from '../shared/ui/button/button';
import { Modal } from '../shared/ui/modal/modal';
import { SignInWaiting, StoppedNote, useSignIn } from '../shared/session/sign-in';

const WORDS = {
  fresh: {
    title: 'Sign in again',
    text: 'For your security, sign in again to continue. Your changes are kept, and nothing was done yet.',
  },
  ended: {
    title: 'Your session has ended',
    text: 'Sign in again to continue. Your changes are kept, and what you submitted is sent right after.',
  },
};

/** Signs in on the current page: the pending action is carried out afterwards, and no input is lost. */
export default function SignAgain({ onClose }: { onClose(): void }) {
  const reason = useAppSelector(({ freshSignature }) => freshSignature.asked) ?? 'fresh';
  const { data: session } = useSessionQuery();
  const [was] = useState(session?.walletAddress);
  const select = sessionApi.endpoints.session.select();
  const dispatch = useAppDispatch();
  const { login, stopped, busy, start, end } = useSignIn();
  const { title, text } = WORDS[reason];
  // If another wallet signed in, nothing is sent in its name.
  const signed = () =>
    dispatch((_, getState) => answerSignature(dispatch, select(getState()).data?.walletAddress === was));
  return (
    <Modal title={title} onClose={onClose} narrow>
      <div className="stack">
        <p>{text}</p>
        <StoppedNote stopped={stopped} />
        {login ? (
          <SignInWaiting login={login} onEnd={end} onSignedIn={signed} />
        ) : (
          <div className="row end">
            <Button onClick={onClose}>Not now</Button>
            <Button look="filled" busy={busy} onClick={() => void start(asRole(session?.userRole))} data-autofocus>
              Sign in again
            </Button>
          </div>
        )}
      </div>
    </Modal>
  );
}
