import type { ScreeningEvent, ScreeningHit } from '@tknest/contracts/events';
import { entryKey, pairKey } from '#features/screening/rules.public.js';

/** A person's known hits, by pair: the fold of the person's own stream, reduced to what the rows show. */
export type KnownHits = Readonly<Record<string, KnownHit>>;
interface KnownHit {
  score: number;
  /**
   * What found it: a role's screening, the screening of the wallet's address, or the person's other wallet. Null once
   * an officer has decided on it.
   */
  source: string | null;
  /** The key of the entry, the same in every form in which the list has it. */
  entry: string;
}

type Found = Extract<ScreeningEvent, { type: 'PersonScreened' | 'WalletScreened' | 'HitsInherited' }>;
type Decided = Extract<ScreeningEvent, { type: 'ComplianceCaseDecided' }>;

/** @returns the known hits afterwards, and those that were not known before */
export function withFound(known: KnownHits, { type, data }: Found): { hits: KnownHits; fresh: ScreeningHit[] } {
  const source = type === 'PersonScreened' ? data.role : type === 'WalletScreened' ? 'address' : data.from;
  // Hits from another wallet replace all of that wallet's earlier hits; other hits only replace older forms of their
  // entries.
  const found = new Set(data.hits.map(entryKey));
  const isReplaced = (one: KnownHit) =>
    type === 'HitsInherited' ? one.source === source : one.source !== null && found.has(one.entry);
  const hits = Object.fromEntries(Object.entries(known).filter(([, one]) => !isReplaced(one)));
  for (const hit of data.hits) {
    const there = hits[pairKey(hit)];
    const stays = there && (there.source === null || type === 'HitsInherited');
    if (!stays) hits[pairKey(hit)] = { score: hit.score, source, entry: entryKey(hit) };
  }
  return { hits, fresh: data.hits.filter((hit) => !known[pairKey(hit)]) };
}

/** @param clearsAll whether a case about hits was cleared, which leaves no hit open */
export const withDecided = (known: KnownHits, { data }: Decided, clearsAll: boolean): KnownHits => ({
  ...Object.fromEntries(Object.entries(known).filter(([, { source }]) => !clearsAll || source === null)),
  ...Object.fromEntries(data.hits.map((pair) => [pairKey(pair), { score: 0, source: null, entry: entryKey(pair) }])),
});

/** The best undecided hit; null if there is none. */
export function bestOf(known: KnownHits): number | null {
  const scores = Object.values(known)
    .filter(({ source }) => source !== null)
    .map(({ score }) => score);
  return scores.length > 0 ? Math.max(...scores) : null;
}
