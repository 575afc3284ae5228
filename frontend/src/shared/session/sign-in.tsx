import { POLLING } from '@tknest/contracts/rules';
import type { SignInLinks } from '@tknest/contracts/api';
import { useEffect, useState } from 'react';
import { messageOf } from '../api/problem';
import { countdown } from '../format/time';
import { type LoginStatus, sessionApi, useBeginLoginMutation, useLoginStatusQuery, type Role, type Who } from './api';
import { announceIdentity } from './identity';
import { useFollow } from '../sign/use-follow';
import { useAppDispatch } from '../store/store';
import { Button } from '../ui/button/button';
import { Note } from '../ui/note/note';
import { SignRequest } from '../ui/sign-request/sign-request';
import { showToast } from '../ui/toast/toast.slice';
import { useNow } from '../use-now';
import style from './sign-in.module.css';

export type Login = SignInLinks & { until: string };
/** Why a sign-in failed: declined, not signed in time, or its state is unknown. */
export type Stopped = { how: 'cancelled' } | { how: 'late' } | { how: 'lost'; why: string } | null;

/** Begins a sign-in with Xaman, and keeps its state until it ends. */
export function useSignIn() {
  const [login, setLogin] = useState<Login | null>(null);
  const [stopped, setStopped] = useState<Stopped>(null);
  const [begin, { isLoading: busy }] = useBeginLoginMutation();
  const dispatch = useAppDispatch();
  const start = async (role: Role) => {
    setStopped(null);
    const { data, error } = await begin(role);
    if (data) return setLogin({ ...data, until: new Date(Date.now() + POLLING.walletLoginStop).toISOString() });
    const text = messageOf(error, 'Failed to initialize Xaman login');
    dispatch(showToast({ title: 'Authentication Error', text, tone: 'bad' }));
  };
  const end = (how: Stopped) => {
    setLogin(null);
    setStopped(how);
  };
  return { login, stopped, busy, start, end };
}

/** Why a sign-in failed. */
export function StoppedNote({ stopped }: { stopped: Stopped }) {
  if (!stopped) return null;
  return (
    <Note tone="wait" live>
      {stopped.how === 'cancelled'
        ? 'Xaman login was cancelled or expired.'
        : stopped.how === 'late'
          ? 'The request was not signed within five minutes. Start again when you are ready.'
          : `We couldn’t check your signature: ${stopped.why.replace(/[^.!?]$/, '$&.')} Start again.`}
    </Note>
  );
}

const hasEnded = ({ authenticated, cancelled, expired }: LoginStatus) => authenticated || cancelled || expired;
/** Polls every 3 seconds, for at most 5 minutes; an error stops the polling (REQ-1.4.13). */
export function SignInWaiting({
  login,
  onEnd,
  onSignedIn,
}: {
  login: Login;
  onEnd(how: Stopped): void;
  onSignedIn?(who: Who | undefined): unknown;
}) {
  const now = useNow(1_000);
  const { data, error, late } = useFollow(useLoginStatusQuery, login.payloadUuid, {
    every: POLLING.walletLogin,
    until: new Date(login.until).getTime(),
    now,
    isOver: hasEnded,
    stopOnError: true,
  });
  const dispatch = useAppDispatch();
  const goOn = async () => {
    announceIdentity();
    // Before the session is known, a page that requires one would redirect back here.
    const session = sessionApi.endpoints.session.initiate(undefined, { forceRefetch: true, subscribe: false });
    const { data: who } = await dispatch(session);
    dispatch(showToast({ title: 'Wallet Connected', tone: 'ok' }));
    await onSignedIn?.(who);
  };
  useEffect(() => {
    if (data?.authenticated) void goOn();
    else if (data?.cancelled || data?.expired) {
      dispatch(
        showToast({ title: 'Authentication Cancelled', text: 'Xaman login was cancelled or expired.', tone: 'bad' }),
      );
      onEnd({ how: 'cancelled' });
    } else if (error) {
      const why = messageOf(error, 'Failed to initialize Xaman login');
      dispatch(showToast({ title: 'Authentication Error', text: why, tone: 'bad' }));
      onEnd({ how: 'lost', why });
    } else if (late) onEnd({ how: 'late' });
  }, [data, error, late]); // eslint-disable-line react-hooks/exhaustive-deps -- how it ends is told once
  return (
    <div className={style.qr}>
      <SignRequest request={login} what="scan it with Xaman to sign in">
        <Button look="subtle" onClick={() => onEnd(null)}>
          Cancel
        </Button>
      </SignRequest>
      {login.matchNumber && (
        <p className={style.match}>
          <strong className="figure">{login.matchNumber}</strong>
          <span className="small">
            Sign only if your wallet shows the same number. Otherwise the request is not from this page.
          </span>
        </p>
      )}
      <p className="small dim">Waiting for your wallet. The code is valid for {countdown(login.until, now)}.</p>
    </div>
  );
}
