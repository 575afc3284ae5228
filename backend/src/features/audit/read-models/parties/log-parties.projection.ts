import { EVENT_CATALOGUE } from '@tknest/contracts/events';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import type { Projection } from '#platform/projections/projection.js';
import { writeRows } from '#platform/projections/write-rows.js';

/** Events per block of positions: a search reads whole blocks. */
export const BLOCK_EVENTS = 1_000;

export const blockOf = (sequence: number): number => Math.floor(sequence / BLOCK_EVENTS);

const WALLET = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;

// The length is checked first: most texts in an event are not wallets, and a rebuild checks each of them.
export const isWallet = (text: string): boolean => text.length >= 25 && text.length <= 35 && WALLET.test(text);
export const isRole = (text: string): boolean => /^[a-z]+$/.test(text);

/** The wallets that an event names, anywhere in it, as a whole value or key, and the role of its actor. */
export function partiesOf({ data, metadata: { actor } }: Pick<RecordedEvent, 'data' | 'metadata'>): Set<string> {
  const parties = new Set<string>([actor.role]);
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      if (isWallet(value)) parties.add(value);
    } else if (Array.isArray(value)) value.forEach(look);
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) {
        look(key);
        look(inner);
      }
  };
  look(actor.wallet);
  look(data);
  return parties;
}

/** Raised when the table or the folding changes. */
const FOLDING = 1;

/**
 * Which blocks of the log name a wallet, or have events of a role: an index for searches by person. It is far smaller
 * than an index of single events, and appending to the log costs nothing extra. It is rebuilt for each new type of
 * event, because an older program that still ran beside the newer one skipped events of that type.
 */
export const logPartiesOf = (types: readonly string[]): Projection => ({
  name: 'log-parties',
  version: FOLDING * 1_000 + types.length,
  tables: ['log_parties'],
  events: types,
  onError: 'halt',
  async apply(events, tx) {
    const blocks = new Map<number, Set<string>>();
    for (const event of events) {
      const block = blockOf(toSequence(event.position));
      const parties = blocks.get(block) ?? new Set();
      for (const party of partiesOf(event)) parties.add(party);
      blocks.set(block, parties);
    }
    await writeRows(
      tx,
      `insert into log_parties (party, block) select party, block from jsonb_populate_recordset(null::log_parties, $1)
       on conflict do nothing`,
      [...blocks].flatMap(([block, parties]) => Array.from(parties, (party) => ({ party, block }))),
    );
  },
});

export const logPartiesProjection = logPartiesOf(Object.keys(EVENT_CATALOGUE));
