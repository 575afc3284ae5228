import { KYC } from '@tknest/contracts/rules';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/base-api';
import { messageOf } from '../api/problem';
import { useAppDispatch } from '../store/store';
import { showToast } from '../ui/toast/toast.slice';
import { useStartKycMutation, type Begin } from './api';

/** The titles and fallbacks of the page that starts it (REQ-1.8.13). */
export interface StartWords {
  failed: string;
  fallback: string;
}

/**
 * Starts a verification in a new window, and refetches the state five seconds later (REQ-1.4.22, REQ-1.9.18). The
 * window is opened during the click, because browsers block one that opens later.
 * @returns `link`: the provider's page, in case no window could be opened
 */
export function useProviderWindow({ failed, fallback }: StartWords) {
  const [begin, { isLoading }] = useStartKycMutation();
  const [link, setLink] = useState<string | null>(null);
  const dispatch = useAppDispatch();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const start = async (wish: Begin) => {
    const opened = window.open('', '_blank');
    const { data, error } = await begin(wish);
    if (!data) {
      opened?.close();
      return void dispatch(showToast({ title: failed, text: messageOf(error, fallback), tone: 'bad' }));
    }
    setLink(data.redirectUrl);
    if (opened) {
      opened.opener = null;
      opened.location.href = data.redirectUrl;
    }
    dispatch(showToast({ title: 'KYC Initiated', text: 'Please complete your identity verification.', tone: 'run' }));
    timer.current = setTimeout(() => dispatch(api.util.invalidateTags(['Kyc', 'Session'])), KYC.askAgainAfter);
  };
  return { start, isLoading, link };
}
