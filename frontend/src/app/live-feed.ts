import { useEffect, useRef, useState } from 'react';
import { api } from '../shared/api/base-api';
import { isAskedToSign } from '../shared/session/fresh-signature.slice';
import { useAttended } from '../shared/attention/use-attended';
import { useAppDispatch } from '../shared/store/store';

const TAG_NAMES = [
  'Properties',
  'Participations',
  'Activity',
  'Payments',
  'AdminLog',
  'Cases',
  'Erasures',
  'Kyc',
  'Documents',
  'Log',
  'ReadModels',
  'Session',
  'Payouts',
  'Loans',
  'Market',
  'Proposals',
  'Notifications',
] as const;
type Tag = (typeof TAG_NAMES)[number];

/** Which caches a changed read model concerns. */
const TAGS: Record<string, readonly Tag[]> = {
  properties: ['Properties'],
  'property-history': ['Properties'],
  participations: ['Participations'],
  movements: ['Activity'],
  transactions: ['AdminLog', 'Payments'],
  // Who was verified on the phone is verified here too.
  persons: ['Kyc', 'Documents', 'AdminLog', 'Session', 'Erasures'],
  verifications: ['Kyc', 'Session', 'Erasures'],
  cases: ['Cases'],
  payouts: ['Payouts'],
  escrow: ['Payouts'],
  loans: ['Loans', 'Properties'],
  market: ['Market'],
  proposals: ['Proposals'],
  notifications: ['Notifications'],
};
/** A break shorter than this goes unmentioned: the browser connects again by itself. */
const GRACE_MS = 3_000;
/** While the feed is lost everything shown is asked for again this often. */
const FALLBACK_MS = 5_000;

/**
 * The server says which read models changed; whatever shows them asks again. @param gatherMs changes within so long are
 * asked for together: how often a page of strangers may ask is limited @returns whether the feed is connected, true
 * until proved otherwise
 */
export function useLiveFeed(gatherMs = 0): boolean {
  const dispatch = useAppDispatch();
  const [connected, setConnected] = useState(true);
  const attended = useAttended();
  const left = useRef(false);
  useEffect(() => {
    // A page that was left asks for nothing: what changed meanwhile is asked for when somebody is back.
    if (typeof EventSource === 'undefined' || !attended) return;
    // While one signs in where one is, nobody asks whether one is signed in: that would lead away from there.
    const askAgain = (tags: readonly Tag[]) =>
      dispatch(api.util.invalidateTags(tags.filter((tag) => tag !== 'Session' || !isAskedToSign())));
    let source: EventSource | null = null;
    let broken = false;
    let lost: ReturnType<typeof setTimeout> | null = null;
    let fallback: ReturnType<typeof setInterval> | null = null;
    const gathered = new Set<Tag>();
    let gathering: ReturnType<typeof setTimeout> | null = null;
    const askGathered = () => {
      gathering = null;
      askAgain([...gathered]);
      gathered.clear();
    };
    const open = () => {
      source?.close();
      source = new EventSource('/api/live');
      source.addEventListener('open', () => {
        if (lost) clearTimeout(lost);
        if (fallback) clearInterval(fallback);
        // What changed meanwhile was told to nobody, however short the break was.
        if (broken) askAgain(TAG_NAMES);
        broken = false;
        lost = fallback = null;
        setConnected(true);
      });
      source.addEventListener('changed', (event) => {
        const { readModels } = JSON.parse((event as MessageEvent<string>).data) as { readModels: string[] };
        for (const tag of [...readModels.flatMap((name) => TAGS[name] ?? []), 'Log' as const]) gathered.add(tag);
        if (gatherMs === 0) askGathered();
        else gathering ??= setTimeout(askGathered, gatherMs);
      });
      source.addEventListener('error', () => {
        broken = true;
        lost ??= setTimeout(() => {
          setConnected(false);
          fallback = setInterval(() => {
            askAgain(TAG_NAMES);
            // A refusal ends an event source for good, so it is made anew.
            if (source?.readyState === EventSource.CLOSED) open();
          }, FALLBACK_MS);
        }, GRACE_MS);
      });
    };
    if (left.current) askAgain(TAG_NAMES);
    left.current = false;
    open();
    return () => {
      left.current = true;
      source?.close();
      if (lost) clearTimeout(lost);
      if (fallback) clearInterval(fallback);
      if (gathering) clearTimeout(gathering);
    };
  }, [dispatch, attended, gatherMs]);
  return connected;
}
