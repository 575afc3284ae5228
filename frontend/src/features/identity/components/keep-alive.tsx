import { useEffect, useRef } from 'react';
import { countdown } from '../../../shared/format/time';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { useNow } from '../../../shared/use-now';
import { useSessionsQuery } from '../../../shared/session/api';
import { askToSign } from '../../../shared/session/fresh-signature.slice';
import style from './keep-alive.module.css';

/** Input that counts as working on the page; moving the pointer does not. */
const WORK = ['keydown', 'pointerdown', 'change', 'drop'] as const;
/** The minimum interval between calls to the server. */
const TOLD_EVERY_MS = 60_000;
/** How long before its end the warning is shown, seconds. */
const WARNED_S = 120;

/**
 * Keeps the session alive while the user works on a long page without server calls, warns before the session ends, and
 * lets the user sign in on the page. Abandoned sessions, and those at their maximum age, end as usual.
 */
export function KeepAlive() {
  const {
    currentData,
    fulfilledTimeStamp = 0,
    refetch,
  } = useSessionsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const dispatch = useAppDispatch();
  const now = useNow(1_000);
  const own = currentData?.find(({ current }) => current);
  const endsAt = own ? fulfilledTimeStamp + own.endsInSeconds * 1_000 : Infinity;
  const left = (endsAt - now) / 1_000;
  const alive = useRef(() => {});
  useEffect(() => {
    alive.current = () => {
      const at = Date.now();
      if (own && at < endsAt && at - fulfilledTimeStamp > TOLD_EVERY_MS) void refetch();
    };
  });
  useEffect(() => {
    const work = () => alive.current();
    WORK.forEach((kind) => addEventListener(kind, work, { capture: true, passive: true }));
    return () => WORK.forEach((kind) => removeEventListener(kind, work, { capture: true }));
  }, []);
  if (left > WARNED_S) return null;
  const signIn = async () => (await askToSign(dispatch, left > 0 ? 'fresh' : 'ended')) && void refetch();
  const stay = async () => {
    const { data } = left > 0 ? await refetch() : {};
    const still = data?.find(({ current }) => current)?.endsInSeconds ?? 0;
    // It is at its maximum age, which activity does not extend; signing in starts a new session.
    if (still <= WARNED_S) await signIn();
  };
  return (
    <div className={style.note}>
      <Note tone="wait">
        <div className="between">
          <span>
            <span role="alert">
              {left > 0 ? 'Your session ends soon.' : 'Your session has ended.'} What you typed and chose stays here.
            </span>{' '}
            {left > 0 && <strong>{countdown(new Date(endsAt).toISOString(), now)}</strong>}
          </span>
          <Button size="sm" onClick={() => void stay()}>
            {left > 0 ? 'Stay signed in' : 'Sign in again'}
          </Button>
        </div>
      </Note>
    </div>
  );
}
