import type { RegularKeySeen } from '@tknest/contracts/events';
import type { EventStore } from '../event-store/event-store.js';

/** So long a regular key counts that the nodes of two operators named. */
export const SEEN_FOR_MS = 30 * 24 * 3_600_000;

export interface SeenKey {
  key: string | null;
  at: Date;
}

/** The regular key that two operators named last, as a worker recorded it; null if none did since then. */
export async function seenKeyOf(store: Pick<EventStore, 'read'>, wallet: string, since: Date): Promise<SeenKey | null> {
  for await (const { type, data, at } of store.read(`wallet-${wallet}`, { backwards: true })) {
    if (new Date(at) < since) return null;
    if (type === 'RegularKeySeen') return { key: (data as RegularKeySeen['data']).key, at: new Date(at) };
  }
  return null;
}
