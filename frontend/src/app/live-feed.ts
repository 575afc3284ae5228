import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../shared/api/base-api';

type Tag = 'Properties' | 'Participations' | 'Payments' | 'AdminLog' | 'Cases' | 'Kyc' | 'Documents' | 'Log' | 'ReadModels';

/** Which caches a changed read model concerns. */
const TAGS: Record<string, readonly Tag[]> = {
  properties: ['Properties'],
  participations: ['Participations'],
  transactions: ['AdminLog', 'Payments'],
  persons: ['Kyc', 'Documents', 'AdminLog'],
  cases: ['Cases'],
};

/** The server says which read models changed; whatever shows them asks again. Polling goes on as the fallback. */
export function useLiveFeed(): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (typeof EventSource === 'undefined') return;
    const source = new EventSource('/api/live');
    source.addEventListener('changed', (event) => {
      const { readModels } = JSON.parse((event as MessageEvent<string>).data) as { readModels: string[] };
      const tags = new Set(readModels.flatMap((name) => TAGS[name] ?? []));
      tags.add('Log');
      dispatch(api.util.invalidateTags([...tags]));
    });
    return () => source.close();
  }, [dispatch]);
}
