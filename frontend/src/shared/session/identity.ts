import { useEffect, useRef } from 'react';
import { api } from '../api/base-api';
import { shortWallet } from '../format/format';
import { forgetIntents, forgetOthers, forgetPersonal, intendAs } from '../storage/keys';
import { useAppDispatch } from '../store/store';
import { showToast } from '../ui/toast/toast.slice';
import { sessionApi, type Who } from './api';
import { answerSignature, isAskedToSign } from './fresh-signature.slice';

const CHANNEL = 'identity';

/**
 * Tells every other tab of this browser of a sign-in or sign-out: they share the cookie, so they change too. After a
 * sign-out they delete personal data, which they keep when a session merely ends.
 */
export function announceIdentity(news: 'changed' | 'signed-out' = 'changed'): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/**
 * Watches the session. If the wallet changes, nothing of the previous one stays, neither in the cache nor among
 * unanswered intents. @param onOther called when another wallet has replaced the previous one
 */
export function useIdentity(session: Who | undefined, onOther: () => void): void {
  const dispatch = useAppDispatch();
  /** Another tab has signed out, and this one does not know yet that there is no session. */
  const isSignedOut = useRef(false);
  useEffect(() => {
    const lookAgain = async () => {
      dispatch(api.util.invalidateTags(['Session']));
      // Invalidating tags waits for all pending calls, one of which may be waiting for a signature in this tab.
      const look = sessionApi.endpoints.session.initiate(undefined, { forceRefetch: true, subscribe: false });
      const { data } = await dispatch(look);
      if (data?.walletAddress) isSignedOut.current = false;
    };
    const shown = ({ persisted }: PageTransitionEvent) => persisted && void lookAgain();
    addEventListener('pageshow', shown);
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
    channel?.addEventListener('message', ({ data }) => {
      if (data === 'signed-out') {
        isSignedOut.current = true;
        forgetPersonal();
      }
      void lookAgain();
    });
    return () => {
      removeEventListener('pageshow', shown);
      channel?.close();
    };
  }, [dispatch]);
  const before = useRef<string | null>(null);
  const other = useRef(onOther);
  useEffect(() => void (other.current = onOther));
  useEffect(() => {
    if (!session) return;
    const [was, is] = [before.current, session.walletAddress];
    before.current = is;
    // Input in this tab since then.
    if (!is && isSignedOut.current) forgetPersonal();
    isSignedOut.current = false;
    if (is) {
      forgetOthers(is);
      if (was && was !== is) forgetIntents();
      // The end of a session does not resolve a lost answer: the same wallet signs in again and repeats the same
      // intent.
      intendAs(is);
    }
    if (!was || was === is) return;
    // Calls waiting for a signature belonged to the previous wallet.
    if (isAskedToSign()) answerSignature(dispatch, false);
    dispatch(api.util.resetApiState());
    if (!is) return;
    other.current();
    const text = `You are signed in with wallet ${shortWallet(is)} now: it was changed in another tab.`;
    dispatch(showToast({ title: 'Another wallet', text, tone: 'wait' }));
  }, [session, dispatch]);
}
