import { EVENT_CATALOGUE } from '@tknest/contracts/events';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import type { Projection } from '#platform/projections/projection.js';
import { writeRows } from '#platform/projections/write-rows.js';

/** Events in a block, by their positions: a search reads blocks whole. */
export const BLOCK_EVENTS = 1_000;

export const blockOf = (sequence: number): number => Math.floor(sequence / BLOCK_EVENTS);

/** A wallet as a whole JSON string, wherever it stands in an event, the way the search compares it. */
const WALLETS = /"(r[1-9A-HJ-NP-Za-km-z]{24,34})"/g;
export const isWallet = (text: string): boolean => /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text);
export const isRole = (text: string): boolean => /^[a-z]+$/.test(text);

/** The wallets that an event names, and the role of its actor. */
export function partiesOf({ data, metadata }: Pick<RecordedEvent, 'data' | 'metadata'>): string[] {
  const named = JSON.stringify([data, metadata]).matchAll(WALLETS);
  return [...new Set([metadata.actor.role, ...Array.from(named, ([, wallet]) => wallet!)])];
}

/**
 * Which blocks of the log name a wallet, or have events of a role: an index for searches by person. It is far smaller
 * than one of single events, and an append to the log costs nothing more.
 */
export const logPartiesProjection: Projection = {
  name: 'log-parties',
  version: 1,
  tables: ['log_parties'],
  events: Object.keys(EVENT_CATALOGUE),
  onError: 'halt',
  async apply(events, tx) {
    const rows = new Map<string, { party: string; block: number }>();
    for (const event of events) {
      const block = blockOf(toSequence(event.position));
      for (const party of partiesOf(event)) rows.set(`${block}/${party}`, { party, block });
    }
    await writeRows(
      tx,
      `insert into log_parties (party, block) select party, block from jsonb_populate_recordset(null::log_parties, $1)
       on conflict do nothing`,
      rows.values(),
    );
  },
};
