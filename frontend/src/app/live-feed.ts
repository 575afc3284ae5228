import { useEffect, useRef, useState } from 'react';
import { api } from '../shared/api/base-api';
import { isAskedToSign } from '../shared/session/fresh-signature.slice';
import { useAttended } from '../shared/attention/use-attended';
import { useAppDispatch } from '../shared/store/store';
import { followFeed } from './feed-source';
import { ALL_TAGS, tagsOf } from './feed-tags';

type Tags = ReturnType<typeof tagsOf>;

/** An interruption shorter than this is not shown, because the browser reconnects by itself. */
const GRACE_MS = 3_000;
/**
 * While the feed is lost, all visible data is refetched at this interval, randomly extended by up to half. What the
 * specification polls more often (a payment, a sign-in, the transaction log) is still polled at its own interval.
 */
const FALLBACK_MS = 30_000;
/**
 * After an interruption, data is refetched at a random time within this period, because a deployment interrupts all
 * browsers at once.
 */
export const SPREAD_MS = 1_000;

/**
 * The server announces changed read models that concern the user, and the queries that show them are refetched.
 * @param whose tabs of the same wallet share a stream @param gatherMs changes within this time are refetched together,
 * because visitors' pages are rate-limited @returns whether the feed is connected, true until proved otherwise
 */
export function useLiveFeed(whose: string, gatherMs = 0): boolean {
  const dispatch = useAppDispatch();
  const [connected, setConnected] = useState(true);
  const attended = useAttended();
  const left = useRef(false);
  useEffect(() => {
    // An abandoned page refetches nothing; changes in the meantime are fetched when the user is back.
    if (typeof EventSource === 'undefined' || !attended) return;
    // While somebody signs in on the current page, the session is not checked again, because that would lead away from
    // the page.
    const askAgain = (tags: Tags) =>
      dispatch(api.util.invalidateTags(tags.filter((tag) => tag !== 'Session' || !isAskedToSign())));
    let lost: ReturnType<typeof setTimeout> | undefined;
    let fallback: ReturnType<typeof setInterval> | undefined;
    let catchingUp: ReturnType<typeof setTimeout> | undefined;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const gathered = new Map<string, Tags[number]>();
    const askGathered = () => {
      gathering = undefined;
      askAgain([...gathered.values()]);
      gathered.clear();
    };
    const stop = followFeed(whose, {
      onOpen(missed) {
        clearTimeout(lost);
        clearInterval(fallback);
        lost = fallback = undefined;
        // Changes during an interruption were not announced, however short it was.
        if (missed)
          catchingUp ??= setTimeout(() => {
            catchingUp = undefined;
            askAgain(ALL_TAGS);
          }, Math.random() * SPREAD_MS);
        setConnected(true);
      },
      onChange(change) {
        for (const tag of tagsOf(change)) gathered.set(JSON.stringify(tag), tag);
        if (gatherMs === 0) askGathered();
        else gathering ??= setTimeout(askGathered, gatherMs);
      },
      onLost() {
        lost ??= setTimeout(() => {
          setConnected(false);
          fallback = setInterval(() => askAgain(ALL_TAGS), FALLBACK_MS * (1 + Math.random() / 2));
        }, GRACE_MS);
      },
    });
    if (left.current) askAgain(ALL_TAGS);
    left.current = false;
    return () => {
      left.current = true;
      stop();
      clearTimeout(lost);
      clearInterval(fallback);
      clearTimeout(catchingUp);
      clearTimeout(gathering);
    };
  }, [dispatch, attended, gatherMs, whose]);
  return connected;
}
